import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { intercomChats } from './chats-intercom.ts'
import { ChatError } from './chats.ts'
import { readConfig } from './config.ts'

const settings = { DATABASE_URL: 'postgres://nowhere', WHEELHOUSE_DATA: '/nowhere' }
const userId = '01900000-0000-7000-8000-00000000cafe'

interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}
type Behaviour = (request: ReceivedRequest, response: ServerResponse) => void

let received: ReceivedRequest[]
let behave: Behaviour
let url: string
let close: () => Promise<void>

const reply = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const conversation = {
  type: 'conversation',
  id: '515',
  title: null,
  state: 'open',
  open: true,
  created_at: 1_781_000_000,
  updated_at: 1_781_003_600,
  source: { type: 'conversation', subject: '', body: '<p>My bike is <b>stuck</b> &amp; it is late.</p>' },
}

/** A stand-in made from the provider's public reference, version 2.11. */
const documented: Behaviour = ({ path, headers, body }, response) => {
  if (headers.authorization !== 'Bearer dG9r' || headers['intercom-version'] !== '2.11')
    return reply(response, 401, { type: 'error.list', errors: [{ code: 'unauthorized' }] })
  const { query } = body as { query: { field: string; operator: string; value: string } }
  if (path === '/contacts/search')
    return reply(response, 200, {
      type: 'list',
      data: query.value === userId ? [{ type: 'contact', id: '6657adf6', external_id: userId }] : [],
      total_count: 1,
    })
  reply(response, 200, {
    type: 'conversation.list',
    total_count: 2,
    conversations:
      query.field === 'contact_ids' && query.value === '6657adf6'
        ? [conversation, { ...conversation, id: 516, title: 'Refund', state: 'closed', updated_at: 1_781_090_000 }]
        : [],
  })
}

beforeEach(async () => {
  received = []
  behave = documented
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const one = { path: request.url ?? '', headers: request.headers, body }
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

const chatsOf = (id: string, more: Record<string, string> = {}) =>
  intercomChats(
    readConfig({
      ...settings,
      CHAT_PROVIDER: 'intercom',
      CHAT_API_URL: url,
      CHAT_API_TOKEN: 'dG9r',
      CHAT_WORKSPACE: 'w1',
      ...more,
    }).chats,
  ).chatsOf(id)

test('the conversations of the contact with our id, newest first, as plain text with a link to the inbox', async () => {
  expect(await chatsOf(userId)).toEqual([
    expect.objectContaining({ id: '516', title: 'Refund', state: 'closed' }),
    {
      id: '515',
      title: 'My bike is stuck & it is late.',
      preview: 'My bike is stuck & it is late.',
      state: 'open',
      created_at: '2026-06-09T10:13:20.000Z',
      updated_at: '2026-06-09T11:13:20.000Z',
      url: 'https://app.intercom.com/a/inbox/w1/inbox/conversation/515',
    },
  ])
  expect(received.map(({ path }) => path)).toEqual(['/contacts/search', '/conversations/search'])
})

test('a person without a contact has no conversations', async () => {
  expect(await chatsOf('01900000-0000-7000-8000-000000000001')).toEqual([])
  expect(received).toHaveLength(1)
})

test.each([
  ['refuses the token', (): Behaviour => (_request, response) => reply(response, 401, {})],
  ['replies with another shape', (): Behaviour => (_request, response) => reply(response, 200, { data: 'none' })],
  ['redirects', (): Behaviour => (_request, response) => void response.writeHead(302, { location: '/' }).end()],
  ['never replies', (): Behaviour => () => {}],
])('a provider that %s fails, and the token is in no error', async (_name, behaviour) => {
  behave = behaviour()
  const error: unknown = await chatsOf(userId, { CHAT_TIMEOUT_S: '0.2' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChatError)
  expect(`${String(error)} ${String((error as Error).cause)}`).not.toContain('dG9r')
  expect(received).toHaveLength(1)
})
