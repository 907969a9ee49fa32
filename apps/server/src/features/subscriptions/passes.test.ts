import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { keepSessionPrices, settleFee } from '../parking-sessions/session-fees.ts'
import { makePriceList } from '../price-lists/samples.ts'
import { makeUser } from '../users/samples.ts'
import { makeSubscriber, makeSubscription, makeSubscriptionTarget } from './samples.ts'

let w: TestApp
let organization: Organization
let location: string
let pass: string
let user: string
let reader: Caller

const hour = 3_600_000

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  location = await w.make.location(organization)
  await makePriceList(w, { type: 'location', id: location })
  pass = await makeSubscription(w, organization.id, [organization.owner])
  await makeSubscriptionTarget(w, pass, location)
  user = await makeUser(w, [organization.owner])
  reader = await w.person([{ group_id: organization.owner, needs: { session: ['GET'], payment: ['GET'] } }])
})

/** A stay of five hours that began now, and what it costs at its end. */
async function feeOfStay(
  during: () => Promise<unknown> = async () => {},
): Promise<{ total: number; shownBefore: number; waiver: string | null }> {
  const start = w.clock.now()
  const device = await w.make.device(location)
  const id = await makeSession(w, location, device, { user_id: user, started_at: start.toISOString() })
  await withJournal(w.db, openJournal(start), (tx) => keepSessionPrices(tx, start, [{ id, location_id: location }]))
  w.clock.advance(5 * hour)
  await during()
  const shown = await reader.call(getSessionFee, { params: { session_id: id } })
  const ended_at = w.clock.now().toISOString()
  const journal = openJournal(w.clock.now())
  const ended = { id, location_id: location, user_id: user, started_at: start.toISOString(), ended_at }
  const fee = await withJournal(w.db, journal, (tx) => settleFee(tx, journal, ended, null))
  const { rows } = await w.pool.query<{ waiver: string | null }>(
    'select waiver from kept_prices where session_id = $1',
    [id],
  )
  return { total: fee?.total_minor ?? 0, shownBefore: shown.body.fee.total_minor, waiver: rows[0]?.waiver ?? null }
}

test('spec 3: parking with a valid pass is free of charge, and the fee so far says so', async () => {
  await makeSubscriber(w, pass, user)
  expect(await feeOfStay()).toEqual({ total: 0, shownBefore: 0, waiver: 'pass' })
})

const past = new Date('2026-06-14T00:00:00.000Z').toISOString()
test.each([
  ['that was revoked', { status: 'cancelled', holds_place: false }],
  ['that has expired', { status: 'expired', holds_place: false, expires_at: past }],
  ['that was never paid', { status: 'pending', anchor_at: null, expires_at: null }],
])('a pass %s covers nothing', async (_, values) => {
  await makeSubscriber(w, pass, user, values)
  const { total, shownBefore, waiver } = await feeOfStay()
  expect([total > 0, total, waiver]).toEqual([true, shownBefore, null])
})

test('a pass covers a stay that outlasts it, and none elsewhere', async () => {
  const soon = new Date(w.clock.now().getTime() + hour).toISOString()
  await makeSubscriber(w, pass, user, { expires_at: soon })
  expect((await feeOfStay()).waiver).toBe('pass')
  location = await w.make.location(organization)
  await makePriceList(w, { type: 'location', id: location })
  expect((await feeOfStay()).waiver).toBeNull()
})

test('a pass that is paid for again after a gap still covers the stay that began before the gap', async () => {
  const soon = new Date(w.clock.now().getTime() + hour).toISOString()
  const id = await makeSubscriber(w, pass, user, { expires_at: soon, cycle: 2 })
  const renew = () => w.pool.query('select grant_period($1, $2)', [id, w.clock.now().toISOString()])
  expect(await feeOfStay(renew)).toEqual({ total: 0, shownBefore: 0, waiver: 'pass' })
  // Nothing covers what began in the gap.
  const { rows } = await w.pool.query<{ is_covered: boolean }>(
    'select past_periods @> $2::timestamptz as is_covered from subscribers where id = $1',
    [id, new Date(Date.parse(soon) + hour).toISOString()],
  )
  expect(rows).toEqual([{ is_covered: false }])
})

test('a pass that was revoked after its gap covers nothing of before it either', async () => {
  const soon = new Date(w.clock.now().getTime() + hour).toISOString()
  const id = await makeSubscriber(w, pass, user, { expires_at: soon, cycle: 2 })
  const revoke = async () => {
    await w.pool.query('select grant_period($1, $2)', [id, w.clock.now().toISOString()])
    await w.pool.query(`update subscribers set status = 'cancelled', holds_place = false where id = $1`, [id])
  }
  expect((await feeOfStay(revoke)).waiver).toBeNull()
})
