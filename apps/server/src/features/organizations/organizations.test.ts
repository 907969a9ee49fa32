import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createOrganization,
  getOrganization,
  listOrganizationEvents,
  listOrganizationGroups,
  organizations,
  updateOrganization,
} from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { serial } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let provider: Organization
let admin: Caller
beforeAll(async () => {
  w = await testApp({ CONSOLE_URL: 'https://console.wheelhouse.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  provider = await w.make.organization()
  const needs = { organization: ['GET', 'CREATE', 'UPDATE'] } as const
  admin = await w.person([{ group_id: provider.owner, needs }], provider.id)
})

const body = (more: object = {}) => ({
  name: `Partner ${serial()}`,
  phone: '+3726001735',
  email: 'info@partner.test',
  link: 'https://partner.test',
  tags: ['ee', 'field_work'],
  comment: 'Runs the racks of the old town.',
  ...more,
})
const create = (more: object = {}) => admin.call(createOrganization, { body: body(more) })
const edit = (id: string, version: number, more: object = {}) =>
  admin.call(updateOrganization, {
    params: { organization_id: id },
    body: body(more),
    headers: { 'if-match': `"${version}"` },
  })

describe('spec 5: tags of an organization', () => {
  test.each([
    ['letters and underscores only', ['ee', 'field-work'], 'Tag: letters and underscores only'],
    ['no digits', ['ee', 'zone2'], 'Tag: letters and underscores only'],
    ['at least 2 letters', ['ee', 'x'], 'Tag: at least 2 letters'],
    ['underscores are no letters', ['ee', '_x_'], 'Tag: at least 2 letters'],
    ['at most 32 characters', ['ee', 'a'.repeat(33)], 'Tag: at most 32 characters'],
    ['two letters are a region', ['ee', 'zz'], 'Two-letter tags that are not regions are not allowed'],
    ['a region is required', ['municipality'], 'At least one region tag is required'],
    ['no tags at all', [], 'At least one region tag is required'],
  ])('%s', async (_rule, tags, words) => {
    const answer = await create({ tags })
    expect(answer.status).toBe(400)
    expect(answer.body.error_message).toContain(words)
  })

  test.each([[['ee']], [['us_ca']], [['EE', 'ee', 'campus']]])(
    '%j is accepted, in lower case and once each',
    async (tags) => {
      const answer = await create({ tags })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.tags).toEqual([...new Set(tags.map((tag) => tag.toLowerCase()))])
    },
  )
})

describe('spec 5: comments and links contain no internal links, since other organizations can see them', () => {
  test.each([
    ['localhost', 'See http://localhost:3000/locations'],
    ['a private address', 'Router at 192.168.1.20'],
    ['a loopback address', 'Stand-in on 127.0.0.1:8080/health'],
    ['a host that only the office knows', 'https://wiki/racks'],
    ['an intranet', 'Notes are on wiki.corp/racks'],
    ['a row of this console', 'Compare /locations/0199f2a4-7c1b-7d11-8a52-4b1f7c3a9e10'],
    ['the address of this installation', 'https://console.wheelhouse.test/locations'],
  ])('a comment with %s is refused', async (_what, comment) => {
    const answer = await create({ comment })
    expect(answer, answer.text).toMatchObject({ status: 400 })
    expect(answer.body.error_message).toContain('Internal links are not allowed')
  })

  test.each([['https://10.0.0.7/x'], ['https://racks.local/'], ['https://console.wheelhouse.test/']])(
    'the link %s is refused',
    async (link) => {
      expect((await create({ link })).status).toBe(400)
    },
  )

  test('public addresses, email addresses and plain sentences are fine', async () => {
    const comment = 'See https://partner.test/racks, write to info@partner.test. Open 8.00 to 16.30 e.g. on Mondays.'
    expect((await create({ comment })).status).toBe(200)
  })

  test.each([
    ['http://partner.test', 'Invalid URL'],
    ['partner', 'Invalid URL'],
  ])('spec 5: the link %s is no https address', async (link, words) => {
    expect((await create({ link })).body.error_message).toContain(words)
  })
})

test('values (formats): a phone library decides about the phone of an organization', async () => {
  const refusal = { status: 400, body: { error_code: 'invalid_body', field: 'phone' } }
  const refused = await create({ phone: '+372123456' })
  expect(refused).toMatchObject(refusal)
  expect(refused.body.error_message).toContain('Invalid phone number')
  const made = (await create({ phone: '+4721890400' })).body
  const same = { name: made.name, tags: made.tags }
  expect(await edit(made.id, 1, { ...same, phone: '+372123456' })).toMatchObject(refusal)
  expect((await edit(made.id, 1, { ...same, phone: '' })).body).toMatchObject({ phone: '', version: 2 })
})

describe('rights: an organization and its groups', () => {
  test('it is made with its four system groups, in one transaction with its event', async () => {
    const answer = await create({ name: 'Harbour Racks AS' })
    expect(answer.body).toMatchObject({
      name: 'Harbour Racks AS',
      location_count: 0,
      console_user_count: 0,
      version: 1,
    })
    const groups = await w.db
      .selectFrom('resource_groups')
      .select(['name', 'type', 'organization_part'])
      .where('organization_id', '=', answer.body.id)
      .orderBy('organization_part')
      .execute()
    expect(groups).toEqual(
      ['distributor', 'operator', 'owner', 'reseller'].map((part) => ({
        name: `Harbour Racks AS: ${part}`,
        type: 'system',
        organization_part: part,
      })),
    )
    const events = await admin.call(listOrganizationEvents, { params: { organization_id: answer.body.id } })
    expect(events.body.items).toMatchObject([{ feature: 'organizations', verb: 'created' }])
  })

  test('its maker keeps seeing it, and another organization does not', async () => {
    const { id } = (await create()).body
    expect((await admin.call(getOrganization, { params: { organization_id: id } })).status).toBe(200)
    const other = await w.make.organization()
    const stranger = await w.person([{ group_id: other.owner, needs: { organization: ['GET'] } }], other.id)
    expect((await stranger.call(getOrganization, { params: { organization_id: id } })).status).toBe(404)
    const listed = await stranger.call(organizations.route)
    expect(listed.body.items.map((one: { id: string }) => one.id)).toEqual([other.id])
  })

  test('CREATE counts in the owner group of the own organization alone', async () => {
    const needs = { organization: ['GET', 'CREATE'] } as const
    const elsewhere = await w.person([{ group_id: provider.reseller, needs }], provider.id)
    const answer = await elsewhere.call(createOrganization, { body: body() })
    expect(answer).toMatchObject({ status: 403, body: { missing: 'CREATE on organization' } })
  })

  test('a new name is carried by its groups, and two organizations never have one name', async () => {
    const made = (await create()).body
    const renamed = `Renamed ${serial()}`
    expect((await edit(made.id, 1, { name: renamed })).body).toMatchObject({ name: renamed, version: 2 })
    const groups = await w.db
      .selectFrom('resource_groups')
      .select('name')
      .where('organization_id', '=', made.id)
      .execute()
    expect(groups.every(({ name }) => name.startsWith(`${renamed}: `))).toBe(true)
    const other = (await create()).body
    expect(await edit(other.id, 1, { name: renamed })).toMatchObject({
      status: 409,
      body: { error_code: 'organization_name_taken', field: 'name' },
    })
  })

  test('values (concurrency): a stale edit changes nothing, an edit without a change writes no event', async () => {
    const made = (await create()).body
    const same = { name: made.name, tags: made.tags }
    expect((await edit(made.id, 1, same)).body.version).toBe(1)
    expect((await edit(made.id, 7)).status).toBe(412)
    const events = await admin.call(listOrganizationEvents, { params: { organization_id: made.id } })
    expect(events.body.items).toHaveLength(1)
  })

  test('its permissions are shown to readers who may look into its groups', async () => {
    const person = await w.person([{ group_id: provider.operator, needs: { location: ['GET'] } }], provider.id)
    const params = { organization_id: provider.id }
    expect((await admin.call(listOrganizationGroups, { params })).status).toBe(403)
    await w.make.grant(admin.id, provider.owner, [['resource_group', 'GET_RESOURCES']])
    const { body: groups } = await admin.call(listOrganizationGroups, { params })
    expect(groups.map(({ part }: { part: string }) => part)).toEqual(['owner', 'operator', 'distributor', 'reseller'])
    expect(groups[1].people).toMatchObject([{ user_id: person.id, is_disabled: false }])
  })

  test('counts are those of what the reader sees', async () => {
    await w.make.location(provider)
    await w.make.location(provider)
    const read = async () => await admin.ask(getOrganization, { params: { organization_id: provider.id } })
    expect(await read()).toMatchObject({ location_count: 0, console_user_count: 0 })
    await w.make.grant(admin.id, provider.owner, [
      ['location', 'GET'],
      ['console_user', 'GET'],
    ])
    expect(await read()).toMatchObject({ location_count: 2, console_user_count: 1 })
  })

  test('of two locations a reader sees one, in the list and on the page of the organization', async () => {
    const seen = await w.make.location(provider)
    await w.make.location(provider)
    const group = await w.make.group()
    await w.make.members('location', seen, [group])
    const reader = await w.person(
      [
        { group_id: group, needs: { location: ['GET'] } },
        { group_id: provider.owner, needs: { organization: ['GET'] } },
      ],
      provider.id,
    )
    const { body } = await reader.call(getOrganization, { params: { organization_id: provider.id } })
    const [row] = (await reader.ask(organizations.route, { query: {} })).items
    expect([body.location_count, row?.location_count]).toEqual([1, 1])
  })
})

test('of two organizations that get one name at the same moment, the second is refused at its field', async () => {
  const name = `Twice ${serial()}`
  const first = await w.pool.connect()
  await first.query('begin')
  await first.query('insert into organizations (id, name, created_at) values (gen_random_uuid(), $1, now())', [name])
  const second = create({ name })
  await w.waitingForLocks(1)
  await first.query('commit')
  first.release()
  expect(await second).toMatchObject({ status: 409, body: { error_code: 'organization_name_taken', field: 'name' } })
})
