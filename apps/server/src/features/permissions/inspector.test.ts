import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { inspectPerson, listGrantors, listHolders } from '@wheelhouse/contract/permissions/inspector.ts'
import type { Inspection } from '@wheelhouse/contract/permissions/inspector.ts'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { hasRights } from '../../authz/authorize.ts'
import { forgetHints } from '../../authz/visible.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let everything: string
let inspector: Caller
beforeAll(async () => {
  w = await testApp()
  everything = await w.make.group({ type: 'system', covers_everything: true })
  const needs = {
    console_user: ['GET'],
    location: ['GET'],
    device: ['GET'],
    resource_group: ['GETBELONGS', 'GET_RESOURCES'],
  } as const
  inspector = await w.person([{ group_id: everything, needs }])
})
afterAll(() => w.end())

type Pair = readonly [ResourceType, Action]
/** Enough to make rights that follow a location, rights that do not, and the right to see it. */
const pairs: readonly Pair[] = [
  ['location', 'GET'],
  ['location', 'UPDATE'],
  ['location', 'GET_EVENTS'],
  ['device', 'GET'],
  ['device', 'SETSTATUS'],
  ['hardware', 'UPDATE'],
  ['resource_group', 'GETBELONGS'],
  // Single rights of other types that are asked on a location.
  ['rental_fleet', 'UPDATE'],
  ['whitelist', 'MODIFYTARGETS'],
]

const inspected = async (caller: Caller, personId: string, type: 'location' | 'device', id: string) =>
  (await caller.ask(inspectPerson, {
    params: { console_user_id: personId },
    query: { resource_type: type, resource_id: id },
  })) as Inspection
const allowedIn = ({ rights }: Inspection): string[] =>
  rights.flatMap(({ type, action, is_allowed }) => (is_allowed ? [`${type} ${action}`] : []))

describe('issue 12: the inspector answers what enforcement does', () => {
  test('property: over random grants and memberships it agrees with the single check and with the list', async () => {
    const groups = [everything, await w.make.group(), await w.make.group(), await w.make.group()]
    const places = [await w.make.location(null), await w.make.location(null), await w.make.location(null)]
    const [index, some] = [
      (most: number) => fc.nat({ max: most - 1 }),
      (most: number) => fc.uniqueArray(fc.nat({ max: most - 1 }), { maxLength: most }),
    ]
    const history = fc.record({
      // A role of some actions, held in a group; the first group covers everything and is rare.
      grants: fc.array(
        fc.record({
          group: fc.oneof({ weight: 1, arbitrary: index(4) }, { weight: 4, arbitrary: index(3).map((at) => at + 1) }),
          actions: some(pairs.length),
        }),
        { maxLength: 3 },
      ),
      members: fc.array(some(3), { minLength: 3, maxLength: 3 }),
      isDisabled: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(history, async ({ grants, members, isDisabled }) => {
        await w.db.deleteFrom('resource_group_members').where('resource_id', 'in', places).execute()
        for (const [at, place] of places.entries())
          await w.make.members(
            'location',
            place,
            (members[at] ?? []).map((group) => groups[group + 1] as string),
          )
        const person = await w.person([])
        for (const { group, actions } of grants)
          await w.make.grant(
            person.id,
            groups[group] as string,
            actions.map((at) => pairs[at] as Pair),
          )
        forgetHints()
        const listed = await person.call(listLocations, { query: { limit: 100 } })
        const shown = new Set(listed.status === 200 ? listed.body.items.map((row: { id: string }) => row.id) : [])
        if (isDisabled)
          await w.db
            .updateTable('console_users')
            .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'A test' })
            .where('id', '=', person.id)
            .execute()
        for (const place of places) {
          const answer = await inspected(inspector, person.id, 'location', place)
          const held = await hasRights({ db: w.db, person }, pairs, { type: 'location', id: place })
          const [isVisible = false] = held
          const enforced = pairs.flatMap((pair, at) => (isVisible && !isDisabled && held[at] ? [pair.join(' ')] : []))
          expect(answer.is_visible).toBe(isVisible)
          expect(answer.is_visible).toBe(shown.has(place))
          expect(allowedIn(answer).toSorted()).toEqual(enforced.toSorted())
          // Each allowed right has a grant that gives it, and no grant outside of the resource gives anything.
          const given = new Set(answer.grants.flatMap(({ gives }) => gives))
          for (const [at, right] of answer.rights.entries()) if (right.is_allowed) expect(given.has(at)).toBe(true)
          for (const grant of answer.grants) if (grant.belongs === null) expect(grant.gives).toEqual([])
          // The reverse: who can do A on R names exactly the people to whom the inspector allows it.
          const { body } = await inspector.call(listHolders, {
            params: { id: place },
            query: { type: 'device', action: 'SETSTATUS' },
          })
          const holds = body.items.some((one: { user_id: string }) => one.user_id === person.id)
          expect(holds).toBe(enforced.includes('device SETSTATUS'))
        }
      }),
      { numRuns: 40 },
    )
  }, 120_000)

  test('the chain says why each group contains the resource, and where it breaks', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const device = await w.make.device(location)
    const [added, other] = [await w.make.group({ name: 'Pilot' }), await w.make.group({ name: 'Elsewhere' })]
    await w.make.members('location', location, [added])
    const needs = { location: ['GET'], device: ['GET'] } as const
    const person = await w.person([
      { group_id: organization.owner, needs },
      { group_id: added, needs },
      { group_id: other, needs },
    ])
    const chain = async (type: 'location' | 'device', id: string) =>
      Object.fromEntries(
        (await inspected(inspector, person.id, type, id)).grants.map((one) => [one.resource_group_id, one.belongs]),
      )
    expect(await chain('location', location)).toEqual({
      [organization.owner]: 'organization',
      [added]: 'added',
      [other]: null,
    })
    expect(await chain('device', device)).toEqual({
      [organization.owner]: 'location',
      [added]: 'location',
      [other]: null,
    })
  })

  test('a group that the reader may not look into has no name, and the answer stays right', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const needs = { location: ['GET'], console_user: ['GET'], resource_group: ['GETBELONGS'] } as const
    const reader = await w.person([{ group_id: organization.owner, needs }], organization.id)
    const person = await w.person([{ group_id: everything, needs: { location: ['GET', 'UPDATE'] } }], organization.id)
    const answer = await inspected(reader, person.id, 'location', location)
    expect(answer.grants).toMatchObject([{ resource_group_name: null, belongs: 'everything' }])
    expect(allowedIn(answer)).toEqual(['location GET', 'location UPDATE'])
  })

  test('rights: a foreign resource is not found, and a visible one without GETBELONGS forbidden', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const foreign = await w.make.location(await w.make.organization())
    const needs = { location: ['GET'], console_user: ['GET'] } as const
    const reader = await w.person([{ group_id: organization.owner, needs }], organization.id)
    const ask = (resource_id: string) =>
      reader.call(inspectPerson, {
        params: { console_user_id: reader.id },
        query: { resource_type: 'location', resource_id },
      })
    expect((await ask(location)).status).toBe(403)
    expect((await ask(foreign)).status).toBe(404)
    const holders = { params: { id: foreign }, query: { type: 'location', action: 'GET' } } as const
    expect((await reader.call(listHolders, holders)).status).toBe(404)
  })
})

