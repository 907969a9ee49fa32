import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { getLogEntry, listLogEntries, moveLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { updateWorkingHours } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import {
  createWorkPlan,
  deleteWorkPlan,
  exportWorkPlans,
  getWorkPlan,
  listLogTemplates,
  listWorkPlanEvents,
  listWorkPlans,
  switchWorkPlan,
  updateWorkPlan,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlanDetails } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { runDueJobs } from './recurring-jobs.ts'
import { answerCauses } from './rules.ts'

let w: TestApp
let ours: Organization
let location: string
let device: string
let hardware: string
let planner: Caller

const work: Needs = {
  organization: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
  location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
}

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of this test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.db.deleteFrom('work_plans').execute()
  ours = await w.make.organization()
  location = await w.make.location(ours)
  hardware = await w.make.hardware(await w.make.controller())
  device = await w.make.device(location, { hardware_id: hardware, number: 7 })
  planner = await w.person([{ group_id: ours.owner, needs: work }])
})

const template = {
  kind: 'template',
  status: 'active',
  name: 'Spring check',
  description: 'Grease the lock bars and check the springs.',
  type: 'inspection',
  priority: 'high',
  resource: 'on_site_technician',
} as const
const weekly = { ...template, kind: 'recurring', starts_at: '2026-06-16T09:00', period: 'weekly' } as const
const rule = { ...template, kind: 'rule', type: 'repair', triggers: ['outage', 'lock_jam'] } as const

const create = (body: object, who = planner): Promise<Answer> =>
  who.send(createWorkPlan, { params: { organization_id: ours.id }, body: body })
const made = async (body: object): Promise<WorkPlanDetails> => (await create(body)).body
const refOf = ({ id, organization_id }: WorkPlanDetails) => ({ organization_id, work_plan_id: id })
const versioned = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const fresh = async (plan: WorkPlanDetails): Promise<WorkPlanDetails> =>
  await planner.ask(getWorkPlan, { params: refOf(plan) })
const switched = async (plan: WorkPlanDetails, status: 'active' | 'disabled'): Promise<WorkPlanDetails> =>
  await planner.ask(switchWorkPlan, { params: refOf(plan), headers: versioned(plan), body: { status } })

const entries = async (state = 'all'): Promise<LogEntry[]> =>
  (await planner.send(listLogEntries, { query: { state, sort: 'created_at', order: 'asc' } })).body.items
const jobCtx = () => ({ ...w, correlation_id: uuidv7(), signal: new AbortController().signal })
const calendarTick = () => runDueJobs(jobCtx())
const ruleTick = () => answerCauses(jobCtx())
const hour = 3_600_000
const now = (): string => w.clock.now().toISOString()
/** Midnight of a day in UTC, and so many hours. */
const goTo = (instant: string): void => w.clock.advance(Date.parse(instant) - w.clock.now().getTime())

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

async function raise(reason: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = uuidv7()
  const row = { id, hardware_id: hardware, device_id: device, location_id: location, reason, raised_at: now() }
  w.clock.advance(1_000)
  await w.db
    .insertInto('alarms')
    .values({ ...row, raised_at: now(), ...values })
    .execute()
  return id
}
const clear = (id: string) => w.db.updateTable('alarms').set({ cleared_at: now() }).where('id', '=', id).execute()

async function confirmOutage(): Promise<string> {
  const id = uuidv7()
  w.clock.advance(1_000)
  const row = { id, location_id: location, device_id: device, hardware_id: hardware, began_at: now(), raised_at: now() }
  await w.db
    .insertInto('outages')
    .values({ ...row, confirmed_at: now() })
    .execute()
  return id
}
const endOutage = (id: string) =>
  w.db
    .updateTable('outages')
    .set({ cleared_at: now(), ended_at: now(), clearing: 'recovered' })
    .where('id', '=', id)
    .execute()

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
