import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLogEntry, moveLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeWorkPlanPlace, rule, versioned, workPlanActions } from '../../../test/support/work-plan-place.ts'

let w: TestApp
let ours: Organization
let location: string
let hardware: string
let device: string
let planner: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.db.deleteFrom('work_plans').execute()
  ;({ ours, location, hardware, device, planner } = await makeWorkPlanPlace(w))
})

const { made, switched, entries, ruleTick, now, goTo, raise, clear, confirmOutage, endOutage } = workPlanActions(
  () => ({ w, ours, location, hardware, device, planner }),
)

describe('rules', () => {
  test('a rule is off until it is switched on, and answers nothing from before that', async () => {
    const plan = await made({ ...rule, status: 'disabled' })
    await raise('lock_jam')
    await ruleTick()
    await switched(plan, 'active')
    await ruleTick()
    expect(await entries()).toEqual([])
  })

  test('an outage makes one entry with two processes, and is closed with it', async () => {
    await made(rule)
    const outage = await confirmOutage()
    await Promise.all([ruleTick(), ruleTick()])
    const [entry, ...others] = await entries()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ status: 'new', type: 'repair', plan_name: 'Spring check', targets: [{ id: device }] })
    expect(entry?.description).toMatch(
      /check the springs\.\n\nDock 07: outage since 2026-\d\d-\d\d \d\d:\d\d \(Europe\/Tallinn\)\.$/,
    )
    await endOutage(outage)
    await Promise.all([ruleTick(), ruleTick()])
    expect(await entries()).toMatchObject([
      { status: 'resolved', resolution: 'The cause of this entry is over.', resolved_by: null },
    ])
  })

  test('a rule that fails does not hold up the others, nor the end of what was answered', async () => {
    await made({ ...rule, name: 'Answered before' })
    const before = await confirmOutage()
    await ruleTick()
    await endOutage(before)
    const broken = await made({ ...rule, triggers: ['tamper'], name: 'Broken' })
    await made({ ...rule, triggers: ['tamper'], name: 'Other' })
    await raise('tamper')
    const repair = await refuseRows(w, 'work_plan_causes', 'plan_id', broken.id)
    await ruleTick()
    expect((await entries()).map(({ plan_name, status }) => [plan_name, status])).toEqual([
      ['Answered before', 'resolved'],
      ['Other', 'new'],
    ])
    await repair()
    await ruleTick()
    expect(await entries()).toHaveLength(3)
  })

  test('a lock that sends two alarms and an outage is visited once, and the entry ends with the last of them', async () => {
    await made({ ...rule, triggers: ['outage', 'lock_jam', 'tamper'] })
    const jam = await raise('lock_jam')
    const tamper = await raise('tamper')
    await ruleTick()
    const outage = await confirmOutage()
    await ruleTick()
    expect(await entries()).toHaveLength(1)
    await clear(jam)
    await endOutage(outage)
    await ruleTick()
    expect(await entries('open')).toHaveLength(1)
    await clear(tamper)
    await ruleTick()
    expect(await entries('open')).toEqual([])
  })

  test('work that has begun stays open with a comment when its cause ends', async () => {
    await made(rule)
    const jam = await raise('lock_jam')
    await ruleTick()
    const [entry] = await entries()
    if (!entry) throw new Error('The rule made no entry')
    const params = { location_id: location, log_entry_id: entry.id }
    await planner.send(moveLogEntry, { params, headers: versioned(entry), body: { status: 'in_progress' } })
    await clear(jam)
    await ruleTick()
    expect(await planner.ask(getLogEntry, { params })).toMatchObject({
      status: 'in_progress',
      comments: [{ text: 'The cause of this entry is over.', created_by_name: null }],
    })
  })

  test('an entry that a person deletes is not made again while its alarm lasts; the next alarm makes another', async () => {
    await made(rule)
    const jam = await raise('lock_jam')
    await ruleTick()
    await w.db.deleteFrom('maintenance_log_entries').where('location_id', '=', location).execute()
    await ruleTick()
    expect(await entries()).toEqual([])
    await clear(jam)
    await raise('lock_jam')
    await ruleTick()
    expect(await entries()).toHaveLength(1)
  })

  test('what is over within the minute, has another reason, is folded or is elsewhere makes no entry', async () => {
    const elsewhere = await w.make.location(ours)
    await made({ ...rule, location_ids: [elsewhere] })
    await raise('lock_jam')
    await w.db.deleteFrom('work_plans').execute()
    await made(rule)
    await clear(await raise('lock_jam', { hardware_id: 'other-hardware' }))
    await raise('low_voltage')
    const whole = await confirmOutage()
    await w.db.updateTable('outages').set({ folded_into: whole }).where('id', '=', whole).execute()
    await ruleTick()
    expect(await entries()).toEqual([])
  })

  test('the time allowed runs in the working hours of the operator', async () => {
    goTo('2026-12-04T18:00:00.000Z')
    const operator = await w.make.organization()
    await w.db.updateTable('locations').set({ operator_id: operator.id }).where('id', '=', location).execute()
    const office = { days: [1, 2, 3, 4, 5], opens: '08:00', closes: '16:00', updated_at: now() }
    await w.db
      .insertInto('maintenance_hours')
      .values([
        { organization_id: ours.id, time_zone: 'UTC', ...office, days: [7] },
        { organization_id: operator.id, time_zone: 'Europe/Tallinn', ...office },
      ])
      .execute()
    await made(rule)
    await raise('lock_jam')
    await ruleTick()
    // Made on a Friday evening: a day of work is Tuesday at eight, two hours behind in UTC.
    expect((await entries())[0]?.due_at).toBe('2026-12-08T06:00:00.000Z')
  })
})