describe('issue 12: who could give what is missing', () => {
  test('those who are named can really give it, and nobody else', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const wanted = { device: ['SETSTATUS'], location: ['GET'] } as const
    const steward = { console_user: ['GET', 'MODIFYROLES'], resource_group: ['GET'] } as const
    const target = await w.person([], organization.id)
    const able = await w.person([{ group_id: organization.owner, needs: { ...steward, ...wanted } }], organization.id)
    // One holds no MODIFYROLES, the other not the right itself.
    await w.person([{ group_id: organization.owner, needs: wanted }], organization.id)
    await w.person([{ group_id: organization.owner, needs: steward }], organization.id)
    const role = await w.make.role([
      ['location', 'GET'],
      ['device', 'SETSTATUS'],
    ])
    const answer = await inspector.call(listGrantors, {
      params: { console_user_id: target.id },
      query: { resource_type: 'location', resource_id: location, type: 'device', action: 'SETSTATUS' },
    })
    expect(answer.body).toMatchObject([{ user_id: able.id }])
    const given = await able.call(changeRoles, {
      body: { resource_ids: [target.id], resource_group_id: organization.owner, add: [role], remove: [] },
    })
    expect(given.status, given.text).toBe(204)
    expect(allowedIn(await inspected(inspector, target.id, 'location', location))).toContain('device SETSTATUS')
    // A machine cannot be asked for anything.
    await w.pool.query(`update console_users set kind = 'service' where id = $1`, [able.id])
    const again = await inspector.call(listGrantors, {
      params: { console_user_id: target.id },
      query: { resource_type: 'location', resource_id: location, type: 'device', action: 'SETSTATUS' },
    })
    expect(again.body).toEqual([])
  })

  test('who could give a right is named without a group that the reader may not look into', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const needs = { location: ['GET'], console_user: ['GET'], resource_group: ['GETBELONGS'] } as const
    const reader = await w.person([{ group_id: organization.owner, needs }], organization.id)
    const target = await w.person([], organization.id)
    const able = await w.person([], organization.id)
    await w.make.role([['location', 'GET']])
    await w.make.grant(able.id, organization.owner, [
      ['console_user', 'MODIFYROLES'],
      ['location', 'GET'],
    ])
    const named = async () =>
      (
        await reader.ask(listGrantors, {
          params: { console_user_id: target.id },
          query: { resource_type: 'location', resource_id: location, type: 'location', action: 'GET' },
        })
      ).map(({ user_id, resource_group_name }) => ({ user_id, resource_group_name }))
    expect(await named()).toEqual([{ user_id: able.id, resource_group_name: null }])
    await w.make.grant(reader.id, organization.owner, [['resource_group', 'GET_RESOURCES']])
    expect(await named()).toEqual([{ user_id: able.id, resource_group_name: expect.any(String) }])
  })

  test('people whom the reader may not see are counted, not named', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const stranger = await w.make.organization()
    await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'LAUNCH'] } }], stranger.id)
    const needs = { location: ['GET', 'LAUNCH'], console_user: ['GET'], resource_group: ['GETBELONGS'] } as const
    const reader = await w.person([{ group_id: organization.owner, needs }], organization.id)
    const { body } = await reader.call(listHolders, {
      params: { id: location },
      query: { type: 'location', action: 'LAUNCH' },
    })
    expect(body).toMatchObject({ items: [{ user_id: reader.id }], hidden: 1 })
  })
})
