import { uuidv7At } from '@wheelhouse/db/ids.ts'
import { serial } from './serial.ts'
import type { TestApp } from './test-app.ts'

/** What a rider wrote. It is here because the samples of users make it with their user, in whose address it is. */
export async function makeFeedback(w: TestApp, user_id: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = uuidv7At(w.clock.now().getTime())
  const now = w.clock.now().toISOString()
  const row = {
    id,
    user_id,
    location_id: null,
    type: 'problem',
    subject: 'The lock is stuck',
    app_id: `app-${serial()}`,
  }
  await w.db
    .insertInto('feedback')
    .values({ ...row, parking_session_id: null, rental_session_id: null, created_at: now, updated_at: now, ...values })
    .execute()
  return id
}

interface Stay extends Record<string, unknown> {
  location_id: string
  user_id: string
}

/** A stay of a rider that has just ended. */
export async function makeStay(w: TestApp, { location_id, ...values }: Stay): Promise<string> {
  const id = uuidv7At(w.clock.now().getTime())
  const now = w.clock.now().toISOString()
  const row = { id, location_id, device_id: await w.make.device(location_id), device_type: 'dock', access_key_id: null }
  const ended = { status: 'ended', how_ended: 'normal', started_at: now, ended_at: now, updated_at: now }
  await w.db
    .insertInto('parking_sessions')
    .values({ ...row, ...ended, ...values })
    .execute()
  return id
}
