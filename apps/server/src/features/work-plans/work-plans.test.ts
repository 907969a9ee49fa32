import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateWorkingHours } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import {
  deleteWorkPlan,
  exportWorkPlans,
  listLogTemplates,
  listWorkPlanEvents,
  listWorkPlans,
  updateWorkPlan,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeLogEntry } from '../maintenance-log/samples.ts'
import {
  makeWorkPlanPlace,
  refOf,
  rule,
  template,
  versioned,
  weekly,
  work,
  workPlanActions,
} from '../../../test/support/work-plan-place.ts'

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

const { create, made, fresh, switched, entries, calendarTick, ruleTick, goTo, raise } = workPlanActions(() => ({
  w,
  ours,
  location,
  hardware,
  device,
  planner,
}))
const hour = 3_600_000
const shown = async (who: Caller, id: string) =>
  (await who.ask(listWorkPlans, { query: {} })).items.find((plan: { id: string }) => plan.id === id)

test('rights: entries are counted at the locations whose log the reader may read', async () => {
  const plan = await made({ ...weekly, location_ids: [location] })
  const other = await w.make.location(ours)
  const [seen, hidden] = [await makeLogEntry(w, location), await makeLogEntry(w, other)]
  await w.pool.query('update maintenance_log_entries set plan_id = $1, created_at = $3 where id = $2', [
    plan.id,
    seen,
    '2026-06-01T09:00:00Z',
  ])
  await w.pool.query('update maintenance_log_entries set plan_id = $1, created_at = $3 where id = $2', [
    plan.id,
    hidden,
    '2026-06-02T09:00:00Z',
  ])
  const reads = { organization: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] } as const
  const group = await w.make.group()
  await w.make.members('location', location, [group])
  await w.make.members('organization', ours.id, [group])
  const reader = await w.person([
    { group_id: group, needs: { ...reads, location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] } },
  ])
  const blind = await w.person([{ group_id: group, needs: { ...reads, location: ['GET'] } }])
  expect(await shown(planner, plan.id)).toMatchObject({ entries: 2, last_entry_at: '2026-06-02T09:00:00.000Z' })
  expect(await shown(reader, plan.id)).toMatchObject({ entries: 1, last_entry_at: '2026-06-01T09:00:00.000Z' })
  expect(await shown(blind, plan.id)).toMatchObject({ entries: 0, last_entry_at: null })
})

describe('what a plan says', () => {
  test.each([
    [{ ...weekly, starts_at: null }, 'starts_at', 'First entry at is required'],
    [{ ...weekly, period: null }, 'period', 'Period is required'],
    [{ ...weekly, every: 13 }, 'every', 'Every: at most 12'],
    [{ ...rule, triggers: [] }, 'triggers', 'Choose at least one event'],
    [{ ...template, description: 'Short' }, 'description', 'Description: at least 10 characters'],
    [{ ...template, type: 'firmware' }, 'type', 'Type is required'],
  ])('%# is refused at its field', async (body, field, words) => {
    expect((await create(body)).body).toMatchObject({ field, error_message: fieldSentence(field, words) })
  })

  test('what means nothing for its kind is not kept', async () => {
    expect(await made({ ...rule, kind: 'template', starts_at: '2026-06-16T09:00', period: 'daily' })).toMatchObject({
      triggers: [],
      starts_at: null,
      period: null,
    })
  })

  test('screens, lists: the export holds the rows of the filter, with what each kind makes its entries by', async () => {
    await made(template)
    await made({ ...weekly, every: 2, location_ids: [location] })
    await made({ ...rule, name: 'Mend the lock' })
    const file = async (query: object) => (await planner.send(exportWorkPlans, { query })).text
    const { code } = await w.db
      .selectFrom('locations')
      .select('code')
      .where('id', '=', location)
      .executeTakeFirstOrThrow()
    const recurring = await file({ kind: ['recurring'] })
    expect(recurring).toMatch(/2026-06-16T09:00,2,weekly/)
    expect(recurring).toContain(code)
    expect(recurring).not.toContain('Mend the lock')
    expect(await file({ kind: ['rule'] })).toMatch(/Mend the lock.*outage.*lock_jam/)
    const stranger = await w.person([{ group_id: (await w.make.organization()).owner, needs: work }])
    expect((await stranger.send(exportWorkPlans, { query: {} })).text).not.toContain('Spring check')
  })

  test('a template is offered at the locations of its organization until it is switched off', async () => {
    const plan = await made(template)
    const offered = async () => await planner.ask(listLogTemplates, { params: { location_id: location } })
    expect(await offered()).toMatchObject([{ name: 'Spring check', description: template.description }])
    await switched(plan, 'disabled')
    expect(await offered()).toEqual([])
  })

  test('its history says who switched it, and a deleted plan leaves its entries', async () => {
    const plan = await made({ ...rule, status: 'disabled' })
    const active = await switched(plan, 'active')
    const events = (await planner.ask(listWorkPlanEvents, { params: refOf(plan), query: {} })).items
    expect(events.map(({ verb }: { verb: string }) => verb)).toEqual(['activated', 'created'])
    await raise('lock_jam')
    await ruleTick()
    const latest = await fresh(active)
    const reply = await planner.call(deleteWorkPlan, { params: refOf(plan), headers: versioned(latest) })
    expect(reply.status).toBe(204)
    expect(await entries()).toMatchObject([{ plan_id: null, plan_name: null }])
  })

  test('rights: what writes by itself needs the log of every location that it covers', async () => {
    const foreign = await w.make.location(await w.make.organization())
    const alone = await w.person([
      { group_id: ours.owner, needs: { organization: work.organization ?? ['GET'], location: ['GET'] } },
    ])
    expect((await create({ ...rule, location_ids: [foreign] })).body).toMatchObject({ error_code: 'not_found' })
    expect((await create(rule, alone)).body).toMatchObject({ field: 'location_ids', error_code: 'forbidden' })
    expect((await create(template, alone)).status).toBe(200)
    expect((await alone.ask(listWorkPlans, {})).items).toHaveLength(1)
  })
})

