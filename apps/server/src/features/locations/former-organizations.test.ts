import { readFile } from 'node:fs/promises'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAllowlistTargets } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { readGeoJson } from '@wheelhouse/contract/public-areas/feeds.ts'
import { createPublicArea, updatePublicArea } from '@wheelhouse/contract/public-areas/public-areas.ts'
import {
  createReminderConfig,
  editReminderConfigs,
  updateReminderConfig,
} from '@wheelhouse/contract/reminders/reminders.ts'
import { addSubscriptionTargets } from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import { updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { createWorkPlan, updateWorkPlan } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { callRoute, testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAllowlist } from '../allowlists/samples.ts'
import { areaText, makeArea } from '../public-areas/samples.ts'
import { makeReminderConfig, makeReminderGroup, reminderConfig } from '../reminders/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { makeWorkPlan, workPlan } from '../work-plans/samples.ts'

const leftInAreas = new URL(
  '../../../../../packages/db/migrations/0115_areas_of_former_organizations.sql',
  import.meta.url,
)

interface Targets {
  location_ids: string[]
  device_ids: string[]
}

let w: TestApp
let operations: Caller
let former: Organization
let next: Organization
let location_id: string
let device_id: string
let hardware_id: string
/** Of the former organization, and stays with it. */
let kept: string

beforeAll(async () => {
  w = await testApp()
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  operations = await w.person([{ group_id: everything, needs: stockRights('Operations') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[former, next] = [await w.make.organization(), await w.make.organization()]
  location_id = await w.make.location(former, { operator_id: former.id })
  hardware_id = await w.make.hardware(await w.make.controller())
  device_id = await w.make.device(location_id, { number: 7, hardware_id })
  kept = await w.make.location(former)
  await w.pool.query('delete from allowlist_changes')
})

let version = 1
const give = async (body: object): Promise<void> => {
  const headers = { 'if-match': `"${version}"` }
  const answer = await operations.call(updateLocation, { params: { location_id }, body, headers })
  expect(answer.status, answer.text).toBe(200)
  version = answer.body.version
}
const giveAway = async (): Promise<void> => {
  version = 1
  await give({ owner_id: next.id, operator_id: next.id })
}

type TargetTable = 'allowlist_targets' | 'subscription_targets'
async function target(table: TargetTable, list: string, on: { location_id?: string; device_id?: string }) {
  const column = table === 'allowlist_targets' ? 'allowlist_id' : 'subscription_id'
  await w.pool.query(
    `insert into ${table} (id, ${column}, location_id, device_id, created_at) values ($1, $2, $3, $4, now())`,
    [uuidv7(), list, on.location_id ?? null, on.device_id ?? null],
  )
}
/** What its targets are by now. */
const targetsOf = async (table: TargetTable, list: string): Promise<string[]> => {
  const column = table === 'allowlist_targets' ? 'allowlist_id' : 'subscription_id'
  const { rows } = await w.pool.query<{ id: string }>(
    `select coalesce(location_id, device_id) as id from ${table} where ${column} = $1`,
    [list],
  )
  return rows.map(({ id }) => id)
}
const eventsOf = async (id: string): Promise<unknown[]> =>
  (await w.pool.query('select verb, before, after from events where resource_id = $1 order by id', [id])).rows

/** What puts the location into a list of the former organization; a new list answers its own id. */
const asFirst = { headers: { 'if-match': '"1"' } }
async function editOfArea() {
  const id = await makeArea(w, former, [kept])
  const body = { ...areaText, organization_id: former.id, location_ids: [kept, location_id] }
  return { id, edit: () => operations.call(updatePublicArea, { params: { public_area_id: id }, body, ...asFirst }) }
}
async function newArea() {
  const body = { ...areaText, organization_id: former.id, location_ids: [kept, location_id] }
  return { id: null, edit: () => operations.call(createPublicArea, { body }) }
}
async function editOfReminder() {
  const reminder_group_id = await makeReminderGroup(w, former)
  const id = await makeReminderConfig(w, reminder_group_id, [kept])
  const params = { reminder_group_id, reminder_config_id: id }
  const body = { ...reminderConfig, location_ids: [kept, location_id] }
  return { id, edit: () => operations.call(updateReminderConfig, { params, body, ...asFirst }) }
}
async function newReminder() {
  const reminder_group_id = await makeReminderGroup(w, former)
  const body = { ...reminderConfig, location_ids: [kept, location_id] }
  return { id: null, edit: () => operations.call(createReminderConfig, { params: { reminder_group_id }, body }) }
}
async function editOfReminders() {
  const id = await makeReminderConfig(w, await makeReminderGroup(w, former), [kept])
  const body = { target: { ids: [id] }, location_ids: [kept, location_id] }
  return { id, edit: () => operations.call(editReminderConfigs, { body }) }
}
async function editOfPlan() {
  const id = await makeWorkPlan(w, former.id, {}, [kept])
  const params = { organization_id: former.id, work_plan_id: id }
  const body = { ...workPlan, location_ids: [kept, location_id] }
  return { id, edit: () => operations.call(updateWorkPlan, { params, body, ...asFirst }) }
}
async function newPlan() {
  const body = { ...workPlan, location_ids: [kept, location_id] }
  return {
    id: null,
    edit: () => operations.call(createWorkPlan, { params: { organization_id: former.id }, body }),
  }
}

describe('rights: an organization without a part in a location rules nothing there any more', () => {
  test('its allowlists let go of the location and of its devices, the locks are examined, and the history says so', async () => {
    const list = await makeAllowlist(w, former.id, [former.owner], { status: 'active' })
    for (const on of [{ location_id }, { device_id }, { location_id: kept }])
      await target('allowlist_targets', list, on)
    const theirs = await makeAllowlist(w, next.id, [next.owner])
    await target('allowlist_targets', theirs, { location_id })
    await giveAway()
    expect(await targetsOf('allowlist_targets', list)).toEqual([kept])
    expect(await targetsOf('allowlist_targets', theirs)).toEqual([location_id])
    const noted = await w.pool.query('select distinct hardware_id from allowlist_changes')
    expect(noted.rows).toEqual([{ hardware_id }])
    expect(await eventsOf(list)).toEqual([
      { verb: 'targets_removed', before: { locations: 1, devices: 1 }, after: null },
    ])
  })

  test('so do its subscriptions', async () => {
    const subscription = await makeSubscription(w, former.id, [former.owner])
    for (const on of [{ location_id }, { device_id }, { location_id: kept }])
      await target('subscription_targets', subscription, on)
    await w.pool.query('delete from allowlist_changes')
    await giveAway()
    expect(await targetsOf('subscription_targets', subscription)).toEqual([kept])
    expect(
      (await w.pool.query('select 1 from allowlist_changes where hardware_id = $1', [hardware_id])).rows,
    ).not.toEqual([])
    expect(await eventsOf(subscription)).toMatchObject([{ verb: 'targets_removed' }])
  })

  test.each([
    [
      'allowlist_targets',
      makeAllowlist,
      (list: string, body: Targets) => operations.call(addAllowlistTargets, { params: { allowlist_id: list }, body }),
    ],
    [
      'subscription_targets',
      makeSubscription,
      (list: string, body: Targets) =>
        operations.call(addSubscriptionTargets, { params: { subscription_id: list }, body }),
    ],
  ] as const)('so do %s that are added at the same moment', async (table, make, add) => {
    const list = await make(w, former.id, [former.owner])
    const inUse = await w.pool.connect()
    await inUse.query(`begin; lock table ${table} in share mode`)
    // The device's location is held as well as the one that is named.
    const added = add(list, { location_ids: [kept], device_ids: [device_id] })
    await w.waitingForLocks(1)
    const given = giveAway()
    // A closed connection holds no lock.
    await w.waitingForLocks(2).finally(() => inUse.release(true))
    expect((await added).status).toBe(200)
    await given
    expect(await targetsOf(table, list)).toEqual([kept])
  })

  test.each([
    ['edited', 'public_area_locations', 'area_id', editOfArea],
    ['created', 'public_area_locations', 'area_id', newArea],
    ['edited', 'reminder_config_locations', 'config_id', editOfReminder],
    ['created', 'reminder_config_locations', 'config_id', newReminder],
    ['edited together', 'reminder_config_locations', 'config_id', editOfReminders],
    ['edited', 'work_plan_locations', 'plan_id', editOfPlan],
    ['created', 'work_plan_locations', 'plan_id', newPlan],
  ] as const)('neither stops the other when, at the same moment, there are %s %s', async (_how, table, of, make) => {
    const { id, edit } = await make()
    const inUse = await w.pool.connect()
    await inUse.query(`begin; lock table ${table} in share mode`)
    const edited = edit()
    await w.waitingForLocks(1)
    const given = giveAway()
    // A closed connection holds no lock.
    await w.waitingForLocks(2).finally(() => inUse.release(true))
    const answer = await edited
    expect(answer.status, answer.text).toBeLessThan(300)
    await given
    const { rows } = await w.pool.query(`select location_id from ${table} where ${of} = $1`, [id ?? answer.body.id])
    expect(rows).toEqual([{ location_id: kept }])
  })

  test('its reminders write to nobody there, and its planned work is not for other locations instead', async () => {
    const group = await makeReminderGroup(w, former)
    const config = await makeReminderConfig(w, group, [location_id, kept], { status: 'active' })
    const recurring = { kind: 'recurring', starts_at: '2026-06-16T09:00', period: 'weekly' }
    const [both, alone] = [
      await makeWorkPlan(w, former.id, recurring, [location_id, kept]),
      await makeWorkPlan(w, former.id, recurring, [location_id]),
    ]
    await giveAway()
    const reminded = await w.pool.query('select location_id from reminder_config_locations where config_id = $1', [
      config,
    ])
    expect(reminded.rows).toEqual([{ location_id: kept }])
    const planned = await w.pool.query('select plan_id, location_id from work_plan_locations where plan_id = any($1)', [
      [both, alone],
    ])
    expect(planned.rows).toEqual([{ plan_id: both, location_id: kept }])
    const plans = await w.pool.query('select id, status, version from work_plans where id = any($1) order by id', [
      [both, alone],
    ])
    expect(plans.rows).toEqual([
      { id: both, status: 'active', version: 2 },
      { id: alone, status: 'disabled', version: 2 },
    ])
    expect(await eventsOf(group)).toMatchObject([
      { verb: 'updated', before: { locations: 2 }, after: { locations: 1 } },
    ])
    expect(await eventsOf(alone)).toMatchObject([{ verb: 'disabled', before: { locations: 1 } }])
  })

  test('its public areas publish the location no more and are checked again', async () => {
    const both = await makeArea(w, former, [location_id, kept])
    const theirs = await makeArea(w, next, [location_id])
    const published = async (public_area_id: string): Promise<unknown[]> =>
      JSON.parse((await callRoute(w.app, null, readGeoJson, { params: { public_area_id } })).text).features
    expect(await published(both)).toHaveLength(2)
    await giveAway()
    expect(await published(both)).toHaveLength(1)
    expect(await published(theirs)).toHaveLength(1)
    expect(await eventsOf(both)).toEqual([{ verb: 'updated', before: { locations: 2 }, after: { locations: 1 } }])
    expect(await eventsOf(theirs)).toEqual([])
    await w.runJobs()
    const { rows } = await w.pool.query(
      'select a.version from public_areas a join public_area_checks k on k.area_id = a.id where a.id = $1',
      [both],
    )
    expect(rows).toEqual([{ version: 2 }])
  })

  test('an update takes what was handed over before out of its public areas, and nothing else', async () => {
    const [area, theirs, ofNobodys] = [
      await makeArea(w, former, [kept]),
      await makeArea(w, next, [location_id]),
      await makeArea(w, await w.make.organization(), [location_id, kept]),
    ]
    await giveAway()
    await w.pool.query('insert into public_area_locations (area_id, location_id) values ($1, $2)', [area, location_id])
    // A second time there is nothing to do.
    for (const _ of [1, 2]) await w.pool.query(await readFile(leftInAreas, 'utf8'))
    const { rows } = await w.pool.query(
      `select a.id, a.version, (select count(*)::int from public_area_locations x where x.area_id = a.id) as locations
       from public_areas a where id = any($1) order by id`,
      [[area, theirs, ofNobodys]],
    )
    expect(rows).toEqual([
      { id: area, version: 2, locations: 1 },
      { id: theirs, version: 1, locations: 1 },
      { id: ofNobodys, version: 1, locations: 2 },
    ])
  })

  test('while it keeps another part, everything of it stays', async () => {
    const list = await makeAllowlist(w, former.id, [former.owner])
    await target('allowlist_targets', list, { location_id })
    version = 1
    await give({ owner_id: next.id })
    expect(await targetsOf('allowlist_targets', list)).toEqual([location_id])
    await give({ operator_id: null })
    expect(await targetsOf('allowlist_targets', list)).toEqual([])
  })
})
