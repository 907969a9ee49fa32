import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createPointOfInterest,
  deletePointOfInterest,
  deletePointsOfInterest,
  points,
  getPointOfInterest,
  listPointEvents,
  listPointPlaces,
  listPointsOfInterest,
  pointExports,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type {
  PointField,
  PointOfInterest,
  PointOfInterestBody,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

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
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }], ours.id)
  stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], theirs.id)
  operator = await w.person([{ group_id: ours.operator, needs: stockRights('Viewer') }], theirs.id)
})

const tap = {
  label: 'Tap by the station',
  type: 'utility-water',
  icon_type: 'water',
  access_level: 'public',
  latitude: 59.44041,
  longitude: 24.73655,
  description: '',
  external_id: '',
  location_id: null,
} as const
const create = (body: object = {}, who = manager, headers = {}): Promise<Answer> =>
  who.send(createPointOfInterest, { body: { ...tap, ...body }, headers })
const made = (body: Partial<PointOfInterestBody> = {}, who = manager): Promise<PointOfInterest> =>
  who.ask(createPointOfInterest, { body: { ...tap, ...body } })
const change = (
  point: PointOfInterest,
  body: object,
  who = manager,
  version: number | null = point.version,
): Promise<Answer> =>
  who.send(updatePointOfInterest, {
    params: { point_id: point.id },
    body: { ...tap, ...body },
    headers: version === null ? {} : { 'if-match': `"${version}"` },
  })
/** The edit succeeds. */
const changed = (point: PointOfInterest, body: Partial<PointOfInterestBody>, who = manager): Promise<PointOfInterest> =>
  who.ask(updatePointOfInterest, {
    params: { point_id: point.id },
    body: { ...tap, ...body },
    headers: { 'if-match': `"${point.version}"` },
  })
const remove = (
  point: PointOfInterest,
  who = manager,
  headers: Record<string, string> = { 'if-match': `"${point.version}"` },
) => who.call(deletePointOfInterest, { params: { point_id: point.id }, headers })
const get = (who: Caller, { id }: { id: string }): Promise<Answer> =>
  who.call(getPointOfInterest, { params: { point_id: id } })
type Lists = typeof listPointsOfInterest | typeof listPointPlaces
const labels = async (who: Caller, query: object = {}, route: Lists = listPointsOfInterest): Promise<string[]> =>
  (await who.ask(route, { query })).items.map(({ label }) => label)
const eventsOf = async (point: { id: string }): Promise<Record<string, unknown>[]> => {
  const text = 'select * from events where resource_id = $1 order by id'
  return (await w.pool.query<Record<string, unknown>>(text, [point.id])).rows
}

