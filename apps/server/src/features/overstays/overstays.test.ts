import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import {
  cancelOverstayFee,
  carryOutRemoval,
  releaseBike,
  waiveOverstayFee,
} from '@wheelhouse/contract/overstays/overstays.ts'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { TimelineEntry } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { getPayment } from '@wheelhouse/contract/payments/payments.ts'
import {
  makeOverstayPlace,
  overstayActions,
  pass,
  rewind,
  stepsOf,
  testRules,
  tick,
} from '../../../test/support/overstay-place.ts'
import type { OverstayPlace } from '../../../test/support/overstay-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeLogPhoto } from '../maintenance-log/samples.ts'

let w: TestApp
let place: OverstayPlace
const reason = 'Agreed with the rider by phone'

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  // What other tests left behind must not be advanced here.
  await w.pool.query(`update overstay_rules set is_enabled = false`)
  rewind(w)
  place = await makeOverstayPlace(w)
})

const { messagesOf, idsIn, untilFee, untilCharged, untilRemoval } = overstayActions(() => ({ w, place }))

describe('the steps of an overstay', () => {
  test('a reminder, a notice, a fee and a removal follow each other, each after its waiting time and with a message', async () => {
    const user_id = await place.rider()
    const id = await untilRemoval(user_id)
    const overstay = await place.read(id)
    expect(stepsOf(overstay)).toEqual([
      'opened',
      'reminder began',
      'reminder done',
      'notice began',
      'notice done',
      'fee began',
      'fee done',
      'removal began',
    ])
    expect(overstay).toMatchObject({
      step: 'removal',
      state: 'pending',
      fee_minor: 2500,
      fee_status: 'charged',
      due_at: null,
    })
    await w.runJobs()
    expect((await place.read(id)).payment_state).toBe('paid')
    expect(await messagesOf(user_id)).toEqual([
      'Please collect your bike',
      'Notice: your bike must be collected',
      'A fee will be charged for your bike',
      'A fee is charged for your bike',
      'Your bike will be removed',
    ])
  })

  test('the timeline of the session says what is about its overstay, and does not take it for the session itself', async () => {
    const id = await untilFee(await place.rider())
    const { timeline } = (await place.support.call(getParkingSession, { params: { session_id: id } })).body
    const lines = timeline.map(({ kind, verb, status }: TimelineEntry) => [kind, verb, status])
    expect(lines.slice(0, 3)).toEqual([
      ['overstay', 'opened', null],
      ['overstay', 'began', 'reminder'],
      ['overstay', 'done', 'reminder'],
    ])
  })

  test('nothing happens below the limit, without a limit, or where the region is switched off', async () => {
    const below = await place.park(47)
    const beyond = await place.park(60)
    await w.pool.query('update locations set overstay_limit_h = null where id = $1', [place.location])
    await tick(w)
    expect(await idsIn(place.support)).toEqual([])
    await w.pool.query('update locations set overstay_limit_h = 48 where id = $1', [place.location])
    await w.pool.query('update overstay_rules set is_enabled = false where region_id = $1', [place.region_id])
    await tick(w)
    expect(await idsIn(place.support)).toEqual([])
    await w.pool.query('update overstay_rules set is_enabled = true where region_id = $1', [place.region_id])
    await tick(w)
    expect(await idsIn(place.support)).toEqual([beyond])
    expect(below).not.toBe(beyond)
  })

  test('a region that is switched off pauses what has begun: the announced fee is not charged until it is on again', async () => {
    const id = await untilFee(await place.rider())
    await w.pool.query('update overstay_rules set is_enabled = false where region_id = $1', [place.region_id])
    await pass(w, 200)
    expect(await place.read(id)).toMatchObject({ step: 'fee', state: 'pending', is_paused: true, payment_id: null })
    await w.pool.query('update overstay_rules set is_enabled = true where region_id = $1', [place.region_id])
    await tick(w)
    expect(await place.read(id)).toMatchObject({ fee_status: 'charged', is_paused: false })
  })

  test('a bicycle that is collected ends it: the announced fee is not charged and the ordered removal is withdrawn', async () => {
    const [atFee, atRemoval] = [await untilFee(await place.rider()), await untilRemoval()]
    await w.pool.query(
      `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = now() where id = any($1)`,
      [[atFee, atRemoval]],
    )
    await pass(w, 400)
    expect(await place.read(atRemoval)).toMatchObject({ state: 'closed', outcome: 'collected' })
    const { log_entry_id } = await place.read(atRemoval)
    const { rows } = await w.pool.query('select status from maintenance_log_entries where id = $1', [log_entry_id])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('a fee of a rider who is not known is left out, and the removal follows', async () => {
    const id = await untilFee(null)
    expect((await place.read(id)).records.at(-1)).toMatchObject({
      action: 'skipped',
      step: 'fee',
      reason: 'The rider is unknown',
    })
    expect(await place.read(id)).toMatchObject({ step: 'removal', state: 'planned', fee_minor: null })
  })

  test('a subdivision has its own rules, and a location elsewhere in the country keeps those of the country', async () => {
    const now = w.clock.now().toISOString()
    const id = '01990000-0000-7000-8000-000000000001'
    const tag = `${place.country.toLowerCase()}_ca`
    await w.db
      .insertInto('region_configs')
      .values({ id, tag, name: 'California', status: 'enabled', created_at: now, updated_at: now })
      .execute()
    await w.db
      .insertInto('overstay_rules')
      .values({ region_id: id, ...testRules, reminder_after_h: null, updated_at: now })
      .execute()
    const [here, there] = [await place.park(50), await place.park(50)]
    await w.pool.query(`update locations set state = 'california' where id = $1`, [place.location])
    await tick(w)
    expect(await place.read(here)).toMatchObject({ step: 'notice' })
    await w.pool.query(`update locations set state = 'Nevada' where id = $1`, [place.location])
    await w.pool.query(`delete from overstays where session_id = $1`, [there])
    await tick(w)
    expect(await place.read(there)).toMatchObject({ step: 'reminder' })
  })
})

describe('the fee', () => {
  test('it is cancelled before it is charged, and nothing is ever owed', async () => {
    const id = await untilFee(await place.rider())
    expect((await place.move(cancelOverstayFee, id, { reason })).body).toMatchObject({
      fee_status: 'cancelled',
      step: 'removal',
      state: 'planned',
    })
    await pass(w, 100)
    expect(await place.read(id)).toMatchObject({ fee_status: 'cancelled', payment_id: null })
  })

  test.each([
    ['4242', 'paid', 'refunded'],
    ['9995', 'failed', 'cancelled'],
    ['3155', 'needs_approval', 'cancelled'],
  ])('a fee of a card ending in %s that was %s is waived, and its payment is %s', async (digits, before, after) => {
    const id = await untilCharged(digits)
    const { payment_id, payment_state } = await place.read(id)
    expect(payment_state).toBe(before)
    expect((await place.move(waiveOverstayFee, id, { reason })).body).toMatchObject({ fee_status: 'waived' })
    await w.runJobs()
    const { body: payment } = await place.support.send(getPayment, { params: { payment_id } })
    expect(payment).toMatchObject({ type: 'penalty', state: after, amount_minor: 2500 })
    expect((await place.move(waiveOverstayFee, id, { reason })).body).toMatchObject({
      error_code: 'overstay_not_movable',
    })
  })
})

describe('removal and release', () => {
  test('a removal needs a photo, ends the session, resolves its order and keeps the bicycle for its owner', async () => {
    const id = await untilRemoval()
    expect((await place.move(carryOutRemoval, id, { reason }, place.technician)).body).toMatchObject({
      error_code: 'removal_needs_photo',
    })
    const { log_entry_id } = await place.read(id)
    await makeLogPhoto(w, log_entry_id ?? '')
    const { body: removed } = await place.move(carryOutRemoval, id, { reason }, place.technician)
    expect(removed).toMatchObject({ step: 'release', state: 'pending', photos: 1 })
    expect(removed.records.at(-1)).toMatchObject({ step: 'removal', action: 'done', reason, actor_kind: 'person' })
    const { rows } = await w.pool.query(
      `select s.status, s.how_ended, e.status as entry from parking_sessions s, maintenance_log_entries e where s.id = $1 and e.id = $2`,
      [id, log_entry_id],
    )
    expect(rows).toEqual([{ status: 'ended', how_ended: 'forced', entry: 'resolved' }])
    const early = await place.move(releaseBike, id, { outcome: 'handed_over', reason })
    expect(early.body).toMatchObject({ error_code: 'bicycle_still_kept' })
    await pass(w, 90 * 24)
    expect((await place.move(releaseBike, id, { outcome: 'handed_over', reason })).body).toMatchObject({
      state: 'closed',
      outcome: 'handed_over',
    })
  })

  test('an order that is resolved in the maintenance log is carried out by its resolver, once it has a photo', async () => {
    const id = await untilRemoval()
    const { log_entry_id } = await place.read(id)
    const params = { location_id: place.location, log_entry_id: log_entry_id ?? '' }
    await place.technician.call(moveLogEntry, {
      params,
      body: { status: 'resolved', resolution: 'Brought to the depot' },
      headers: { 'if-match': '"1"' },
    })
    await tick(w)
    expect(await place.read(id)).toMatchObject({ step: 'removal', state: 'pending' })
    await makeLogPhoto(w, log_entry_id ?? '')
    await tick(w)
    const overstay = await place.read(id)
    expect(overstay).toMatchObject({ step: 'release', state: 'pending' })
    expect(overstay.records.at(-1)).toMatchObject({ actor_kind: 'person', reason: 'Brought to the depot' })
  })

  test('a dock that the crew opened by force waits for their photo; an order that was cancelled withdraws the removal', async () => {
    const [opened, cancelled] = [await untilRemoval(), await untilRemoval()]
    await w.pool.query(
      `update parking_sessions set status = 'ended', how_ended = 'forced', ended_at = now() where id = $1`,
      [opened],
    )
    await w.pool.query(
      `update maintenance_log_entries set status = 'cancelled', resolution = 'Wrong bicycle' where id = (select log_entry_id from overstays where session_id = $1)`,
      [cancelled],
    )
    await tick(w)
    expect(await place.read(opened)).toMatchObject({ step: 'removal', state: 'pending' })
    expect(await place.read(cancelled)).toMatchObject({ state: 'idle' })
    expect((await place.read(cancelled)).records.at(-1)).toMatchObject({ action: 'skipped', reason: 'Wrong bicycle' })
  })
})
