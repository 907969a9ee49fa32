import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPointEvents, listPointPlaces } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { get, labels, makePointPlace, pointActions } from '../../../test/support/point-place.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
/** Manager of our organization; viewer of it; manager of another one; one with our organization's operator role. */
let manager: Caller
let viewer: Caller
let stranger: Caller
let operator: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, theirs, manager, viewer, stranger, operator } = await makePointPlace(w))
})

const { create, made, change, changed, remove } = pointActions(() => ({ w, manager }))

describe('rights: who may', () => {
  test('a viewer sees and changes nothing; a manager creates, updates, deletes', async () => {
    const point = await made()
    expect((await get(viewer, point)).status).toBe(200)
    expect((await create({}, viewer)).status).toBe(403)
    expect((await change(point, { label: 'Mine' }, viewer)).status).toBe(403)
    expect((await remove(point, viewer)).status).toBe(403)
    expect((await viewer.call(listPointEvents, { params: { point_id: point.id } })).status).toBe(403)
    expect((await change(point, { label: 'Ours' })).status).toBe(200)
  })

  test('CREATE is asked of the owner group of the own organization: held elsewhere it is not enough', async () => {
    const guest = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], ours.id)
    expect((await create({}, guest)).body).toMatchObject({
      error_code: 'forbidden',
      missing: 'CREATE on point_of_interest',
    })
    const homeless = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }])
    expect((await create({}, homeless)).status).toBe(403)
  })

  test("the provider's staff without an organization makes points of nobody's", async () => {
    const { rows } = await w.pool.query<{ id: string }>('select id from resource_groups where covers_everything')
    const root = await w.person([{ group_id: rows[0]?.id ?? '', needs: stockRights('Superadmin') }])
    const point = await made({}, root)
    expect(point.organization_id).toBeNull()
    expect((await get(manager, point)).status).toBe(404)
  })

  test('a foreign point is an unknown one, read, changed, deleted or asked for its history', async () => {
    const point = await made()
    const unknown = { ...point, id: '01900000-0000-7000-8000-000000000000' }
    for (const ask of [
      (one: PointOfInterest) => get(stranger, one),
      (one: PointOfInterest) => change(one, {}, stranger),
      (one: PointOfInterest) => remove(one, stranger),
      (one: PointOfInterest) => stranger.call(listPointEvents, { params: { point_id: one.id } }),
    ]) {
      const [foreign, none] = [await ask(point), await ask(unknown)]
      expect([foreign.status, foreign.text]).toEqual([404, none.text])
    }
    expect(await labels(stranger)).toEqual([])
    expect(await labels(stranger, {}, listPointPlaces)).toEqual([])
  })

  test('access level: internal is for the own people, partner and public for all who work with the organization', async () => {
    const [internal, partner, open] = [
      await made({ access_level: 'internal' }),
      await made({ access_level: 'partner' }),
      await made({ access_level: 'public' }),
    ]
    const statuses = (who: Caller) =>
      Promise.all([internal, partner, open].map(async (point) => (await get(who, point)).status))
    expect(await statuses(manager)).toEqual([200, 200, 200])
    expect(await statuses(operator)).toEqual([404, 200, 200])
    expect(await statuses(stranger)).toEqual([404, 404, 404])
    await change(partner, { access_level: 'internal' })
    await change(internal, { access_level: 'public' })
    expect(await statuses(operator)).toEqual([200, 404, 200])
  })

  test('a level that changes leaves groups that it was added to', async () => {
    const point = await made({ access_level: 'partner' })
    const group = await w.make.group()
    await w.make.members('point_of_interest', point.id, [group])
    await change(point, { access_level: 'internal' })
    const { rows } = await w.pool.query<{ group_id: string }>(
      'select group_id from resource_group_members where resource_id = $1',
      [point.id],
    )
    expect(rows.map((row) => row.group_id).toSorted()).toEqual([group, ours.owner].toSorted())
  })

  test('a viewer who loses sight of a point is notified that it changed', async () => {
    const point = await made({ access_level: 'public' })
    const heard = new Promise<readonly string[]>((done) => {
      w.bus.on((message) => {
        const told =
          message.kind === 'changes'
            ? message.changes.find(({ id, type }) => id === point.id && type === 'point_of_interest')
            : undefined
        if (told?.through?.group_ids?.length) done(told.through.group_ids)
      })
    })
    await change(point, { access_level: 'internal' })
    expect(new Set(await heard)).toEqual(new Set([ours.operator, ours.distributor, ours.reseller]))
  })

  test('a location must be one that the writer sees', async () => {
    const foreign = await w.make.location(theirs)
    expect((await create({ location_id: foreign })).status).toBe(404)
    const point = await made()
    const answer = await change(point, { location_id: foreign })
    expect([answer.status, answer.body.error_code]).toEqual([404, 'not_found'])
  })

  test('a location is shown to those who see it, and stays when one who does not saves', async () => {
    const location = await w.make.location(ours, { label: 'Station' })
    const point = await made({ location_id: location })
    const blind = await w.person([{ group_id: ours.owner, needs: { point_of_interest: ['GET', 'UPDATE'] } }], ours.id)
    expect((await get(blind, point)).body).toMatchObject({ location_id: null, location_label: null })
    expect(await labels(blind, { location_id: location })).toEqual([])
    const saved = await changed(point, { label: 'Renamed' }, blind)
    expect(saved).toMatchObject({ label: 'Renamed', location_id: null })
    expect((await get(manager, point)).body).toMatchObject({ location_id: location, location_label: 'Station' })
    await change(saved, { label: 'Renamed' })
    expect((await get(manager, point)).body).toMatchObject({ location_id: null })
    const { rows } = await w.pool.query(
      'select before::text || after::text as said from events where resource_id = $1',
      [point.id],
    )
    expect(JSON.stringify(rows)).not.toContain(location)
  })
})
