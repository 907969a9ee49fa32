import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import type { CryptoKey } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { fcmPush } from './push-fcm.ts'

const settings = { DATABASE_URL: 'postgres://nowhere', WHEELHOUSE_DATA: '/nowhere' }
const note = { title: 'New message', body: 'Open the app to read it.', message_id: 'm-1' }

interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void

let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
let pem: string
let received: ReceivedRequest[]
let behave: Behaviour
let url: string
let close: () => Promise<void>

const reply = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const refusal = (status: number, errorCode: string) => ({
  error: {
    code: status,
    message: 'Requested entity was not found.',
    status: 'NOT_FOUND',
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
  },
})

/** A stand-in made from the provider's public reference: one phone takes everything, the others refuse by their name. */
const documented: Behaviour = ({ path, headers, body }, response) => {
  if (path === '/token') return reply(response, 200, { access_token: 'ya29.short', expires_in: 3599 })
  if (headers.authorization !== 'Bearer ya29.short') return reply(response, 401, refusal(401, 'UNAUTHENTICATED'))
  const { message } = JSON.parse(body) as { message: { token: string } }
  const codes: Record<string, [number, string]> = {
    removed: [404, 'UNREGISTERED'],
    mistyped: [400, 'INVALID_ARGUMENT'],
    busy: [503, 'UNAVAILABLE'],
  }
  const [status, code] = codes[message.token] ?? [200, '']
  reply(response, status, status === 200 ? { name: 'projects/wheelhouse-test/messages/1' } : refusal(status, code))
}

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  pem = await exportPKCS8(keys.privateKey)
})
beforeEach(async () => {
  received = []
  behave = documented
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      behave(one, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () =>
    new Promise((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
})
afterEach(() => close())

const configured = (more: Record<string, string> = {}) =>
  readConfig({
    ...settings,
    PUSH_PROVIDER: 'fcm',
    PUSH_API_URL: url,
    PUSH_TOKEN_URL: `${url}/token`,
    PUSH_PROJECT_ID: 'wheelhouse-test',
    PUSH_CLIENT_EMAIL: 'push@wheelhouse-test.test',
    // As it is written in an environment file.
    PUSH_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`),
    ...more,
  }).push
const push = (tokens: string[], more: Record<string, string> = {}) => fcmPush(configured(more)).push(tokens, note)

test('the service account signs for a token, and each phone gets the note without the text of the message', async () => {
  expect(await push(['phone-1', 'phone-2'])).toEqual({ status: 'sent', unregistered: [] })
  const [token, ...sent] = received
  const assertion = new URLSearchParams(token?.body).get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, keys.publicKey, { audience: `${url}/token` })
  expect(payload).toMatchObject({
    iss: 'push@wheelhouse-test.test',
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  })
  expect(sent.map(({ path }) => path)).toEqual(
    Array.from({ length: 2 }, () => '/v1/projects/wheelhouse-test/messages:send'),
  )
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    message: {
      token: 'phone-1',
      notification: { title: note.title, body: note.body },
      data: { message_id: 'm-1' },
    },
  })
})

test.each([
  ['one of two phones is enough', ['removed', 'phone-1'], 'sent', ['removed']],
  ['no phone has the app any more', ['removed'], 'send_push_failed', ['removed']],
  ['every phone is refused', ['mistyped'], 'send_push_failed', []],
  ['the provider is overloaded', ['busy'], 'publish_push_failed', []],
])('values, push status: %s', async (_name, tokens, status, unregistered) => {
  expect(await push(tokens)).toEqual({ status, unregistered })
})

test.each([
  ['refuses the account', (): Behaviour => (_request, response) => reply(response, 400, { error: 'invalid_grant' })],
  ['replies with no JSON', (): Behaviour => (_request, response) => void response.writeHead(200).end('OK')],
  [
    'sends the credentials elsewhere',
    (): Behaviour => (_request, response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end(),
  ],
  ['never replies', (): Behaviour => () => {}],
])('values, push status: a provider that %s', async (_name, behaviour) => {
  behave = behaviour()
  expect(await push(['phone-1'], { PUSH_TIMEOUT_S: '0.2' })).toEqual({
    status: 'publish_push_failed',
    unregistered: [],
  })
  expect(received.map(({ path }) => path)).toEqual(['/token'])
})

test('values, push status: a provider that cannot be reached, and a key that is none', async () => {
  expect(await push(['phone-1'], { PUSH_PRIVATE_KEY: 'no key' })).toMatchObject({ status: 'publish_push_failed' })
  await close()
  expect(await push(['phone-1'])).toMatchObject({ status: 'publish_push_failed' })
  close = () => Promise.resolve()
})

test('a missing setting of the provider ends the start with a sentence', () => {
  expect(() => readConfig({ ...settings, PUSH_PROVIDER: 'fcm' })).toThrow(
    'The setting PUSH_PROJECT_ID is missing: PUSH_PROVIDER is fcm',
  )
  expect(() => readConfig({ ...settings, PUSH_API_URL: 'http://push.example.org' })).toThrow('PUSH_API_URL')
})
