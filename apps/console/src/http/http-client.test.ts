import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { route } from '@wheelhouse/contract/route.ts'
import { addressOf, createCall, hasIds } from './http-client.ts'

let answer: (request: IncomingMessage, body: string) => { status: number; body?: string; isBrokenOff?: boolean }
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }
let unauthorized = 0
const server = createServer((request, response) => void serve(request, response))
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces).toString()
  seen = { method: request.method, url: request.url, headers: request.headers, body }
  const { status, body: said, isBrokenOff } = answer(request, body)
  if (isBrokenOff !== true) return void response.writeHead(status).end(said)
  response.writeHead(status, { 'content-length': 100 }).write(said, () => response.destroy())
}
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => new Promise((closed) => server.close(closed)))

const call = createCall({
  fetch,
  apiUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  token: async () => 'the-token',
  isOnline: () => true,
  onUnauthorized: () => void unauthorized++,
})

const on = {
  path: '/thing/v1/things/:id',
  summary: '',
  access: { location: ['GET'] },
  params: z.strictObject({ id: z.string() }),
  reply: z.object({ id: z.string() }),
} as const
const getThing = route({
  ...on,
  method: 'GET',
  query: z.strictObject({ tag: z.array(z.string()).optional(), q: z.string().optional() }),
})
const writes = (['POST', 'PUT', 'PATCH'] as const).map((method) =>
  route({ ...on, method, body: z.strictObject({ name: z.string() }) }),
)
const deleteThing = route({ ...on, method: 'DELETE' })
const input = { params: { id: 'a/b' }, body: { name: 'x' } }

test('spec 7: a bearer token, the filled path, a repeated key for a list', async () => {
  answer = () => ({ status: 200, body: '{"id":"1"}' })
  expect(await call(getThing, { params: { id: 'a/b ü' }, query: { tag: ['ee', 'no'], q: '' } })).toEqual({ id: '1' })
  expect(seen).toMatchObject({ method: 'GET', url: '/thing/v1/things/a%2Fb%20%C3%BC?tag=ee&tag=no', body: '' })
  expect(seen.headers.authorization).toBe('Bearer the-token')
  expect(seen.headers['content-type']).toBeUndefined()
})

test('spec 7: a write carries JSON and says so; key and version go along', async () => {
  answer = () => ({ status: 200, body: '{"id":"1"}' })
  for (const write of writes) {
    await call(write, input, { idempotencyKey: 'k', version: 3 })
    expect(seen).toMatchObject({ method: write.method, body: '{"name":"x"}' })
    expect(seen.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k',
      'if-match': '"3"',
    })
  }
})

test('spec 7: GET takes a 204; an empty 200 is no answer', async () => {
  answer = () => ({ status: 204 })
  expect(await call(getThing, { params: { id: '1' } })).toBeUndefined()
  answer = () => ({ status: 200 })
  await expect(call(getThing, { params: { id: '1' } })).rejects.toThrow(/^missing error response$/)
})

test('spec 7: a write with an empty body is accepted from 200 to 399, and with a body as 2xx only', async () => {
  for (const status of [200, 204, 304, 399]) {
    answer = () => ({ status })
    for (const write of [...writes, deleteThing]) await expect(call(write, input)).resolves.toBeUndefined()
  }
  answer = () => ({ status: 300, body: '{"error_code":"x","error_message":"No"}' })
  for (const write of [...writes, deleteThing]) await expect(call(write, input)).rejects.toThrow('No')
  answer = () => ({ status: 400 })
  for (const write of [...writes, deleteThing])
    await expect(call(write, input)).rejects.toThrow(/^missing error response$/)
})

test('spec 8: single, batch and generic errors', async () => {
  const failing = (status: number, body: string) => {
    answer = () => ({ status, body })
    return call(deleteThing, { params: { id: '1' } }).catch((error: unknown) => error)
  }
  expect(await failing(404, '{"error_code":"not_found","error_message":"Not found"}')).toMatchObject({
    status: 404,
    result: { single: { error_code: 'not_found' } },
  })
  expect(
    await failing(422, '{"error_results":[{"error_code":"x","error_message":"y","id":1}],"results":[]}'),
  ).toMatchObject({
    status: 422,
    result: { batch: { error_results: [{ id: 1 }] } },
  })
  expect(await failing(502, '<html>')).toMatchObject({
    status: 502,
    result: { error: 'Request failed with status code 502' },
  })
})

test("spec 8: 'Network Error' when no answer comes", async () => {
  const nowhere = createCall({
    fetch,
    apiUrl: () => 'http://127.0.0.1:1',
    token: async () => 't',
    isOnline: () => true,
    onUnauthorized: () => undefined,
  })
  await expect(nowhere(getThing, { params: { id: '1' } })).rejects.toMatchObject({
    message: 'Network Error',
    status: null,
    result: null,
  })
})

test("spec 8: 'Network Error' when the answer breaks off", async () => {
  answer = () => ({ status: 200, body: '{"id":', isBrokenOff: true })
  for (const asked of [getThing, deleteThing])
    await expect(call(asked, { params: { id: '1' } })).rejects.toMatchObject({
      message: 'Network Error',
      status: null,
      result: null,
    })
})

test('a 401 ends the session, a 403 does not', async () => {
  unauthorized = 0
  answer = () => ({ status: 403, body: '{"error_code":"forbidden","error_message":"No"}' })
  await expect(call(getThing, { params: { id: '1' } })).rejects.toThrow('No')
  expect(unauthorized).toBe(0)
  answer = () => ({ status: 401, body: '{"error_code":"unauthorized","error_message":"Sign in first"}' })
  await expect(call(getThing, { params: { id: '1' } })).rejects.toThrow('Sign in first')
  expect(unauthorized).toBe(1)
})

test('an asker who went away gets the abort, not a network error', async () => {
  answer = () => ({ status: 200, body: '{}' })
  const gone = new AbortController()
  gone.abort()
  await expect(call(getThing, { params: { id: '1' } }, { signal: gone.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test("spec 5: without an id nothing is asked: 'missing resource id'", () => {
  for (const id of ['', undefined, null]) {
    expect(() => addressOf('/permission/v1/resources/:id/roles', { id })).toThrow(/^missing resource id$/)
    expect(hasIds('/permission/v1/resources/:id/roles', { id })).toBe(false)
  }
  expect(hasIds('/permission/v1/resources/:id/roles', { id: '1' })).toBe(true)
  expect(hasIds('/permission/v1/resources')).toBe(true)
})
