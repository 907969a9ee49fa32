import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createRegion,
  exportRegions,
  getRegion,
  listRegionEvents,
  listRegions,
  updateRegion,
} from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let everything: string
let administrator: Caller
/** Sees them and changes nothing. */
let reader: Caller

beforeAll(async () => {
  w = await testApp()
  everything = await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from region_configs')
  administrator = await w.person([{ group_id: everything, needs: stockRights('Administrator') }])
  reader = await w.person([{ group_id: everything, needs: { console: ['GET'] } }])
})

const estonia = { tag: 'ee', name: 'Estonia' }
const create = (body: object = {}, who = administrator, headers = {}): Promise<Answer> =>
  who.send(createRegion, { body: { ...estonia, ...body }, headers })
const made = (body: Partial<RegionConfig> = {}): Promise<RegionConfig> =>
  administrator.ask(createRegion, { body: { ...estonia, ...body } })
const change = (
  region: RegionConfig,
  body: object,
  who = administrator,
  version: number | null = region.version,
): Promise<Answer> =>
  who.send(updateRegion, {
    params: { region_id: region.id },
    body: { name: region.name, status: region.status, ...body },
    headers: version === null ? {} : { 'if-match': `"${version}"` },
  })
/** The edit succeeds. */
const changed = (region: RegionConfig, body: Partial<RegionConfig>): Promise<RegionConfig> =>
  administrator.ask(updateRegion, {
    params: { region_id: region.id },
    body: { name: region.name, status: region.status, ...body },
    headers: { 'if-match': `"${region.version}"` },
  })
const get = (who: Caller, { id }: { id: string }): Promise<Answer> => who.call(getRegion, { params: { region_id: id } })
const tags = async (who: Caller, query: object = {}): Promise<string[]> =>
  (await who.ask(listRegions, { query })).items.map(({ tag }) => tag)
const eventsOf = async ({ id }: RegionConfig) =>
  (await administrator.ask(listRegionEvents, { params: { region_id: id } })).items

