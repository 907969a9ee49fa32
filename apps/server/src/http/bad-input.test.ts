import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHttpPlace } from '../../test/support/http-place.ts'
import type { HttpPlace } from '../../test/support/http-place.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'

let w: TestApp
let auth: HttpPlace['auth']
let get: HttpPlace['get']
let post: HttpPlace['post']

beforeAll(async () => {
  w = await testApp()
  ;({ auth, get, post } = await makeHttpPlace(w))
})
afterAll(() => w.end())

const id = '01900000-0000-7000-8000-000000000000'

describe('values: bad input in the catalogue form', () => {
  const cases: [string, () => Promise<{ statusCode: number; json(): unknown; payload: string }>, number, string][] = [
    ['malformed JSON', () => post('/permission/v1/resource-groups', '{"name": '), 400, 'malformed_json'],
    [
      'an unknown field',
      () =>
        post('/permission/v1/resource-groups', '{"name":"abcd","description":"long enough","type":"private","id":"x"}'),
      400,
      'invalid_body',
    ],
    ['an empty body', () => post('/permission/v1/resource-groups', ''), 400, 'malformed_json'],
    [
      'a prototype in the body',
      () => post('/permission/v1/resource-groups', '{"__proto__":{"a":1},"name":"abcd"}'),
      400,
      'malformed_json',
    ],
    [
      'an oversized body',
      () => post('/permission/v1/resource-groups', `"${'x'.repeat(1_100_000)}"`),
      413,
      'body_too_large',
    ],
    [
      'another media type',
      () => post('/permission/v1/resource-groups', 'name=x', { 'content-type': 'text/csv' }),
      415,
      'unsupported_media_type',
    ],
    [
      'text in place of JSON',
      () => post('/permission/v1/resource-groups', '{}', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    [
      'an encoding that nobody knows',
      () => post('/permission/v1/resource-groups', '{}', { 'content-encoding': 'zip' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a zero character in the body',
      () =>
        post('/permission/v1/resource-groups', '{"name":"ab\\u0000cd","description":"long enough","type":"private"}'),
      400,
      'invalid_body',
    ],
    [
      'half a surrogate pair in the body',
      () =>
        post('/permission/v1/resource-groups', '{"name":"ab\\ud800cd","description":"long enough","type":"private"}'),
      400,
      'invalid_body',
    ],
    ['a zero character in the query', () => get('/location/v1/locations?q=a%00b'), 400, 'invalid_query'],
    ['a zero character in a list', () => get('/location/v1/locations?tag=abc&tag=a%00b'), 400, 'invalid_query'],
    [
      'a time before all times',
      () => get('/session/v1/parking-sessions?from=0000-01-01T00:00:00.000Z'),
      400,
      'invalid_query',
    ],
    [
      'the last day of the year 9999, after which no time can be written',
      () => get('/location/v1/outages?days=9999-12-31..9999-12-31'),
      400,
      'invalid_query',
    ],
    [
      'a day that is none',
      () => get('/session/v1/parking-sessions?from=2026-02-31T00:00:00.000Z'),
      400,
      'invalid_query',
    ],
    [
      'a cursor with a day that is none',
      () => get(`/session/v1/parking-sessions?cursor=${cursor(['desc', '2026-02-31T00:00:00.000Z', id])}`),
      400,
      'invalid_cursor',
    ],
    [
      'a cursor of the year 0',
      () => get(`/session/v1/parking-sessions?cursor=${cursor(['desc', '0000-01-01T00:00:00.000Z', id])}`),
      400,
      'invalid_cursor',
    ],
    [
      'a cursor with too large a number',
      () => get(`/location/v1/locations?sort=issues&cursor=${cursor(['issues', 'asc', 2 ** 31, id])}`),
      400,
      'invalid_cursor',
    ],
    [
      'a cursor with a number for a time',
      () => get(`/location/v1/locations?sort=created_at&cursor=${cursor(['created_at', 'asc', '1', id])}`),
      400,
      'invalid_cursor',
    ],
    ['a prototype in the query', () => get('/location/v1/locations?__proto__=1'), 400, 'invalid_query'],
    [
      'the head of a stream',
      () => w.app.inject({ method: 'HEAD', url: '/event/v1/stream', headers: auth }).then(headOnly),
      405,
      'method_not_allowed',
    ],
    ['an unknown query key', () => get('/location/v1/locations?colour=red'), 400, 'invalid_query'],
    ['a limit beyond its bound', () => get('/location/v1/locations?limit=501'), 400, 'invalid_query'],
    ['a sort that is none', () => get('/location/v1/locations?sort=password'), 400, 'invalid_query'],
    ['a filter that is none', () => get('/location/v1/locations?status=gone'), 400, 'invalid_query'],
    ['a cursor that is none', () => get('/location/v1/locations?cursor=abc'), 400, 'invalid_cursor'],
    [
      'a cursor of another sort',
      () => get(`/location/v1/locations?sort=label&cursor=${cursor(['code', 'asc', '100001', id])}`),
      400,
      'invalid_cursor',
    ],
    [
      'a cursor with SQL in it',
      () => get(`/session/v1/parking-sessions?cursor=${cursor(['desc', "'; drop table users", id])}`),
      400,
      'invalid_cursor',
    ],
    ['an id that is none', () => get('/location/v1/locations/123'), 400, 'invalid_path'],
    ['broken escapes in the address', () => get('/location/v1/locations/%E0%A4%A'), 400, 'invalid_path'],
    ['an address without end', () => get(`/location/v1/locations?q=${'x'.repeat(9_000)}`), 414, 'address_too_long'],
    ['an unknown address', () => get('/location/v1/nothing'), 404, 'not_found'],
    [
      'a method the address does not take',
      () => w.app.inject({ method: 'DELETE', url: '/location/v1/locations', headers: auth }),
      405,
      'method_not_allowed',
    ],
  ]
  /** A HEAD has no body to look at. */
  const headOnly = (reply: { statusCode: number; payload: string }) => ({
    ...reply,
    json: () => ({ error_code: 'method_not_allowed', error_message: '' }),
  })
  const cursor = (position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url')

  test.each(cases)('%s', async (_name, act, status, code) => {
    const reply = await act()
    expect([reply.statusCode, (reply.json() as { error_code: string }).error_code], reply.payload).toEqual([
      status,
      code,
    ])
    expect((reply.json() as { error_message: string }).error_message).not.toMatch(
      /select|node_modules|\bat (?!most|least)/,
    )
  })
})
