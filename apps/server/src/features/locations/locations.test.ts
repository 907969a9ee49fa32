import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getDevice, listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import {
  getLocation,
  listLocationPrivateTags,
  listLocations,
  listLocationTags,
  locations,
  locationTotals,
} from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { locationListActions } from '../../../test/support/location-list-place.ts'

let w: TestApp
let organization: Organization
let caller: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  caller = await w.person([{ group_id: organization.owner, needs: { location: ['GET'], device: ['GET'] } }])
})

const { ago, rows, locationOf } = locationListActions(() => ({ w, organization, caller }))

describe('spec 2: filters, sort and pages of the list', () => {
  beforeEach(async () => {
    const other = await w.make.organization()
    await w.make.location(organization, {
      label: 'Äri keskus',
      address: 'Viru 4',
      public_tags: ['ee', 'retail'],
      status: 'launched',
      operator_id: other.id,
    })
    await w.make.location(organization, {
      label: 'Balti jaam',
      address: 'Toompuiestee 37',
      public_tags: ['ee', 'transit'],
      status: 'demo',
      launched_at: null,
    })
    await w.make.location(organization, {
      label: 'Oslo S',
      address: 'Jernbanetorget 1',
      public_tags: ['no', 'transit'],
      status: 'maintenance',
    })
    await w.make.location(await w.make.organization(), { label: 'Foreign', public_tags: ['ee', 'secret'] })
  })
  const labels = async (query: Record<string, unknown>) => (await rows(query)).map((row) => row.label).toSorted()

  test('tags: any of them, or all of them', async () => {
    expect(await labels({ tag: ['ee', 'no'] })).toHaveLength(3)
    expect(await labels({ tag: ['ee', 'transit'], tag_mode: 'all' })).toEqual(['Balti jaam'])
    expect(await caller.ask(listLocationTags)).toEqual([
      { tag: 'ee', locations: 2 },
      { tag: 'no', locations: 1 },
      { tag: 'retail', locations: 1 },
      { tag: 'transit', locations: 2 },
    ])
  })

  test('tags: in whatever letters they are asked for and written', async () => {
    await w.make.location(organization, { label: 'Tartu', public_tags: ['Transit', 'EE'] })
    for (const tag of ['transit', 'TRANSIT', 'Transit'])
      expect(await labels({ tag }), tag).toEqual(['Balti jaam', 'Oslo S', 'Tartu'])
    expect(await labels({ tag: ['eE', 'tRANSIT'], tag_mode: 'all' })).toEqual(['Balti jaam', 'Tartu'])
    expect(await caller.ask(listLocationTags)).toContainEqual({ tag: 'transit', locations: 3 })
  })

  test('private tags find only where the caller sees them', async () => {
    const [seen, hidden] = [await w.make.organization(), organization]
    await w.make.location(seen, { label: 'Seen', private_tags: ['Winter', 'stock'] })
    await w.make.location(hidden, { label: 'Hidden', private_tags: ['winter'] })
    const needs = { location: ['GET', 'GET_PRIVATE_TAGS'] } as const
    const staff = await w.person([
      { group_id: seen.owner, needs },
      { group_id: hidden.owner, needs: { location: ['GET'] } },
    ])
    const found = async (query: object, who = staff) =>
      (await who.ask(listLocations, { query })).items.map(({ label }: { label: string }) => label)
    expect(await found({ private_tag: 'WINTER' })).toEqual(['Seen'])
    expect(await found({ private_tag: ['winter', 'stock'], private_tag_mode: 'all' })).toEqual(['Seen'])
    expect(await found({ private_tag: ['winter', 'nowhere'], private_tag_mode: 'all' })).toEqual([])
    expect(await found({ private_tag: 'winter' }, caller)).toEqual([])
    expect((await staff.ask(locationTotals, { query: { private_tag: ['winter'] } })).locations).toBe(1)
    expect(await staff.ask(listLocationPrivateTags)).toEqual([
      { tag: 'stock', locations: 1 },
      { tag: 'Winter', locations: 1 },
    ])
    expect((await caller.call(listLocationPrivateTags)).status).toBe(403)
  })

  test('status, organization, health and search', async () => {
    expect(await labels({ status: ['demo', 'maintenance'] })).toEqual(['Balti jaam', 'Oslo S'])
    expect(await labels({ health: 'online' })).toEqual([])
    expect(await labels({ q: 'puiest' })).toEqual(['Balti jaam'])
    expect(await labels({ q: '100%' })).toEqual([])
    const operator = (await rows({ q: 'viru' }))[0]?.operator_id
    expect(await labels({ organization_id: operator })).toEqual(['Äri keskus'])
  })

  test('every sortable column pages through all rows once, in both directions', async () => {
    for (const sort of locations.sortBy)
      for (const order of ['asc', 'desc'] as const) {
        const whole = (await rows({ sort, order })).map((row) => row.id)
        const paged: string[] = []
        for (let cursor: string | null = null, turn = 0; turn === 0 || cursor; turn++) {
          const page: { items: LocationRow[]; total: number; next: string | null } = await caller.ask(listLocations, {
            query: { sort, order, limit: 1, ...(cursor ? { cursor } : {}) },
          })
          paged.push(...page.items.map((row) => row.id))
          expect(page.total).toBe(3)
          cursor = page.next
        }
        expect(paged, `${sort} ${order}`).toEqual(whole)
        expect(new Set(paged).size).toBe(3)
      }
  })

  test('data model 4: the way that devices are looked up changes no number', async () => {
    for (const ages of [[10, 20], [10, 700, 'none'], [700, 90_000, null], [null], []] as (number | null | 'none')[][])
      await locationOf(ages)
    await locationOf([10, 20], {}, 800)
    const everything = await w.person([
      { group_id: await w.make.group({ covers_everything: true }), needs: { location: ['GET'] } },
    ])
    const query = { organization_id: organization.id, sort: 'issues', order: 'desc', limit: 500 } as never
    const [one, all] = await Promise.all([caller, everything].map((person) => person.call(listLocations, { query })))
    expect(all?.body).toEqual(one?.body)
    const totals = await Promise.all(
      [caller, everything].map((person) =>
        person.send(locationTotals, { query: { organization_id: organization.id } }),
      ),
    )
    expect(totals[1]?.body).toEqual(totals[0]?.body)
    expect(totals[0]?.body.total_docks).toBeGreaterThan(0)
  })

  test('the nearest comes first, and what is not on the map last', async () => {
    const owner = await w.make.organization()
    const near = await w.person([{ group_id: owner.owner, needs: { location: ['GET'] } }])
    const oslo = { latitude: 59.911, longitude: 10.753 }
    await w.make.location(owner, { label: 'Nowhere', latitude: null, longitude: null })
    await w.make.location(owner, { label: 'Oslo', ...oslo })
    await w.make.location(owner, { label: 'Tallinn, harbour', latitude: 59.4437, longitude: 24.7616 })
    await w.make.location(owner, { label: 'Tallinn, station', latitude: 59.4401, longitude: 24.7373 })
    const labels = async (query: Record<string, unknown>): Promise<string[]> =>
      (await near.call(listLocations, { query: { sort: 'distance', ...query } as never })).body.items.map(
        ({ label }: LocationRow) => label,
      )
    expect(await labels({ near: '59.44,24.737' })).toEqual(['Tallinn, station', 'Tallinn, harbour', 'Oslo', 'Nowhere'])
    expect(await labels({ near: '59.91,10.75', limit: 1 })).toEqual(['Oslo'])
    const refused = await near.call(listLocations, { query: { sort: 'distance', near: '59.43701,24.7' } as never })
    expect(refused).toMatchObject({ status: 400, body: { field: 'near' } })
    const row = (await near.call(listLocations, { query: { q: 'Oslo' } as never })).body.items[0]
    expect(row).toMatchObject(oslo)
  })

  test('names sort as people of any language expect', async () => {
    expect((await rows({ sort: 'label' })).map((row) => row.label)).toEqual(['Äri keskus', 'Balti jaam', 'Oslo S'])
  })
})