describe('recurring jobs', () => {
  test('two processes make one entry at each location and run, and a stop is made up for once', async () => {
    goTo('2026-06-15T10:00:00.000Z')
    const second = await w.make.location(ours)
    const obsolete = await w.make.location(ours, { status: 'obsolete' })
    const plan = await made(weekly)
    // 09:00 in Tallinn is 06:00 in UTC.
    expect(plan.next_runs.slice(0, 2)).toEqual(['2026-06-16T06:00:00.000Z', '2026-06-23T06:00:00.000Z'])
    await calendarTick()
    expect(await entries()).toEqual([])
    goTo('2026-06-16T06:00:30.000Z')
    await Promise.all([calendarTick(), calendarTick()])
    await calendarTick()
    const first = await entries()
    expect(first.map(({ location_id }) => location_id).toSorted()).toEqual([location, second].toSorted())
    expect(first.some(({ location_id }) => location_id === obsolete)).toBe(false)
    expect(first[0]).toMatchObject({ plan_name: 'Spring check', created_by: null, status: 'new', type: 'inspection' })
    goTo('2026-07-15T12:00:00.000Z')
    await calendarTick()
    expect(await entries()).toHaveLength(4)
  })

  test('a job whose run fails does not hold up the others, and is made up for', async () => {
    goTo('2026-09-15T10:00:00.000Z')
    const weeks = { ...weekly, starts_at: '2026-09-16T09:00' }
    const broken = await made({ ...weeks, name: 'Broken' })
    await made({ ...weeks, name: 'Other' })
    const repair = await refuseRows(w, 'work_plan_runs', 'plan_id', broken.id)
    goTo('2026-09-16T06:00:30.000Z')
    await calendarTick()
    expect((await entries()).map(({ plan_name }) => plan_name)).toEqual(['Other'])
    await repair()
    await calendarTick()
    expect(await entries()).toHaveLength(2)
  })

  test('every second week keeps to its own weeks, by the clock of the working hours of the organization', async () => {
    goTo('2026-10-12T10:00:00.000Z')
    await planner.call(updateWorkingHours, {
      params: { organization_id: ours.id },
      headers: { 'if-match': '"1"' },
      body: { time_zone: 'America/Los_Angeles', days: [1, 2, 3, 4, 5], opens: '08:00', closes: '16:00' },
    })
    const plan = await made({ ...weekly, starts_at: '2026-10-13T09:00', every: 2 })
    expect(plan).toMatchObject({ time_zone: 'America/Los_Angeles' })
    // Summer time ends between the second run and the third: nine in the morning stays nine.
    expect(plan.next_runs.slice(0, 3)).toEqual([
      '2026-10-13T16:00:00.000Z',
      '2026-10-27T16:00:00.000Z',
      '2026-11-10T17:00:00.000Z',
    ])
  })

  test('no run of before counts when a job is made, switched on or given another calendar', async () => {
    goTo('2026-11-25T12:00:00.000Z')
    const plan = await made({ ...weekly, period: 'daily' })
    await calendarTick()
    const off = await switched(plan, 'disabled')
    w.clock.advance(48 * hour)
    await switched(off, 'active')
    await calendarTick()
    const moved = await fresh(plan)
    await planner.call(updateWorkPlan, {
      params: refOf(plan),
      headers: versioned(moved),
      body: { ...weekly, period: 'daily', starts_at: '2026-06-16T08:00' },
    })
    await calendarTick()
    expect(await entries()).toEqual([])
    w.clock.advance(24 * hour)
    await calendarTick()
    expect(await entries()).toHaveLength(1)
  })
})
