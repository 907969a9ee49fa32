import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import type { Caller, World } from '../testing/world.ts'

let w: World
let caller: Caller
let auth: Record<string, string>

beforeAll(async () => {
  w = await world()
  const everything = await w.make.group({ covers_everything: true })
  caller = await w.person([{ group_id: everything, needs: { location: ['GET'], session: ['GET'], resource_group: ['CREATE'], device: ['GET'] } }])
  auth = { authorization: `Bearer ${caller.token}` }
})
afterAll(() => w.end())

const get = (url: string, headers: Record<string, string> = auth) => w.app.inject({ method: 'GET', url, headers })
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  w.app.inject({ method: 'POST', url, payload, headers: { ...auth, 'content-type': 'application/json', ...headers } })

describe('values: bad input in the catalogue form', () => {
  const cases: [string, () => Promise<{ statusCode: number; json(): unknown; payload: string }>, number, string][] = [
    ['malformed JSON', () => post('/permission/v1/resource-groups', '{"name": '), 400, 'malformed_json'],
    ['an unknown field', () => post('/permission/v1/resource-groups', '{"name":"abcd","description":"long enough","type":"private","id":"x"}'), 400, 'invalid_body'],
    ['an empty body', () => post('/permission/v1/resource-groups', ''), 400, 'malformed_json'],
    ['a prototype in the body', () => post('/permission/v1/resource-groups', '{"__proto__":{"a":1},"name":"abcd"}'), 400, 'malformed_json'],
    ['an oversized body', () => post('/permission/v1/resource-groups', `"${'x'.repeat(1_100_000)}"`), 413, 'body_too_large'],
    ['another media type', () => post('/permission/v1/resource-groups', 'name=x', { 'content-type': 'text/csv' }), 415, 'unsupported_media_type'],
    ['an unknown query key', () => get('/location/v1/locations?colour=red'), 400, 'invalid_query'],
    ['a limit beyond its bound', () => get('/location/v1/locations?limit=501'), 400, 'invalid_query'],
    ['a sort that is none', () => get('/location/v1/locations?sort=password'), 400, 'invalid_query'],
    ['a filter that is none', () => get('/location/v1/locations?status=gone'), 400, 'invalid_query'],
    ['a cursor that is none', () => get('/location/v1/locations?cursor=abc'), 400, 'invalid_cursor'],
    ['a cursor of another sort', () => get(`/location/v1/locations?sort=label&cursor=${cursor(['code', 'asc', '100001', id])}`), 400, 'invalid_cursor'],
    ['a cursor with SQL in it', () => get(`/session/v1/parking-sessions?cursor=${cursor(['desc', "'; drop table users", id])}`), 400, 'invalid_cursor'],
    ['an id that is none', () => get('/location/v1/locations/123'), 400, 'invalid_path'],
    ['broken escapes in the address', () => get('/location/v1/locations/%E0%A4%A'), 400, 'invalid_path'],
    ['an address without end', () => get(`/location/v1/locations?q=${'x'.repeat(9_000)}`), 414, 'address_too_long'],
    ['an unknown address', () => get('/location/v1/nothing'), 404, 'not_found'],
    ['a method the address does not take', () => w.app.inject({ method: 'DELETE', url: '/location/v1/locations', headers: auth }), 405, 'method_not_allowed'],
  ]
  const id = '01900000-0000-7000-8000-000000000000'
  const cursor = (position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url')

  test.each(cases)('%s', async (_name, act, status, code) => {
    const reply = await act()
    expect([reply.statusCode, (reply.json() as { error_code: string }).error_code], reply.payload).toEqual([status, code])
    expect((reply.json() as { error_message: string }).error_message).not.toMatch(/select|node_modules|\bat /)
  })
})

describe('outside: what scripts rely on', () => {
  test('every answer carries its correlation id in a header', async () => {
    expect((await get('/location/v1/locations')).headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('the OpenAPI document lists every operation, and says which need no token', async () => {
    const document = (await get('/openapi.json', {})).json() as { openapi: string; paths: Record<string, Record<string, { security?: unknown[] }>> }
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/location/v1/locations/{location_id}/devices']?.get).toBeDefined()
    const open = Object.entries(document.paths).flatMap(([path, methods]) => Object.values(methods).filter((one) => one.security?.length === 0).map(() => path))
    expect(open).toEqual([])
  })

  test('a limited caller gets 429 with Retry-After', async () => {
    const narrow = await world({ REQUESTS_PER_MINUTE: '2' })
    const person = await narrow.person([{ group_id: await narrow.make.group(), needs: { location: ['GET'] } }])
    const call = () => narrow.app.inject({ method: 'GET', url: '/location/v1/locations', headers: { authorization: `Bearer ${person.token}` } })
    await call()
    await call()
    const third = await call()
    expect([third.statusCode, (third.json() as { error_code: string }).error_code]).toEqual([429, 'too_many_requests'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    await narrow.end()
  })

  test('the demonstration answers on this machine only', async () => {
    const demo = await world({ WHEELHOUSE_DEMO: '1' })
    const call = (headers: Record<string, string>) => demo.app.inject({ method: 'GET', url: '/openapi.json', headers })
    expect((await call({ host: 'localhost:3000' })).statusCode).toBe(200)
    expect((await call({ host: '[::1]:3000' })).statusCode).toBe(200)
    expect((await call({ host: 'wheelhouse.example' })).json()).toMatchObject({ error_code: 'demonstration_only_local' })
    expect((await call({ host: 'localhost:3000', 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(403)
    await demo.end()
  })
})
