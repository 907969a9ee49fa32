import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** An error-reporting service on a socket: remembers what came and answers what the test says. */
async function service() {
  const came: { url: string; body: string; headers: IncomingHttpHeaders }[] = []
  const answer = { status: 200, location: '' }
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      came.push({ url: request.url ?? '', body, headers: request.headers })
      reply.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { came, answer, port, end: () => new Promise((done) => server.close(done)) }
}

let sentry: Awaited<ReturnType<typeof service>>
let w: TestApp
let dsn: string
beforeAll(async () => {
  sentry = await service()
  dsn = `http://key1@127.0.0.1:${sentry.port}/errors/42`
  w = await testApp({ SENTRY_DSN: dsn })
})
afterAll(async () => {
  await w.end()
  await sentry.end()
})

const envelopeFor = (address: string, item = '{"message":"broken"}') =>
  `${JSON.stringify({ dsn: address })}\n{"type":"event"}\n${item}\n`
const send = (
  payload: string,
  headers: Record<string, string> = { 'content-type': 'text/plain;charset=UTF-8' },
  on: TestApp = w,
) => on.app.inject({ method: 'POST', url: '/support/v1/error-reports', headers, payload })

test('spec 7: a report goes to the configured project as it came, with nothing of the caller', async () => {
  const reply = await send(envelopeFor(dsn), {
    'content-type': 'text/plain;charset=UTF-8',
    authorization: 'Bearer secret',
    cookie: 'a=b',
  })
  expect(reply.statusCode).toBe(204)
  const [one] = sentry.came.splice(0)
  expect(one?.url).toBe('/errors/api/42/envelope/')
  expect(one?.body).toBe(envelopeFor(dsn))
  expect(one?.headers.authorization).toBeUndefined()
  expect(one?.headers.cookie).toBeUndefined()
})

test.each([
  ['another project', (port: number) => envelopeFor(`http://key1@127.0.0.1:${port}/errors/43`)],
  ['another key', (port: number) => envelopeFor(`http://key2@127.0.0.1:${port}/errors/42`)],
  ['another host', () => envelopeFor('http://key1@169.254.169.254/errors/42')],
  ['no address at all', () => '{}\n{"type":"event"}\n{}\n'],
  ['no JSON', () => 'hello'],
  ['null', () => 'null\n'],
  ['nothing', () => ''],
])('the tunnel speaks to nobody else: %s', async (_what, payload) => {
  expect((await send(payload(sentry.port))).statusCode).toBe(400)
  expect(sentry.came).toEqual([])
})

test('a report of more than a megabyte is refused, and a form is none', async () => {
  expect((await send(envelopeFor(dsn, 'x'.repeat(1_048_577)))).statusCode).toBe(413)
  expect((await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
  expect((await send('{}', { 'content-type': 'application/json' })).statusCode).toBe(415)
  expect(sentry.came).toEqual([])
})

test('a redirect of the service is not followed', async () => {
  Object.assign(sentry.answer, { status: 302, location: 'http://127.0.0.1:1/inside' })
  expect((await send(envelopeFor(dsn))).statusCode).toBe(503)
  Object.assign(sentry.answer, { status: 200, location: '' })
  sentry.came.splice(0)
})

test('without a configured project there is no tunnel', async () => {
  const none = await testApp()
  expect((await send(envelopeFor(dsn), undefined, none)).statusCode).toBe(404)
  await none.end()
})

test('one address may send sixty reports a minute', async () => {
  const fresh = await testApp({ SENTRY_DSN: dsn })
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) statuses.push((await send('nothing', undefined, fresh)).statusCode)
  expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
  expect(statuses[60]).toBe(429)
  await fresh.end()
})
