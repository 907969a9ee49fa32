import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listAllowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { getBackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { listDashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { listFleets } from '@wheelhouse/contract/fleets/fleets.ts'
import { selectLocations } from '@wheelhouse/contract/locations/location-edit.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPublicAreas } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { listReminderGroups } from '@wheelhouse/contract/reminders/reminders.ts'
import { listReports } from '@wheelhouse/contract/reports/reports.ts'
import {
  countGroupMembers,
  getResourceGroup,
  groupMembers,
  listGroupPeople,
  listResourceGroupEvents,
  resourceGroups,
  updateResourceGroup,
} from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { listSubscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAllowlist } from '../allowlists/samples.ts'
import { makeDashboard } from '../dashboards/samples.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeArea } from '../public-areas/samples.ts'
import { makeReminderGroup } from '../reminders/samples.ts'
import { makeReportRow } from '../reports/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'

const stewardNeeds = {
  resource_group: ['GET', 'GETBELONGS', 'MODIFYBELONGS', 'GET_RESOURCES', 'UPDATE'],
  location: ['GET'],
} as const

let w: TestApp
let organization: Organization
let group: string
let steward: Caller
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  group = await w.make.group({ name: 'Harbour crew' })
  const needs = stewardNeeds
  steward = await w.person(
    [
      { group_id: organization.owner, needs },
      { group_id: group, needs },
    ],
    organization.id,
  )
})

const members = async (query: object = {}) =>
  (await steward.ask(groupMembers.route, { params: { group_id: group }, query })).items
const makeLocations = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await w.make.location(organization))
  return ids
}

type Seen = Promise<{ items: readonly { id: string }[] }>
interface OwnMember {
  type: MemberType
  needs: Needs
  make: () => Promise<string>
  see: (who: Caller) => Seen
}

const ownMembers: OwnMember[] = [
  {
    type: 'rental_fleet',
    needs: { rental_fleet: ['GET'] },
    make: () => makeFleet(w, organization),
    see: (who) => who.ask(listFleets, {}),
  },
  {
    type: 'subscription',
    needs: { subscription: ['GET'] },
    make: () => makeSubscription(w, organization.id, [organization.owner]),
    see: (who) => who.ask(listSubscriptions, {}),
  },
  {
    type: 'whitelist',
    needs: { whitelist: ['GET'] },
    make: () => makeAllowlist(w, organization.id, [organization.owner]),
    see: (who) => who.ask(listAllowlists, {}),
  },
  {
    type: 'public_area',
    needs: { public_area: ['public-area:get'] },
    make: () => makeArea(w, organization, []),
    see: (who) => who.ask(listPublicAreas, {}),
  },
  {
    type: 'reminders',
    needs: { reminders: ['GET'] },
    make: () => makeReminderGroup(w, organization),
    see: (who) => who.ask(listReminderGroups, {}),
  },
  {
    type: 'dashboards',
    needs: { dashboards: ['analytics-dashboard:get'], organization: ['analytics-dashboard:get'] },
    make: () => makeDashboard(w, organization),
    see: (who) => who.ask(listDashboards, {}),
  },
  {
    type: 'report',
    needs: { report: ['GET_REPORTS'] },
    make: () => makeReportRow(w, organization.id, [organization.owner]),
    see: (who) => who.ask(listReports, {}),
  },
]