describe('spec 3 and 5: what a point of interest is', () => {
  test('it is kept with all its fields, and born in the organization of its maker', async () => {
    const location = await w.make.location(ours, { label: 'Station' })
    const point = await made({ description: 'Two taps', external_id: 'W-1', location_id: location })
    expect(point).toMatchObject({
      label: 'Tap by the station',
      type: 'utility-water',
      icon_type: 'water',
      access_level: 'public',
      version: 1,
      latitude: 59.44041,
      longitude: 24.73655,
      description: 'Two taps',
      external_id: 'W-1',
      location_id: location,
      location_label: 'Station',
      organization_id: ours.id,
    })
    expect((await get(manager, point)).body).toEqual(point)
  })

  /** Another value for each field than `tap` has: a field without one does not compile. */
  const others = (location_id: string): Record<PointField, unknown> => ({
    label: 'Pump at the pier',
    type: 'utility-pump',
    icon_type: 'pump',
    access_level: 'internal',
    latitude: 59.5,
    longitude: 24.5,
    description: 'Behind the kiosk',
    external_id: 'P-7',
    location_id,
  })
  test('each field is stored, returned, recorded in the event and exported as it was sent', async () => {
    const values = others(await w.make.location(ours))
    const point = await made()
    const edited = await change(point, values)
    expect(edited, edited.text).toMatchObject({ status: 200, body: values })
    const { location_id: _, ...recorded } = values
    expect((await eventsOf(point)).at(-1)).toMatchObject({ verb: 'updated', after: recorded })
    const file = await manager.call(points.csv, { query: { column: [...pointExports] } } as never)
    expect(parse(file.text, { bom: true })).toEqual([pointExports, pointExports.map((name) => String(values[name]))])
  })

  const { location_id: _, description: _text, external_id: _other, ...required } = tap
  test('description, location and external id are optional, nothing else', async () => {
    expect((await manager.send(createPointOfInterest, { body: required })).status).toBe(200)
    for (const [name, words] of [
      ['label', 'Label is required'],
      ['type', 'Type is required'],
      ['icon_type', 'Icon is required'],
      ['access_level', 'Access level is required'],
      ['latitude', 'Pick the place on the map'],
    ] as const) {
      const { [name]: _left, ...body } = required
      const answer = await manager.send(createPointOfInterest, { body })
      expect(answer.body, name).toMatchObject({
        error_code: 'invalid_body',
        field: name,
        error_message: fieldSentence(name, words),
      })
    }
  })

  test.each([
    ['a label of 2 characters', { label: 'Ab' }, 'label'],
    ['a label of 65', { label: 'a'.repeat(65) }, 'label'],
    ['a label of blanks', { label: '     ' }, 'label'],
    ['a type of ours that is none', { type: 'utility-beer' }, 'type'],
    ['an icon of locations', { icon_type: 'bike' }, 'icon_type'],
    ['a level that is none', { access_level: 'secret' }, 'access_level'],
    ['a latitude beyond the pole', { latitude: 90.1 }, 'latitude'],
    ['a longitude beyond the date line', { longitude: -180.5 }, 'longitude'],
    ['a description of 501', { description: 'a'.repeat(501) }, 'description'],
    ['an external id of 65', { external_id: 'a'.repeat(65) }, 'external_id'],
    ['a location that is no id', { location_id: 'station' }, 'location_id'],
  ])('values, bounds: %s is refused', async (_name, body, field) => {
    expect((await create(body)).body).toMatchObject({ error_code: 'invalid_body', field })
    const point = await made()
    expect((await change(point, body)).body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test.each([
    ['a label of 3 characters', { label: 'Tap' }],
    ['a label of 64', { label: 'a'.repeat(64) }],
    ['a description of 500', { description: 'a'.repeat(500) }],
    ['the south pole', { latitude: -90, longitude: 180 }],
  ])('values, bounds: %s will do', async (_name, body) => {
    expect((await create(body)).body).toMatchObject(body)
  })

  test('a field that there is not is refused', async () => {
    expect((await create({ colour: 'red' })).body).toMatchObject({ error_code: 'invalid_body' })
  })

  test('an external id is unique within an organization, and may be used by another one', async () => {
    const first = await made({ external_id: 'W-1' })
    expect((await create({ external_id: 'W-1' })).body).toMatchObject({
      error_code: 'external_id_taken',
      field: 'external_id',
    })
    const second = await made({ external_id: 'W-2' })
    expect((await change(second, { external_id: 'W-1' })).status).toBe(409)
    expect((await change(first, { external_id: 'W-1', label: 'Renamed' })).status).toBe(200)
    expect((await create({ external_id: 'W-1' }, stranger)).status).toBe(200)
    expect(
      (await Promise.all([create({ external_id: 'W-9' }), create({ external_id: 'W-9' })]))
        .map((one) => one.status)
        .toSorted((a, b) => a - b),
    ).toEqual([200, 409])
  })
})

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

describe('values, concurrency and idempotency', () => {
  test('an edit and a deletion name the version: none is 428, a stale one 412, and nothing happened', async () => {
    const point = await made()
    expect((await change(point, {}, manager, null)).status).toBe(428)
    expect((await remove(point, manager, {})).status).toBe(428)
    const second = await changed(point, { label: 'Second' })
    expect(second.version).toBe(2)
    expect((await change(point, { label: 'Third' })).body).toMatchObject({ error_code: 'stale_version', version: 2 })
    expect((await remove(point)).status).toBe(412)
    expect((await get(manager, point)).body).toEqual(second)
    expect((await remove(second)).status).toBe(204)
    expect((await get(manager, point)).status).toBe(404)
  })

  test('two who save at once do not overwrite each other', async () => {
    const point = await made()
    const answers = await Promise.all([change(point, { label: 'Mine' }), change(point, { label: 'Yours' })])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  test('a repeat under the same key makes nothing twice', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [await create({}, manager, headers), await create({}, manager, headers)]
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(await labels(manager)).toHaveLength(1)
    const gone = { 'idempotency-key': 'gone', 'if-match': '"1"' }
    expect((await remove(first.body, manager, gone)).status).toBe(204)
    expect((await remove(first.body, manager, gone)).status).toBe(204)
    expect(await eventsOf(first.body)).toHaveLength(2)
  })

  test('saving without a change is no new version and no event', async () => {
    const point = await made()
    expect((await changed(point, {})).version).toBe(1)
    expect(await eventsOf(point)).toHaveLength(1)
  })
})

describe('screens: event history', () => {
  test('who did what, with the changed fields before and after', async () => {
    const point = await made()
    const second = await changed(point, { label: 'Renamed', access_level: 'internal' })
    const { location_id: _, ...told } = tap
    const history = await manager.ask(listPointEvents, { params: { point_id: point.id } })
    expect(history.items).toMatchObject([
      {
        verb: 'updated',
        actor_id: manager.id,
        resource_name: 'Renamed',
        before: { label: 'Tap by the station', access_level: 'public' },
        after: { label: 'Renamed', access_level: 'internal' },
      },
      { verb: 'created', feature: 'points-of-interest', resource_type: 'point_of_interest', before: null, after: told },
    ])
    await remove(second)
    expect((await eventsOf(point)).at(-1)).toMatchObject({
      verb: 'deleted',
      after: null,
      before: { label: 'Renamed', latitude: 59.44041 },
    })
    const { rows } = await w.pool.query('select 1 from resource_group_members where resource_id = $1', [point.id])
    expect(rows).toEqual([])
  })

  test('what is refused leaves no event', async () => {
    const { rows: before } = await w.pool.query('select count(*) as n from events')
    await create({ label: '' })
    await create({}, viewer)
    const { rows: after } = await w.pool.query('select count(*) as n from events')
    expect(after).toEqual(before)
  })
})

describe('screens: the list', () => {
  const several = async () => {
    const location = await w.make.location(ours, { label: 'Square' })
    await made({
      label: 'Äkke pump',
      type: 'utility-pump',
      icon_type: 'pump',
      external_id: 'P-7',
      description: 'by the 100%_wall',
    })
    await made({ label: 'Bench', type: 'public', icon_type: 'public', access_level: 'internal', location_id: location })
    await made({ label: 'Corner', type: 'planned-location', icon_type: 'planned', access_level: 'partner' })
    return location
  }

  test('it is found by label, external id and description, and filtered by type, level and location', async () => {
    const location = await several()
    expect(await labels(manager)).toEqual(['Äkke pump', 'Bench', 'Corner'])
    expect(await labels(manager, { q: 'äkk' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { q: 'p-7' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { q: '100%_' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { type: ['public', 'planned-location'] })).toEqual(['Bench', 'Corner'])
    expect(await labels(manager, { access_level: 'partner' })).toEqual(['Corner'])
    expect(await labels(manager, { location_id: location })).toEqual(['Bench'])
    expect(await labels(manager, { location_id: location }, listPointPlaces)).toEqual(['Bench'])
  })

  test('every column sorts both ways, page after page, each row once', async () => {
    await several()
    for (const sort of [
      ...(['label', 'type', 'icon_type', 'access_level', 'external_id'] as const),
      ...(['location_label', 'organization_name', 'created_at', 'updated_at', 'id'] as const),
    ])
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const query: Record<string, unknown> = { sort, order, limit: 2, ...(cursor ? { cursor } : {}) }
          const { body } = await manager.call(listPointsOfInterest, { query })
          expect(body).toMatchObject({ total: 3, total_is_exact: true })
          seen.push(...body.items.map((item: PointOfInterest) => item.id))
          cursor = body.next
        }
        expect(new Set(seen).size, `${sort} ${order}`).toBe(3)
      }
    expect(await labels(manager, { sort: 'location_label' })).toEqual(['Bench', expect.any(String), expect.any(String)])
  })

  test('the export holds the rows of the filter with the columns asked for', async () => {
    await several()
    const query = { type: ['utility-pump'], column: ['label', 'external_id', 'latitude'] }
    const { text } = await manager.send(points.csv, { query })
    expect(text).toBe('\uFEFFlabel,external_id,latitude\r\nÄkke pump,P-7,59.44041\r\n')
  })
})

describe('screens: many at once', () => {
  test('what may not be deleted is named, the rest is gone', async () => {
    const [one, two] = [await made(), await made()]
    const foreign = await made({}, stranger)
    const answer = await manager.call(deletePointsOfInterest, {
      body: { target: { ids: [one.id, foreign.id, two.id] } },
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error_results: [{ id: foreign.id, error_code: 'not_found' }],
      results: [{ id: one.id }, { id: two.id }],
    })
    expect(await labels(manager)).toEqual([])
    expect((await get(stranger, foreign)).status).toBe(200)
    expect(await eventsOf(one)).toMatchObject([{ verb: 'created' }, { verb: 'deleted' }])
  })

  test('all that match are frozen, then deleted in the background', async () => {
    await made({ type: 'utility-pump', icon_type: 'pump' })
    await made({ label: 'Stays' })
    const { body: selection } = await manager.call(points.selection, { body: { type: ['utility-pump'] } })
    expect(selection.total).toBe(1)
    const later = await made({ label: 'Later', type: 'utility-pump', icon_type: 'pump' })
    const { body } = await manager.call(deletePointsOfInterest, { body: { target: { selection_id: selection.id } } })
    expect(body).toMatchObject({ results: [], background_job_id: expect.any(String) })
    await w.runJobs()
    expect(await labels(manager)).toEqual([later.label, 'Stays'])
  })
})
