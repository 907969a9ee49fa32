import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { addAuditRecord, openJournal, withJournal } from '../journal/journal.ts'
import { systemActor } from '../journal/audit.ts'
import { readStream } from '../../test/support/reader.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { versionIn } from './versions.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp({
    CONSOLE_URL: 'https://console.example.org',
    REQUESTS_AT_ONCE: '2',
    WHEELHOUSE_KEY: 'k'.repeat(32),
  })
})
afterAll(() => w.end())

/** Of the database of this test: others run in the same cluster. */
const notGranted = `select count(*)::int as n from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`

test('security 14: under https every reply says that the console is not opened without it', async () => {
  for (const url of ['/user/v1/profile', '/openapi.json', '/nothing'])
    expect((await w.app.inject({ url })).headers['strict-transport-security']).toBe('max-age=31536000')
  const plain = await testApp()
  expect((await plain.app.inject({ url: '/openapi.json' })).headers).not.toHaveProperty('strict-transport-security')
  await plain.end()
})

test('security 5: behind the proxy one stranger fills only their own limit, and genuine links none of theirs', async () => {
  const upload = (caller: string) =>
    w.app.inject({
      method: 'PUT',
      url: '/device/v1/security-photo-uploads/forged',
      headers: { 'x-forwarded-for': `198.51.100.250, ${caller}`, 'content-type': 'image/jpeg' },
      payload: 'x',
    })
  const statuses = new Set<number>()
  for (let n = 0; n < 300; n++) statuses.add((await upload('203.0.113.7')).statusCode)
  expect(statuses).toEqual(new Set([404]))
  expect((await upload('203.0.113.7')).statusCode).toBe(429)
  expect((await upload('203.0.113.8')).statusCode).toBe(404)
  for (let n = 0; n < 300; n++) statuses.add((await upload(`2001:db8:1:2::${n.toString(16)}`)).statusCode)
  expect((await upload('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await upload('2001:db8:1:3::1')).statusCode).toBe(404)
})

test('security 10: of one person two requests are under way at once, the others wait for their turn', async () => {
  const group_id = await w.make.group()
  const [busy, other] = [
    await w.person([{ group_id, needs: { location: ['GET'] } }]),
    await w.person([{ group_id, needs: { location: ['GET'] } }]),
  ]
  const lock = await w.pool.connect()
  await lock.query('begin')
  await lock.query('lock table role_grants in access exclusive mode')
  const asked = Array.from({ length: 10 }, () => busy.call(listLocations))
  await w.waitingForLocks(2)
  const another = other.call(listLocations)
  await w.waitingForLocks(3)
  const { rows } = await w.pool.query(notGranted)
  expect(rows).toEqual([{ n: 3 }])
  await lock.query('rollback')
  lock.release()
  expect(new Set((await Promise.all([...asked, another])).map(({ status }) => status))).toEqual(new Set([200]))
})

test('security 10: calls with a pace of their own take their turns, too', async () => {
  const group_id = await w.make.group()
  const needs = { user: ['GET'], location: ['GET'] } as const
  const [busy, other] = [await w.person([{ group_id, needs }]), await w.person([{ group_id, needs }])]
  const find = () => busy.call(findUsers, { body: { q: 'Mari' } })
  const lock = await w.pool.connect()
  await lock.query('begin')
  // Each look-up is recorded.
  await lock.query('lock table events in exclusive mode')
  const asked = [find(), find()]
  await w.waitingForLocks(2)
  asked.push(find())
  // By the time that these are answered, the third has come as far as it may.
  for (let n = 0; n < 5; n++) expect((await other.call(listLocations)).status).toBe(200)
  const { rows } = await w.pool.query(notGranted)
  await lock.query('rollback')
  lock.release()
  expect(rows).toEqual([{ n: 2 }])
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('security 19 j: a version is written in one way only', () => {
  expect([versionIn('"0"'), versionIn('"23"')]).toEqual([0, 23])
  for (const header of ['"023"', '"00"', '23', '"-1"']) expect(() => versionIn(header)).toThrow('If-Match')
})

test('security 13: the stream names an event only to readers who may see it', async () => {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const needs = { location: ['GET', 'GET_EVENTS'] } as const
  const reader = await w.person([{ group_id: organization.owner, needs: { location: [...needs.location] } }])
  const fees = await w.person([
    { group_id: organization.owner, needs: { location: [...needs.location, 'GET_SERVICE_FEES'] } },
  ])
  const address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
  const [one, two] = [await readStream(address, reader.token), await readStream(address, fees.token)]
  const told = (...event: Parameters<typeof journalOf>) => withJournal(w.db, journalOf(...event), async () => undefined)
  function journalOf(feature: 'service-fees' | 'locations', verb: 'updated' | 'paid', after: Record<string, unknown>) {
    const journal = openJournal(w.clock.now())
    addAuditRecord(journal, {
      feature,
      verb,
      actor: systemActor,
      resource_type: 'location',
      resource_id: location_id,
      resource_name: 'Here',
      visible_through_id: location_id,
      after,
    } as Parameters<typeof addAuditRecord>[1])
    return journal
  }
  await told('service-fees', 'paid', { amount: 1 })
  await told('locations', 'updated', { hidden_admin_description: 'secret' })
  await told('locations', 'updated', { label: 'New' })
  const { rows } = await w.pool.query<{ id: string }>('select id from events where resource_id = $1 order by id', [
    location_id,
  ])
  const ids = rows.map(({ id }) => id)
  const received = async (stream: typeof one, until: string | undefined) => {
    const names: string[] = []
    while (names.at(-1) !== until) names.push(...((await stream.next())?.data.changes ?? []).map(({ id }) => id))
    return names
  }
  expect(await received(two, ids[2])).toEqual([ids[0], ids[2]])
  expect(await received(one, ids[2])).toEqual([ids[2]])
  one.close()
  two.close()
})

test('security 18: a refused right is logged with who and what, at most once a second', async () => {
  const lines: object[] = []
  const warn = w.log.warn
  w.log.warn = ((fields: object) => void lines.push(fields)) as typeof warn
  const person = await w.person([])
  for (let n = 0; n < 5; n++)
    await w.app.inject({
      method: 'POST',
      url: '/permission/v1/resource-groups',
      headers: { authorization: `Bearer ${person.token}` },
      payload: {},
    })
  w.log.warn = warn
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ person_id: person.id, method: 'POST', route: '/permission/v1/resource-groups' })
})
