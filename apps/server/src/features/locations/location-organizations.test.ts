import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { createLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let everything: string
let operations: Caller
let ours: Organization
let theirs: Organization
/** Viewers of the other organization: in its owner group and in its operator group. */
let theirOwner: Caller
let theirOperator: Caller

beforeAll(async () => {
  w = await testApp()
  everything = await w.make.group({ type: 'system', covers_everything: true })
  operations = await w.person([{ group_id: everything, needs: stockRights('Operations') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  theirOwner = await w.person([{ group_id: theirs.owner, needs: stockRights('Viewer') }], theirs.id)
  theirOperator = await w.person([{ group_id: theirs.operator, needs: stockRights('Viewer') }], theirs.id)
})

let serial = 800_000
const make = async (who = operations, body: object = {}): Promise<Answer> =>
  who.send(createLocation, {
    body: {
      code: String(++serial),
      label: 'Balti jaam',
      country: 'EE',
      type: 'bike_docks',
      generation: 'G3',
      power_save: 'none',
      icon_type: 'bike',
      ...body,
    },
  })
const made = async (body: object = { owner_id: ours.id }): Promise<Location> => (await make(operations, body)).body
const change = (location: Location, body: object, who = operations): Promise<Answer> =>
  who.call(updateLocation, {
    params: { location_id: location.id },
    body,
    headers: { 'if-match': `"${location.version}"` },
  })
const status = async (location: Location, who: Caller) =>
  (await who.call(getLocation, { params: { location_id: location.id } })).status
const groupsOf = async ({ id }: Location): Promise<string[]> => {
  const { rows } = await w.pool.query<{ group_id: string }>(
    'select group_id from resource_group_members where resource_id = $1',
    [id],
  )
  return rows.map((row) => row.group_id).toSorted()
}

describe('rights: a location belongs to the system groups of its organizations', () => {
  test('from its birth, each in its part', async () => {
    const location = await made({ owner_id: ours.id, operator_id: theirs.id, reseller_id: theirs.id })
    expect(await groupsOf(location)).toEqual([ours.owner, theirs.operator, theirs.reseller].toSorted())
    expect([await status(location, theirOperator), await status(location, theirOwner)]).toEqual([200, 404])
  })

  test('a change moves them in the same moment; groups that it was added to stay', async () => {
    const location = await made()
    const added = await w.make.group()
    await w.make.members('location', location.id, [added])
    expect(await status(location, theirOperator)).toBe(404)
    const given = (await change(location, { operator_id: theirs.id })).body
    expect(given).toMatchObject({ operator_id: theirs.id, owner_id: ours.id })
    expect(await status(location, theirOperator)).toBe(200)
    const back = (await change(given, { operator_id: null })).body
    expect(await status(location, theirOperator)).toBe(404)
    expect(await groupsOf(location)).toEqual([ours.owner, added].toSorted())
    await change(back, { owner_id: theirs.id })
    expect(await groupsOf(location)).toEqual([theirs.owner, added].toSorted())
    expect(await status(location, theirOwner)).toBe(200)
  })

  test('history says them by the names that they had, beside their ids', async () => {
    const nameOf = async ({ id }: Organization) =>
      (await w.pool.query('select name from organizations where id = $1', [id])).rows[0].name as string
    const [our, their] = [await nameOf(ours), await nameOf(theirs)]
    const location = await made({ owner_id: ours.id })
    await change(location, { owner_id: theirs.id, operator_id: ours.id })
    await w.pool.query(`update organizations set name = 'Renamed since' where id = $1`, [ours.id])
    const { rows } = await w.pool.query('select verb, before, after from events where resource_id = $1 order by id', [
      location.id,
    ])
    expect(rows).toMatchObject([
      { verb: 'created', after: { owner: our, owner_id: ours.id } },
      {
        verb: 'updated',
        before: { owner: our, owner_id: ours.id, operator: null, operator_id: null },
        after: { owner: their, owner_id: theirs.id, operator: our, operator_id: ours.id },
      },
    ])
  })

  test('one organization in two parts leaves one of them and stays in the other', async () => {
    const location = await made({ owner_id: theirs.id, operator_id: theirs.id })
    await change(location, { owner_id: ours.id })
    expect(await groupsOf(location)).toEqual([ours.owner, theirs.operator].toSorted())
    expect([await status(location, theirOperator), await status(location, theirOwner)]).toEqual([200, 404])
  })

  test('who loses sight of it hears that it changed', async () => {
    const location = await made({ owner_id: ours.id, operator_id: theirs.id })
    const heard = new Promise<readonly string[]>((done) => {
      w.bus.on((message) => {
        if (message.kind !== 'changes') return
        const told = message.changes.find(({ id, type }) => id === location.id && type === 'location')
        if (told?.through?.group_ids?.length) done(told.through.group_ids)
      })
    })
    await change(location, { operator_id: null })
    expect(await heard).toEqual([theirs.operator])
  })
})

describe('rights: who may give a location away', () => {
  test('MODIFYORGANIZATIONS where it stands; CREATE in the system group of a new owner', async () => {
    const location = await made()
    const rights = { location: ['GET', 'MODIFYORGANIZATIONS'], organization: ['GET'] } as const
    const giver = await w.person([
      { group_id: ours.owner, needs: rights },
      { group_id: theirs.owner, needs: rights },
    ])
    expect((await change(location, { owner_id: theirs.id }, giver)).body).toMatchObject({
      missing: 'CREATE on location',
    })
    expect((await change(location, { reseller_id: theirs.id }, giver)).status).toBe(200)
    const taker = await w.person([
      { group_id: theirs.owner, needs: { location: ['GET', 'CREATE', 'MODIFYORGANIZATIONS'] } },
    ])
    expect((await change(location, { owner_id: theirs.id }, taker)).status).toBe(404)
  })

  test('nobody gives it to an organization that they do not see, and nothing of the edit stays', async () => {
    const location = await made()
    const giver = await w.person([
      { group_id: ours.owner, needs: { location: ['GET', 'UPDATE', 'MODIFYORGANIZATIONS'], organization: ['GET'] } },
    ])
    const unknown = '01900000-0000-7000-8000-000000000000'
    const answers = await Promise.all(
      [theirs.id, unknown].map((id) => change(location, { operator_id: id, label: 'Given' }, giver)),
    )
    expect(answers[0]?.status).toBe(404)
    expect(answers[0]?.text).toBe(answers[1]?.text)
    const now = await operations.ask(getLocation, { params: { location_id: location.id } })
    expect(now).toEqual(location)
  })

  test('nobody hands out rights over it that they do not hold: a strong role in the other group is no way round', async () => {
    const location = await made()
    const climber = await w.person([
      { group_id: ours.owner, needs: { location: ['GET', 'MODIFYORGANIZATIONS'], organization: ['GET'] } },
      { group_id: theirs.operator, needs: { location: ['GET', 'FORCESTATUS'], organization: ['GET'] } },
    ])
    const answer = await change(location, { operator_id: theirs.id }, climber)
    expect(answer.body.error_code).toBe('role_not_held')
    expect(await groupsOf(location)).toEqual([ours.owner])
  })

  test.each<[string, Needs]>([
    ['of its price lists', { rental_fleet: ['UPDATE'] }],
    ['of allowlists that close its locks', { whitelist: ['MODIFYTARGETS'] }],
    ['of subscriptions that close its locks', { subscription: ['MODIFYTARGETS'] }],
    ['of reminders to its riders', { reminders: ['UPDATE'] }],
    ['of what its riders wrote', { user: ['READ_FEEDBACK'] }],
    ['of its groups', { resource_group: ['MODIFYBELONGS'] }],
  ])('so are rights of other types that are asked on a location: %s', async (_what, right) => {
    const location = await made()
    const giver = { location: ['GET', 'MODIFYORGANIZATIONS'], organization: ['GET'] } as const
    const climber = await w.person([
      { group_id: ours.owner, needs: giver },
      { group_id: theirs.reseller, needs: { organization: ['GET'], ...right } },
    ])
    const refused = await change(location, { reseller_id: theirs.id }, climber)
    expect(refused.body.error_code).toBe('role_not_held')
    const holder = await w.person([{ group_id: ours.owner, needs: { ...giver, ...right } }])
    await w.make.grant(holder.id, theirs.reseller, [['organization', 'GET']])
    expect((await change(location, { reseller_id: theirs.id }, holder)).status).toBe(200)
  })

  test('rights over other things that are granted in the other group are no obstacle', async () => {
    const location = await made()
    const needs = { location: ['GET', 'MODIFYORGANIZATIONS'], organization: ['GET'] } as const
    const giver = await w.person([{ group_id: ours.owner, needs }])
    await w.make.grant(giver.id, theirs.reseller, [['organization', 'GET']])
    await w.person([{ group_id: theirs.reseller, needs: { organization: ['UPDATE'], user: ['GET'] } }])
    expect((await change(location, { reseller_id: theirs.id }, giver)).status).toBe(200)
  })

  test('CREATE is asked in the system group of the owner, by default of the own organization', async () => {
    const rights = { location: ['GET', 'CREATE'], organization: ['GET'] } as const
    const maker = await w.person([{ group_id: ours.owner, needs: rights }], ours.id)
    expect((await make(maker)).body).toMatchObject({ owner_id: ours.id, status: 'in_house' })
    for (const owner_id of [theirs.id, null])
      expect((await make(maker, { owner_id })).status).toBe(owner_id ? 404 : 403)
    const readAction = await w.person([
      { group_id: ours.owner, needs: rights },
      { group_id: theirs.owner, needs: { organization: ['GET'] } },
    ])
    expect((await make(readAction, { owner_id: theirs.id })).body).toMatchObject({ missing: 'CREATE on location' })
    expect((await make(operations, { owner_id: null })).body).toMatchObject({ owner_id: null })
  })

  test('another organization in a part takes MODIFYORGANIZATIONS at the birth too; the own one, and none, take CREATE alone', async () => {
    const rights = { location: ['GET', 'CREATE'], organization: ['GET'] } as const
    const maker = await w.person(
      [
        { group_id: ours.owner, needs: rights },
        { group_id: theirs.owner, needs: { organization: ['GET'] } },
      ],
      ours.id,
    )
    for (const part of ['operator_id', 'distributor_id', 'reseller_id']) {
      const refused = await make(maker, { [part]: theirs.id })
      expect(refused).toMatchObject({ status: 403, body: { missing: 'MODIFYORGANIZATIONS on location', field: part } })
      expect((await make(maker, { [part]: ours.id })).body).toMatchObject({ [part]: ours.id })
      expect((await make(maker, { [part]: null })).status).toBe(200)
    }
    await w.make.grant(maker.id, ours.owner, [['location', 'MODIFYORGANIZATIONS']])
    // Viewers wait in that operator group: nobody brings them more than they hold themselves.
    expect((await make(maker, { operator_id: theirs.id })).body).toMatchObject({ error_code: 'role_not_held' })
    expect((await make(maker, { reseller_id: theirs.id })).body).toMatchObject({ reseller_id: theirs.id })
  })

  test('nobody brings a new location under a strong role of their own in another part', async () => {
    const climber = await w.person(
      [
        { group_id: ours.owner, needs: { location: ['GET', 'CREATE'], organization: ['GET'] } },
        { group_id: ours.distributor, needs: { location: ['GET', 'FORCESTATUS'] } },
      ],
      ours.id,
    )
    expect((await make(climber, { distributor_id: ours.id })).body).toMatchObject({ error_code: 'role_not_held' })
    expect((await make(climber)).status).toBe(200)
  })
})