describe('rights: field levels', () => {
  const levels: [string, { location: ['GET', ...string[]] }, string[]][] = [
    ['none', { location: ['GET'] }, []],
    ['restricted', { location: ['GET', 'GET_RESTRICTED_FIELDS'] }, ['power_save', 'has_auto_restarts', 'has_camera']],
    ['partner', { location: ['GET', 'GET_PARTNER_FIELDS'] }, ['support_phone', 'support_email', 'terms_url']],
    ['private tags', { location: ['GET', 'GET_PRIVATE_TAGS'] }, ['private_tags']],
    ['superadmin', { location: ['GET', 'GET_SUPERADMIN_FIELDS'] }, ['hidden_admin_description']],
  ]
  const all = levels.flatMap(([, , fields]) => fields)

  test.each(levels)('%s', async (_name, needs, fields) => {
    const id = await w.make.location(organization, {
      hidden_admin_description: 'never shown to partners',
      private_tags: ['vip'],
    })
    const person = await w.person([{ group_id: organization.owner, needs: needs as never }])
    const body = (await person.ask(getLocation, { params: { location_id: id } })) as Record<string, unknown>
    expect(all.filter((field) => field in body).toSorted()).toEqual(fields.toSorted())
  })
})

describe('rights: what is in a dock', () => {
  test('a session needs session GET, its rider user GET', async () => {
    const location = await locationOf([10])
    const [device] = (await caller.ask(listLocationDevices, { params: { location_id: location } })) as {
      id: string
      session: unknown
    }[]
    const rider = '01900000-0000-7000-8000-00000000bbbb'
    await w.db
      .insertInto('users')
      .values({
        id: rider,
        name: 'Mari Tamm',
        country_code: 'EE',
        created_at: ago(0),
        phone: null,
        email: null,
        last_signed_in_at: null,
        disabled_at: null,
        disabled_reason: null,
      })
      .execute()
    await w.make.members('user', rider, [organization.operator])
    const session = await makeSession(w, location, device?.id ?? '', { user_id: rider })
    const seen = async (person: Caller) =>
      ((await person.ask(getDevice, { params: { device_id: device?.id ?? '' } })) as { session: unknown }).session
    const watcher = await w.person([{ group_id: organization.owner, needs: { device: ['GET'], session: ['GET'] } }])
    const support = await w.person([
      { group_id: organization.owner, needs: { device: ['GET'], session: ['GET'] } },
      { group_id: organization.operator, needs: { user: ['GET'] } },
    ])
    expect(await seen(caller)).toBeNull()
    expect(await seen(watcher)).toMatchObject({ id: session, user_id: null, user_name: null })
    expect(await seen(support)).toMatchObject({ id: session, user_id: rider, user_name: 'Mari Tamm' })
  })
})