describe('spec 3: a region config is enabled or disabled', () => {
  test('it is enabled from the start, and can be switched off and on', async () => {
    const region = await made()
    expect(region).toMatchObject({ ...estonia, status: 'enabled', version: 1 })
    const off = await changed(region, { status: 'disabled' })
    expect(off).toMatchObject({ ...estonia, status: 'disabled', version: 2 })
    expect((await changed(off, { status: 'enabled' })).status).toBe('enabled')
    expect((await get(reader, region)).body).toMatchObject({ status: 'enabled', version: 3 })
  })

  test.each([
    ['a country in capitals', { tag: 'EE' }, 'tag'],
    ['a country that there is not', { tag: 'xx' }, 'tag'],
    ['a subdivision of figures', { tag: 'ee_37' }, 'tag'],
    ['a subdivision of four letters', { tag: 'us_cali' }, 'tag'],
    ['no tag', { tag: '' }, 'tag'],
    ['a name of 2 characters', { name: 'EU' }, 'name'],
    ['a name of 65', { name: 'a'.repeat(65) }, 'name'],
    ['a status that is none', { status: 'paused' }, 'status'],
  ])('values: %s is refused', async (_name, body, field) => {
    expect((await create(body)).body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test.each(['us_ca', 'gb_sct', 'no'])('values: %s will do', async (tag) => {
    expect((await create({ tag })).body.tag).toBe(tag)
  })

  test('a tag is given once and to one region', async () => {
    const region = await made()
    expect((await create({ name: 'Estonia again' })).body).toMatchObject({
      error_code: 'region_tag_taken',
      field: 'tag',
    })
    expect((await change(region, { tag: 'fi' })).status).toBe(400)
    expect(
      (await Promise.all([create({ tag: 'lv' }), create({ tag: 'lv' })]))
        .map((one) => one.status)
        .toSorted((a, b) => a - b),
    ).toEqual([200, 409])
  })
})

describe('rights: region configs are born in everything and belong to nothing else', () => {
  test('console GET reads, console UPDATE creates and changes', async () => {
    const region = await made()
    expect((await get(reader, region)).status).toBe(200)
    expect((await create({ tag: 'fi' }, reader)).status).toBe(403)
    expect((await change(region, { status: 'disabled' }, reader)).status).toBe(403)
    expect((await reader.call(listRegionEvents, { params: { region_id: region.id } })).status).toBe(403)
    const support = await w.person([{ group_id: everything, needs: stockRights('Support') }])
    expect((await support.call(listRegions)).status).toBe(403)
  })

  test('a person who holds the same rights in one group alone sees none, changes none, creates none', async () => {
    const region = await made()
    const group = await w.make.group()
    const partner = await w.person([{ group_id: group, needs: stockRights('Administrator') }])
    expect(await tags(partner)).toEqual([])
    expect((await get(partner, region)).status).toBe(404)
    expect((await change(region, { status: 'disabled' }, partner)).status).toBe(404)
    expect((await create({ tag: 'fi' }, partner)).body).toMatchObject({
      error_code: 'forbidden',
      missing: 'UPDATE on console',
    })
  })
})

describe('values, concurrency and idempotency', () => {
  test('an edit names the version: none is 428, a stale one 412', async () => {
    const region = await made()
    expect((await change(region, { name: 'Eesti' }, administrator, null)).status).toBe(428)
    await change(region, { name: 'Eesti' })
    expect((await change(region, { name: 'Viro' })).body).toMatchObject({ error_code: 'stale_version', version: 2 })
    expect((await get(reader, region)).body.name).toBe('Eesti')
  })

  test('a repeat under the same key makes nothing twice', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [await create({}, administrator, headers), await create({}, administrator, headers)]
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(await tags(reader)).toEqual(['ee'])
  })
})

describe('screens: history, list, export', () => {
  test('who did what, with the changed fields before and after; nothing changed is no event', async () => {
    const region = await made()
    const off = await changed(region, { status: 'disabled' })
    const named = await changed(off, { name: 'Eesti', status: 'enabled' })
    await change(named, {})
    expect(await eventsOf(region)).toMatchObject([
      { verb: 'updated', before: { name: 'Estonia', status: 'disabled' }, after: { name: 'Eesti', status: 'enabled' } },
      { verb: 'disabled', actor_id: administrator.id, before: { status: 'enabled' }, after: { status: 'disabled' } },
      { verb: 'created', feature: 'regions', resource_name: 'Estonia', after: { ...estonia, status: 'enabled' } },
    ])
  })

  test('it is found by tag and name, filtered by status, sorted by each column, page after page', async () => {
    await made()
    await made({ tag: 'us_ca', name: 'California', status: 'disabled' })
    await made({ tag: 'no', name: 'Norway' })
    expect(await tags(reader, { q: 'cali' })).toEqual(['us_ca'])
    expect(await tags(reader, { q: 's_c' })).toEqual(['us_ca'])
    expect(await tags(reader, { status: ['disabled'] })).toEqual(['us_ca'])
    expect(await tags(reader, { sort: 'name', order: 'desc' })).toEqual(['no', 'ee', 'us_ca'])
    for (const sort of ['tag', 'name', 'status', 'created_at', 'updated_at', 'id'] as const) {
      const { body: first } = await reader.call(listRegions, { query: { sort, limit: 2 } })
      const { body: second } = await reader.call(listRegions, { query: { sort, limit: 2, cursor: first.next } })
      expect(new Set([...first.items, ...second.items].map(({ id }: RegionConfig) => id)).size, sort).toBe(3)
    }
  })

  test('the export holds the rows of the filter', async () => {
    await made()
    await made({ tag: 'lv', name: 'Latvia', status: 'disabled' })
    const { text } = await reader.send(exportRegions, {
      query: { status: ['disabled'], column: ['tag', 'name', 'status'] },
    })
    expect(text).toBe('\uFEFFtag,name,status\r\nlv,Latvia,disabled\r\n')
  })
})
