import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createPointOfInterest,
  points,
  pointExports,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointField } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { tap, get, labels, makePointPlace, pointActions } from '../../../test/support/point-place.ts'

let w: TestApp
let ours: Organization
/** Manager of our organization; viewer of it; manager of another one; one with our organization's operator role. */
let manager: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, manager, stranger } = await makePointPlace(w))
})

const { create, made, change, changed, remove, eventsOf } = pointActions(() => ({ w, manager }))

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
