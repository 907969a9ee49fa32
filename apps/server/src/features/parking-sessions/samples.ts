import { uuidv7 } from 'uuidv7'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { forceEndSession } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** A session in progress, of nobody. */
export async function makeSession(
  w: TestApp,
  location_id: string,
  device_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    location_id,
    device_id,
    device_type: 'dock',
    user_id: null,
    access_key_id: null,
    status: 'active',
    how_ended: null,
    started_at: now,
    ended_at: null,
    currency: null,
    rating: null,
    comment: null,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('parking_sessions').values(row).execute()
  return id
}

const ended = {
  status: 'ended',
  how_ended: 'normal',
  started_at: '2026-06-01T08:00:00.000Z',
  ended_at: '2026-06-01T09:00:00.000Z',
}

const rowsWhere = (condition: string) =>
  `select id, array['location ' || location_id] as through from parking_sessions where ${condition}`

export const samples: FeatureSamples = {
  things: async (w, { location_id, busy_device_id }) => {
    await makeSession(w, location_id, busy_device_id, ended)
    return { session_id: await makeSession(w, location_id, busy_device_id) }
  },
  routes: [sample(forceEndSession, { body: { comment: 'The lock is broken', opens_dock: false, fee_minor: null } })],
  lists: [
    listSample(listParkingSessions, { type: 'session', action: 'GET', rows: rowsWhere(`status = 'ended'`) }),
    listSample(listActiveParkingSessions, { type: 'session', action: 'GET', rows: rowsWhere(`status <> 'ended'`) }),
  ],
}