describe('spec 6: changing permissions through resource groups', () => {
  test('members are listed by kind, with who added them and when', async () => {
    const [location = ''] = await makeLocations(1)
    await w.make.members('organization', organization.id, [group])
    const answer = await steward.call(changeBelongs, {
      body: { resource_type: 'location', resource_ids: [location], add: [group], remove: [] },
    })
    expect(answer.status, answer.text).toBe(204)
    expect(await members({ type: 'location' })).toMatchObject([
      { id: location, type: 'location', added_at: w.clock.now().toISOString(), added_by_name: expect.any(String) },
    ])
    expect(await members({ type: 'organization' })).toMatchObject([{ id: organization.id, added_at: null }])
    const { body: counts } = await steward.call(countGroupMembers, { params: { group_id: group } })
    expect(counts).toContainEqual({ type: 'location', count: 1, is_exact: true })
    const { body: history } = await steward.call(listResourceGroupEvents, { params: { group_id: group } })
    expect(history.items).toEqual([])
  })

  test.each(ownMembers)('$type is a member of a group, and seen by who holds a role there', async (own) => {
    const { type, needs, make, see } = own
    const id = await make()
    const held = { ...stewardNeeds, ...needs }
    const keeper = await w.person([organization.owner, group].map((group_id) => ({ group_id, needs: held })))
    const guest = await w.person([{ group_id: group, needs }])
    const idsSeen = async () => (await see(guest)).items.map((one) => one.id)
    const change = async (groups: { add: string[]; remove: string[] }) => {
      const { status, text } = await keeper.call(changeBelongs, {
        body: { resource_type: type, resource_ids: [id], ...groups },
      })
      expect(status, text).toBe(204)
    }
    expect(await idsSeen()).toEqual([])
    await change({ add: [group], remove: [] })
    expect(await idsSeen()).toEqual([id])
    expect(await members({ type })).toMatchObject([{ id, name: expect.stringMatching(/\w/) }])
    const { body: counts } = await steward.call(countGroupMembers, { params: { group_id: group } })
    expect(counts).toContainEqual({ type, count: 1, is_exact: true })
    await change({ add: [], remove: [group] })
    expect([await idsSeen(), await members()]).toEqual([[], []])
  })

  test('spec 6: 1,000 are changed in the background: what the person may not change fails by itself', async () => {
    const ids = await makeLocations(1_000)
    const watcher = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
    const selection = await steward.ask(selectLocations, { body: {} })
    expect(selection.total).toBe(1_000)
    // Another organization takes one of them before its turn comes.
    const [taken = ''] = ids
    await w.db.deleteFrom('resource_group_members').where('resource_id', '=', taken).execute()
    const started = await steward.call(changeManyBelongs, {
      body: { resource_type: 'location', target: { selection_id: selection.id }, add: [group], remove: [] },
    })
    expect(started.status, started.text).toBe(200)
    await w.runJobs()
    const { body: job } = await steward.call(getBackgroundJob, { params: { job_id: started.body.background_job_id } })
    expect(job).toMatchObject({ status: 'done', total: 1_000, done: 999, failed: 1 })
    expect(job.error_results).toMatchObject([{ id: taken, error_code: 'not_found' }])
    const listed = await watcher.call(listLocations, { query: { limit: 500 } })
    expect(listed.body.total).toBe(999)
  }, 120_000)

  test('at once up to 100: a failed one is named, the others are done', async () => {
    const [mine = ''] = await makeLocations(1)
    const foreign = await w.make.location(await w.make.organization())
    const answer = await steward.call(changeManyBelongs, {
      body: { resource_type: 'location', target: { ids: [mine, foreign] }, add: [group], remove: [] },
    })
    expect(answer).toMatchObject({ status: 422, body: { results: [{ id: mine }] } })
    expect(answer.body.error_results).toMatchObject([{ id: foreign, error_code: 'not_found' }])
  })

  test('nobody hands out rights over a location that they do not hold, one by one and in bulk', async () => {
    const [mine = ''] = await makeLocations(1)
    await w.person([{ group_id: group, needs: { location: ['GET', 'LAUNCH'] } }])
    const answer = await steward.call(changeManyBelongs, {
      body: { resource_type: 'location', target: { ids: [mine] }, add: [group], remove: [] },
    })
    expect(answer.body.error_results).toMatchObject([{ id: mine, error_code: 'role_not_held' }])
  })

  test('a system group is refused before anything starts', async () => {
    const [mine = ''] = await makeLocations(1)
    const answer = await steward.call(changeManyBelongs, {
      body: { resource_type: 'location', target: { ids: [mine] }, add: [], remove: [organization.owner] },
    })
    expect(answer).toMatchObject({ status: 409, body: { error_code: 'system_group' } })
  })

  test('people with a role in the group are notified of changed rights, and nobody else', async () => {
    const [mine = ''] = await makeLocations(1)
    const inside = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
    await w.person([{ group_id: organization.reseller, needs: { location: ['GET'] } }])
    const notified = new Promise<string[] | null>((resolve) => {
      const stop = w.bus.on((message) => {
        if (message.kind !== 'rights') return
        stop()
        resolve(message.person_ids)
      })
    })
    await steward.call(changeBelongs, {
      body: { resource_type: 'location', resource_ids: [mine], add: [group], remove: [] },
    })
    expect((await notified)?.toSorted()).toEqual([inside.id, steward.id].toSorted())
  })
})

