import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHttpPlace } from '../../test/support/http-place.ts'
import type { HttpPlace } from '../../test/support/http-place.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { replyHeaders, securityHeaders } from './security-headers.ts'

let w: TestApp
let caller: HttpPlace['caller']
let get: HttpPlace['get']
let post: HttpPlace['post']

beforeAll(async () => {
  w = await testApp()
  ;({ caller, get, post } = await makeHttpPlace(w))
})
afterAll(() => w.end())

const id = '01900000-0000-7000-8000-000000000000'

describe('outside: what scripts rely on', () => {
  test('a disabled person is refused before the address is validated, and ids are accepted in upper and lower case', async () => {
    const organization = await w.make.organization()
    const location = await w.make.location(organization)
    const person = await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }])
    const headers = { authorization: `Bearer ${person.token}` }
    expect((await get(`/location/v1/locations/${location.toUpperCase()}`, headers)).statusCode).toBe(200)
    await w.db
      .updateTable('console_users')
      .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' })
      .where('id', '=', person.id)
      .execute()
    expect((await get('/location/v1/locations/123?x=1', headers)).statusCode).toBe(401)
  })

  test('every reply carries its correlation id, a call the headers that concern it, anything else all of them', async () => {
    const expected = { '/location/v1/locations': replyHeaders, '/nowhere/%zz': securityHeaders }
    for (const [address, own] of Object.entries(expected)) {
      const { headers } = await get(address)
      expect(headers['x-correlation-id'], address).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers, address).toMatchObject(own)
    }
  })

  test('the OpenAPI document lists every operation, and says which need no token', async () => {
    const document = (await get('/openapi.json', {})).json() as {
      openapi: string
      paths: Record<string, Record<string, { security?: unknown[] }>>
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/location/v1/locations/{location_id}/devices']?.get).toBeDefined()
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods)
        .filter((one) => one.security?.length === 0)
        .map(() => path),
    )
    // A console that could not start reports its failure without a token; cameras, pictures, calendars, files and published dashboards
    // have a signed or secret address, the payment provider and the riders' app sign their messages, and feeds are public.
    expect(open).toEqual([
      '/user/v1/feedback-photo-views/{token}',
      '/user/v1/rider-opinions',
      '/dashboard/v1/public-dashboards/{token}',
      '/public-area/v1/public-areas/{public_area_id}/gbfs/3.0/{gbfs_file}',
      '/public-area/v1/gbfs/manifest.json',
      '/public-area/v1/public-areas/{public_area_id}/locations.geojson',
      '/device/v1/security-photo-uploads/{token}',
      '/location/v1/security-photo-views/{token}',
      '/maintenance/v1/log-photo-uploads/{token}',
      '/maintenance/v1/log-photo-views/{token}',
      '/maintenance/v1/log-calendars/{secret}',
      '/report/v1/report-downloads/{token}',
      '/payment/v1/webhooks/stripe',
      '/support/v1/error-reports',
    ])
  })

  test.each([
    ['53100', 'could not extend file: No space left on device'],
    ['53200', 'out of memory'],
    ['58030', 'could not write file: Input/output error'],
    ['40001', 'could not serialize access due to concurrent update'],
  ])(
    'a condition of the database that passes (%s: %s) is 503 with Retry-After, and the change is not made',
    async (errcode, message) => {
      await w.pool.query(`create function refuse_group() returns trigger language plpgsql as
      $$ begin raise exception '${message}' using errcode = '${errcode}'; end $$`)
      await w.pool.query(
        'create trigger refuse_group before insert on resource_groups for each row execute function refuse_group()',
      )
      const body = '{"name":"Harbour","description":"All locations at the harbour","type":"private"}'
      const refused = await post('/permission/v1/resource-groups', body)
      await w.pool.query('drop trigger refuse_group on resource_groups')
      await w.pool.query('drop function refuse_group')
      expect([refused.statusCode, refused.json()]).toMatchObject([503, { error_code: 'unavailable' }])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const { rows } = await w.pool.query(`select 1 from resource_groups where name = 'Harbour'`)
      expect(rows).toEqual([])
    },
  )

  test('a limited caller gets 429 with Retry-After', async () => {
    const narrow = await testApp({ REQUESTS_PER_MINUTE: '2' })
    const person = await narrow.person([{ group_id: await narrow.make.group(), needs: { location: ['GET'] } }])
    const call = () =>
      narrow.app.inject({
        method: 'GET',
        url: '/location/v1/locations',
        headers: { authorization: `Bearer ${person.token}` },
      })
    await call()
    await call()
    const third = await call()
    expect([third.statusCode, (third.json() as { error_code: string }).error_code]).toEqual([429, 'too_many_requests'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    await narrow.end()
  })

  test('refused requests count too: nobody tries ids without end', async () => {
    const narrow = await testApp({ REQUESTS_PER_MINUTE: '2' })
    const person = await narrow.person([{ group_id: await narrow.make.group(), needs: { location: ['GET'] } }])
    const call = (url: string) =>
      narrow.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${person.token}` } })
    const statuses = [
      await call(`/location/v1/locations/${id}`),
      await call('/location/v1/locations?x=1'),
      await call(`/location/v1/locations/${id}`),
    ]
    expect(statuses.map((reply) => reply.statusCode)).toEqual([404, 400, 429])
    await narrow.end()
  })

  test('another method is answered with those that the address takes', async () => {
    const reply = await w.app.inject({ method: 'OPTIONS', url: '/permission/v1/resource-groups' })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, POST'])
  })

  test('a token that was narrowed to other scopes is not for these services', async () => {
    const call = (token: string) =>
      w.app.inject({ method: 'GET', url: '/user/v1/profile', headers: { authorization: `Bearer ${token}` } })
    expect((await call(await w.token(caller.id, { scope: 'console.user' }))).statusCode).toBe(200)
    expect((await call(await w.token(caller.id, { scope: 'signin.user.admin' }))).json()).toMatchObject({
      error_code: 'forbidden',
      missing: 'scope console.user',
    })
    expect((await call(await w.token(caller.id, { scope: undefined }))).statusCode).toBe(403)
  })

  test('the demonstration answers on this machine only', async () => {
    const demo = await testApp({ WHEELHOUSE_DEMO: '1' })
    const call = (headers: Record<string, string>) => demo.app.inject({ method: 'GET', url: '/openapi.json', headers })
    expect((await call({ host: 'localhost:3000' })).statusCode).toBe(200)
    expect((await call({ host: '[::1]:3000' })).statusCode).toBe(200)
    expect((await call({ host: 'wheelhouse.example' })).json()).toMatchObject({
      error_code: 'demonstration_only_local',
    })
    expect((await call({ host: 'localhost:3000', 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(403)
    await demo.end()
  })
})
