import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOverstayRules, updateOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import {
  callOffOverstay,
  cancelOverstayFee,
  carryOutRemoval,
  exportOverstays,
  getOverstay,
  postponeOverstayStep,
  releaseBike,
  skipOverstayStep,
  undoOverstayStep,
  waiveOverstayFee,
} from '@wheelhouse/contract/overstays/overstays.ts'
import {
  canMoveOverstay,
  overstayMoves,
  overstayStates,
  overstaySteps,
} from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayMove } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import {
  makeOverstayPlace,
  overstayActions,
  pass,
  rewind,
  testRules,
  tick,
} from '../../../test/support/overstay-place.ts'
import type { OverstayPlace } from '../../../test/support/overstay-place.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

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

const { messagesOf, idsIn, untilCharged } = overstayActions(() => ({ w, place }))

describe('what a person may do, by state', () => {
  const bodies: Record<OverstayMove, [Parameters<Caller['call']>[0], object]> = {
    skip: [skipOverstayStep, { reason }],
    postpone: [postponeOverstayStep, { reason, hours: 24 }],
    undo: [undoOverstayStep, { reason, hours: 24 }],
    cancel_fee: [cancelOverstayFee, { reason }],
    waive_fee: [waiveOverstayFee, { reason }],
    carry_out: [carryOutRemoval, { reason }],
    release: [releaseBike, { outcome: 'returned', reason }],
    call_off: [callOffOverstay, { reason }],
  }

  test('the server refuses every move that the table does not allow', async () => {
    const both = {
      ...stockRights('First-line support'),
      location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
    }
    const anyone = await w.person([{ group_id: place.organization.owner, needs: both as never }])
    let refused = 0
    for (const step of overstaySteps)
      for (const state of overstayStates) {
        const id = await place.park(60)
        const closing = state === 'closed' ? { outcome: 'called_off', closed_at: w.clock.now().toISOString() } : {}
        const at = { exceeded_at: w.clock.now().toISOString(), opened_at: w.clock.now().toISOString() }
        const row = {
          session_id: id,
          location_id: place.location,
          limit_h: 48,
          ...at,
          updated_at: at.opened_at,
          step,
          state,
          ...closing,
        }
        await w.db.insertInto('overstays').values(row).execute()
        for (const name of overstayMoves.filter(
          (one) => !canMoveOverstay({ step, state, skipped_step: null, fee_status: null }, one),
        )) {
          const [route, body] = bodies[name]
          expect((await place.move(route, id, body, anyone)).body, `${name} of ${step} ${state}`).toMatchObject({
            error_code: 'overstay_not_movable',
          })
          refused++
        }
      }
    expect(refused).toBeGreaterThan(100)
  })

  test('a message can be stopped while it waits: the step is planned again and nothing was sent', async () => {
    const user_id = await place.rider()
    const id = await place.park(50, { user_id })
    await tick(w)
    await pass(w, 0.01)
    expect(await place.read(id)).toMatchObject({ step: 'reminder', state: 'pending' })
    expect((await place.move(undoOverstayStep, id, { reason, hours: 24 })).status).toBe(200)
    await pass(w, 23)
    expect(await place.read(id)).toMatchObject({ step: 'reminder', state: 'planned' })
    expect(await messagesOf(user_id)).toEqual([])
  })

  test('a skipped step can be taken back until the next one begins, and a postponed one waits', async () => {
    const id = await place.park(50)
    await tick(w)
    const { body: skipped } = await place.move(skipOverstayStep, id, { reason })
    expect(skipped).toMatchObject({ step: 'notice', state: 'planned', skipped_step: 'reminder' })
    const { body: postponed } = await place.move(postponeOverstayStep, id, { reason, hours: 100 })
    expect(Date.parse(postponed.due_at) - Date.parse(skipped.due_at)).toBe(100 * 3_600_000)
    const { body: undone } = await place.move(undoOverstayStep, id, { reason, hours: 1 })
    expect(undone).toMatchObject({ step: 'reminder', state: 'planned', skipped_step: null })
    expect(undone.records.at(-1)).toMatchObject({ action: 'undone', step: 'reminder', reason, actor_kind: 'person' })
    expect((await place.move(skipOverstayStep, id, { reason })).body).toMatchObject({ step: 'notice' })
    await pass(w, 24)
    expect(await place.read(id)).toMatchObject({ step: 'notice', state: 'pending', skipped_step: null })
  })

  test('a notice cannot be skipped, because a fee and a removal need one', async () => {
    const id = await place.park(50)
    await tick(w)
    await place.move(skipOverstayStep, id, { reason })
    expect((await place.move(skipOverstayStep, id, { reason })).body).toMatchObject({
      error_code: 'overstay_not_movable',
    })
  })

  test('two people who act at once name the same version, and the second is refused', async () => {
    const id = await place.park(49)
    await tick(w)
    const { version } = await place.read(id)
    const call = () =>
      place.support.call(postponeOverstayStep, {
        params: { overstay_id: id },
        body: { reason, hours: 5 },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await Promise.all([call(), call()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 412,
    ])
  })
})

describe('rights: money and people are for those who see them', () => {
  test('technician and viewer see the steps, and neither the rider nor the fee', async () => {
    const id = await untilCharged()
    expect(await place.read(id)).toMatchObject({ fee_minor: 2500, currency: 'EUR', user_name: expect.any(String) })
    const hidden = {
      user_id: null,
      user_name: null,
      fee_minor: null,
      currency: null,
      fee_status: null,
      payment_id: null,
      payment_state: null,
    }
    for (const who of [place.technician, await place.person('Viewer')]) {
      expect(await place.read(id, who)).toMatchObject(hidden)
      const { user_id } = await place.read(id)
      expect(await idsIn(who, { user_id })).toEqual([])
      const { text } = await who.send(exportOverstays, { query: { location_id: [place.location] } })
      expect(text).not.toMatch(/25\.00|EUR/)
    }
    expect((await place.move(waiveOverstayFee, id, { reason }, place.technician)).status).toBe(403)
    expect((await place.move(skipOverstayStep, id, { reason }, place.technician)).status).toBe(403)
    const stranger = await w.person([
      { group_id: (await w.make.organization()).owner, needs: stockRights('First-line support') },
    ])
    expect((await stranger.call(getOverstay, { params: { overstay_id: id } })).status).toBe(404)
    expect((await place.move(waiveOverstayFee, id, { reason })).status).toBe(200)
    const actions = async (who: Caller) => (await place.read(id, who)).records.map(({ action }) => action)
    expect(await actions(place.support)).toContain('fee_waived')
    expect(await actions(place.technician)).not.toContain('fee_waived')
  })

  test('the list is by age, and finds what waits for a person', async () => {
    const [younger, older] = [await place.park(50), await place.park(90)]
    await tick(w)
    expect(await idsIn(place.support)).toEqual([older, younger])
    expect(await idsIn(place.support, { waits_for_person: 'yes' })).toEqual([])
    await place.move(callOffOverstay, older, { reason })
    expect(await idsIn(place.support)).toEqual([younger])
    expect(await idsIn(place.support, { scope: 'closed' })).toEqual([older])
  })
})

describe('rules of a region', () => {
  test('they are off until a person switches them on, checked as a whole, and changed under the version of the region', async () => {
    const all = await w.make.group({ type: 'system', covers_everything: true }).catch(() => null)
    const { rows } = await w.pool.query<{ id: string }>(
      'select id from resource_groups where covers_everything limit 1',
    )
    const admin = await w.person([{ group_id: all ?? rows[0]?.id ?? '', needs: { console: ['GET', 'UPDATE'] } }])
    await w.pool.query('delete from overstay_rules where region_id = $1', [place.region_id])
    const params = { region_id: place.region_id }
    const { body: usual } = await admin.call(getOverstayRules, { params })
    expect(usual).toMatchObject({ is_enabled: false, version: 1 })
    const put = (body: object, version = 1) =>
      admin.send(updateOverstayRules, { params, body, headers: { 'if-match': `"${version}"` } })
    expect((await put({ ...testRules, notice_after_h: null })).body).toMatchObject({ field: 'notice_after_h' })
    expect((await put({ ...testRules, fee_minor: null })).body).toMatchObject({ field: 'fee_minor' })
    expect((await put(testRules)).body).toMatchObject({ ...testRules, version: 2 })
    expect((await put(testRules)).status).toBe(412)
    expect((await put(testRules, 2)).body).toMatchObject({ version: 2 })
    expect((await place.support.call(getOverstayRules, { params })).status).toBe(404)
  })
})