describe('spec 5: a resource group', () => {
  const edit = (id: string, version: number, more: object = {}) =>
    steward.send(updateResourceGroup, {
      params: { group_id: id },
      body: { name: 'Night crew', description: 'Answers calls at night', type: 'private', ...more },
      headers: { 'if-match': `"${version}"` },
    })

  test.each([
    ['Name is required', { name: ' ' }],
    ['Description is required', { description: '' }],
    ['Description: at least 10 characters', { description: 'short' }],
  ])('%s', async (words, more) => {
    expect((await edit(group, 1, more)).body.error_message).toContain(words)
  })

  test('is edited with its version and an event; system groups follow the organizations', async () => {
    expect((await edit(group, 1)).body).toMatchObject({ name: 'Night crew', version: 2 })
    expect((await edit(group, 1)).status).toBe(412)
    const { body } = await steward.call(listResourceGroupEvents, { params: { group_id: group } })
    expect(body.items).toMatchObject([{ verb: 'updated' }])
    expect((await edit(organization.owner, 1)).body.error_code).toBe('system_group')
  })

  test('rights: MODIFYPERMISSIONS changes its type, and so who may see that it exists', async () => {
    const edited = await edit(group, 1, { type: 'public' })
    expect(edited.body).toMatchObject({ error_code: 'forbidden', missing: 'MODIFYPERMISSIONS on resource_group' })
    await w.make.grant(steward.id, group, [['resource_group', 'MODIFYPERMISSIONS']])
    expect((await edit(group, 1, { type: 'public' })).body).toMatchObject({ type: 'public', version: 2 })
  })

  test('it lists who holds which roles in it, and is public-facing where end clients do', async () => {
    const person = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
    const { body: people } = await steward.call(listGroupPeople, { params: { group_id: group } })
    expect(people.map(({ user_id }: { user_id: string }) => user_id)).toContain(person.id)
    const facing = await steward.send(resourceGroups.route, { query: { public_facing: 'yes' } })
    expect(facing.body.items.find(({ id }: { id: string }) => id === group)).toMatchObject({ person_count: 2 })
    const internal = await steward.send(resourceGroups.route, { query: { public_facing: 'no' } })
    expect(internal.body.items).toEqual([])
  })

  test('rights: its counts are shown, sorted and filtered only with GET_RESOURCES in it', async () => {
    const [open, closed] = [group, await w.make.group({ name: 'Of others' })]
    for (const id of await makeLocations(2)) await w.make.members('location', id, [open, closed])
    const reader = await w.person([open, closed].map((group_id) => ({ group_id, needs: { resource_group: ['GET'] } })))
    await w.make.grant(reader.id, open, [['resource_group', 'GET_RESOURCES']])
    const unknown = { is_public_facing: null, person_count: null, location_count: null }
    const known = { is_public_facing: true, person_count: 2, location_count: 2 }
    expect(await reader.ask(getResourceGroup, { params: { group_id: closed } })).toMatchObject(unknown)
    expect(await reader.ask(getResourceGroup, { params: { group_id: open } })).toMatchObject(known)
    const found = async (query: object) => (await reader.ask(resourceGroups.route, { query })).items
    for (const order of ['asc', 'desc'])
      expect(await found({ sort: 'person_count', order })).toMatchObject([
        { id: open, ...known },
        { id: closed, ...unknown },
      ])
    expect(await found({ public_facing: 'yes' })).toMatchObject([{ id: open }])
    expect(await found({ public_facing: 'no' })).toEqual([])
  })
})
