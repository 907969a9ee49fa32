import { uuidv7 } from 'uuidv7'
import { updateOverstayRules, usualOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import {
  callOffOverstay,
  cancelOverstayFee,
  carryOutRemoval,
  listOverstays,
  postponeOverstayStep,
  releaseBike,
  skipOverstayStep,
  undoOverstayStep,
  waiveOverstayFee,
} from '@wheelhouse/contract/overstays/overstays.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples, Place } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeLogEntry, makeLogPhoto } from '../maintenance-log/samples.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { makePayment } from '../payments/samples.ts'

type At = Pick<Place, 'location_id' | 'busy_device_id'>

/** A session behind a door, where many can be open at once, and its overstay in this state. */
async function makeOverstay(
  w: TestApp,
  { location_id, busy_device_id }: At,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = await makeSession(w, location_id, busy_device_id, {
    device_type: 'door',
    started_at: '2026-06-01T08:00:00.000Z',
  })
  const now = w.clock.now().toISOString()
  const planned = { step: 'reminder', state: 'planned', due_at: '2030-01-01T00:00:00.000Z' }
  await w.db
    .insertInto('overstays')
    .values({
      session_id: id,
      location_id,
      limit_h: 24,
      exceeded_at: '2026-06-02T08:00:00.000Z',
      ...planned,
      opened_at: now,
      updated_at: now,
      ...values,
    })
    .execute()
  await w.db
    .insertInto('overstay_records')
    .values({ id: uuidv7(), session_id: id, number: 1, action: 'opened', at: now, actor_kind: 'system', reason: '' })
    .execute()
  return id
}

const reason = 'Tried by the access sweep'
const fee = { fee_minor: 2500, currency: 'EUR' }

export const samples: FeatureSamples = {
  things: async (w, place) => ({ overstay_id: await makeOverstay(w, place) }),
  routes: async (w, place) => {
    const { location_id } = place
    const at = async (values: Record<string, unknown> = {}) => ({
      params: { overstay_id: await makeOverstay(w, place, values) },
    })
    const pending = (step: string) => ({ step, state: 'pending', due_at: null })
    const log_entry_id = await makeLogEntry(w, location_id)
    await makeLogPhoto(w, log_entry_id)
    const payment_id = await makePayment(w, 'paid', { location_id })
    return [
      sample(skipOverstayStep, { ...(await at()), body: { reason } }),
      sample(postponeOverstayStep, { ...(await at()), body: { reason, hours: 24 } }),
      sample(undoOverstayStep, { ...(await at(pending('notice'))), body: { reason, hours: 24 } }),
      sample(callOffOverstay, { ...(await at()), body: { reason } }),
      sample(cancelOverstayFee, {
        ...(await at({ ...pending('fee'), ...fee, fee_status: 'announced' })),
        body: { reason },
      }),
      sample(waiveOverstayFee, { ...(await at({ ...fee, fee_status: 'charged', payment_id })), body: { reason } }),
      sample(carryOutRemoval, { ...(await at({ ...pending('removal'), log_entry_id })), body: { reason } }),
      sample(releaseBike, { ...(await at(pending('release'))), body: { outcome: 'returned', reason } }),
      sample(updateOverstayRules, { body: usualOverstayRules }),
    ]
  },
  lists: [
    listSample(listOverstays, {
      type: 'session',
      action: 'GET',
      rows: `select session_id as id, array['location ' || location_id] as through from overstays`,
    }),
  ],
}
