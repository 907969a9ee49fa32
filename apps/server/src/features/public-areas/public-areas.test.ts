import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  checkPublicArea,
  createPublicArea,
  deletePublicArea,
  getPublicArea,
  listPublicAreaEvents,
  listPublicAreas,
  updatePublicArea,
} from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { PublicArea } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { areaText, makeArea } from './samples.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let manager: Caller
let partner: Caller
let square: string
let station: string

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of a test that is long enough' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  theirs = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  partner = await w.person([{ group_id: ours.operator, needs: stockRights('Viewer') }])
  square = await w.make.location(ours, { label: 'Old square' })
  station = await w.make.location(ours, { label: 'Baltic station' })
})

const body = (more: object = {}) => ({
  ...areaText,
  organization_id: ours.id,
  location_ids: [square, station],
  ...more,
})
const create = (more: object = {}, who = manager): Promise<Answer> => who.send(createPublicArea, { body: body(more) })
const read = async (id: string, who = manager) => await who.ask(getPublicArea, { params: { public_area_id: id } })
const update = (area: PublicArea, more: object = {}, who = manager): Promise<Answer> =>
  who.send(updatePublicArea, {
    params: { public_area_id: area.id },
    body: body(more),
    headers: { 'if-match': `"${area.version}"` },
  })

test('a stored check that nothing can read is a fault here, and no refusal of the request', async () => {
  const { body: area } = await create()
  await w.runJobs()
  await w.pool.query(`update public_area_checks set feeds = '[1]' where area_id = $1`, [area.id])
  const answer = await manager.send(getPublicArea, { params: { public_area_id: area.id } })
  expect([answer.status, answer.body.error_code]).toEqual([500, 'internal'])
})

test('an area is stored with its locations, seen by partners of its owner, and checked at once', async () => {
  const { status, body: area } = await create()
  expect(status).toBe(200)
  expect(area).toMatchObject({
    ...areaText,
    organization_id: ours.id,
    locations: 2,
    feed_state: 'unchecked',
    version: 1,
  })
  await w.runJobs()
  const details = await read(area.id)
  expect(details.location_rows.map(({ label }: { label: string }) => label)).toEqual(['Old square', 'Baltic station'])
  expect(details.checked_at).not.toBeNull()
  expect((await partner.ask(listPublicAreas, {})).items).toMatchObject([{ id: area.id, locations: 0 }])
  const { body: events } = await manager.call(listPublicAreaEvents, { params: { public_area_id: area.id } })
  expect(events.items).toMatchObject([{ verb: 'created', after: { name: areaText.name, locations: 2 } }])
})

describe('spec 5: name and description required; at least one location picked', () => {
  test.each([
    ['no name', { name: ' ' }, 'Name is required'],
    ['a name of 2 characters', { name: 'Ab' }, 'Name: at least 3 characters'],
    ['a name of 65', { name: 'a'.repeat(65) }, 'Name: at most 64 characters'],
    ['no description', { description: '' }, 'Description is required'],
    ['a description of 9 characters', { description: 'Too short' }, 'Description: at least 10 characters'],
    ['a description of 501', { description: 'a'.repeat(501) }, 'Description: at most 500 characters'],
    ['no owner', { organization_id: null }, 'Owner organization is required'],
    ['no location', { location_ids: [] }, 'Pick at least one location'],
    ['an unknown field', { colour: 'red' }, ''],
  ])('%s is refused', async (_name, more, words) => {
    const { status, body: answer } = await create(more)
    expect([status, answer.error_message]).toEqual([400, expect.stringContaining(words)])
  })
})

test('a location that the writer does not see is not found, and one that is there already stays', async () => {
  const hidden = await w.make.location(theirs)
  expect((await create({ location_ids: [hidden] })).status).toBe(404)
  const id = await makeArea(w, ours, [square, hidden])
  const area = (await read(id)) as PublicArea
  expect(area.locations).toBe(1)
  expect((await update(area, { location_ids: [station] })).body).toMatchObject({ locations: 1, version: 2 })
  const { rows } = await w.pool.query<{ location_id: string }>(
    'select location_id from public_area_locations where area_id = $1',
    [id],
  )
  expect(rows.map((row) => row.location_id).toSorted()).toEqual([hidden, station].toSorted())
})

test('an edit that changes nothing keeps the version; another owner takes the right there', async () => {
  const { body: area } = await create()
  expect((await update(area)).body.version).toBe(1)
  expect((await update(area, { organization_id: theirs.id })).status).toBe(404)
  const both = await w.person([
    { group_id: ours.owner, needs: stockRights('Manager') },
    { group_id: theirs.owner, needs: stockRights('Manager') },
  ])
  expect((await update(area, { organization_id: theirs.id }, both)).body).toMatchObject({
    organization_id: theirs.id,
    version: 2,
  })
  expect((await manager.call(getPublicArea, { params: { public_area_id: area.id } })).status).toBe(404)
})

test('deleting takes the right and the version, and leaves nothing behind', async () => {
  const { body: area } = await create()
  const remove = (who: Caller, version: number) =>
    who.call(deletePublicArea, { params: { public_area_id: area.id }, headers: { 'if-match': `"${version}"` } })
  expect((await remove(partner, 1)).status).toBe(403)
  expect((await remove(manager, 7)).status).toBe(412)
  expect((await remove(manager, 1)).status).toBe(204)
  expect((await manager.call(getPublicArea, { params: { public_area_id: area.id } })).status).toBe(404)
  await w.runJobs()
  expect((await w.pool.query('select 1 from public_area_checks where area_id = $1', [area.id])).rowCount).toBe(0)
})

test('a check names the feed, the place and the reason, and passes once it is mended', async () => {
  const { body: area } = await create()
  const check = async () => await manager.ask(checkPublicArea, { params: { public_area_id: area.id } })
  const faulty = await check()
  expect(faulty).toMatchObject({ feed_state: 'faulty', feed_problems: 1 })
  const { problems } = certain(faulty.checks.find(({ feed }) => feed === 'system_information'))
  expect(problems).toEqual([
    { at: 'data.feed_contact_email', text: expect.stringContaining('give the owner organization one') },
  ])
  await w.pool.query(`update organizations set email = 'info@ours.test' where id = $1`, [ours.id])
  expect(await check()).toMatchObject({ feed_state: 'valid', feed_problems: 0 })
  const { body: page } = await manager.send(listPublicAreas, { query: { feed_state: ['valid'] } })
  expect(page.items).toMatchObject([{ id: area.id }])
})
