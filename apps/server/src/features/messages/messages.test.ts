import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listUserMessages, sendMessage, userMessages } from '@wheelhouse/contract/messages/messages.ts'
import { listUserEvents } from '@wheelhouse/contract/users/users.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { serial } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { makeUser } from '../users/samples.ts'
import { deliverMessages, endLostPushes, pushMessage } from './messages.ts'

/** A push provider that takes every phone but those that it no longer knows. */
async function startProvider() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isGone = Buffer.concat(chunks).toString().includes('removed')
      const [status, body] = isGone
        ? [404, { error: { details: [{ errorCode: 'UNREGISTERED' }] } }]
        : [200, { access_token: 'short' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

let w: TestApp
let provider: Awaited<ReturnType<typeof startProvider>>
let ours: Organization
let support: Caller
let mari: string
let params: { user_id: string }

beforeAll(async () => {
  provider = await startProvider()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  w = await testApp({
    PUSH_PROVIDER: 'fcm',
    PUSH_API_URL: provider.url,
    PUSH_TOKEN_URL: `${provider.url}/token`,
    PUSH_PROJECT_ID: 'wheelhouse-test',
    PUSH_CLIENT_EMAIL: 'push@wheelhouse-test.test',
    PUSH_PRIVATE_KEY: await exportPKCS8(privateKey),
  })
})
afterAll(async () => {
  provider.close()
  await w.end()
})
beforeEach(async () => {
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  mari = await makeUser(w, [ours.operator])
  params = { user_id: mari }
})

const text = 'Your bike is in dock 07 of the station.'
const send = (body: object = {}, who = support): Promise<Answer> =>
  who.send(sendMessage, { params, body: { text, ...body } })
const phone = (kind: string) =>
  w.db
    .insertInto('push_tokens')
    .values({ token: `${kind}-${serial()}`, user_id: mari, platform: 'ios', created_at: w.clock.now().toISOString() })
    .execute()
const statuses = async (): Promise<(string | null)[]> =>
  (await support.ask(listUserMessages, { params })).items.map(
    (message: { push_status: string | null }) => message.push_status,
  )

describe('spec 5 and values: a new message', () => {
  test.each([
    ['9 characters', { text: 'Too short' }, 'Message: at least 10 characters'],
    ['1001 characters', { text: 'a'.repeat(1001) }, 'Message: at most 1000 characters'],
    ['a link in the text that is not https', { text: `${text} http://x.test` }, 'Links must start with https://'],
    ['a link of another kind', { link: 'javascript:alert(1)' }, 'Invalid URL'],
    ['a link with a password', { link: 'https://a:b@x.test' }, 'Invalid URL'],
    ['an unknown field', { push: 'yes' }, ''],
  ])('with %s is refused', async (_name, body, words) => {
    const { status, body: answer } = await send(body)
    expect([status, answer.error_message]).toEqual([400, expect.stringContaining(words)])
  })

  test('with 10 characters and an https link is in the inbox, and the event holds no text', async () => {
    const { body } = await send({ text: 'Ten chars!', link: 'https://wheelhouse.test/help' })
    expect(body).toEqual({ id: expect.any(String), push_status: null })
    const { body: page } = await support.call(listUserMessages, { params })
    expect(page.items).toMatchObject([
      { text: 'Ten chars!', link: 'https://wheelhouse.test/help', read_at: null, push_status: null },
    ])
    const { body: events } = await support.call(listUserEvents, { params })
    expect(events.items).toMatchObject([{ feature: 'messages', verb: 'sent', after: null }])
  })
})

describe('spec 8: what became of the notification', () => {
  test.each([
    ['no_push_tokens', []],
    ['sent', ['phone']],
    ['sent', ['phone', 'removed']],
    ['send_push_failed', ['removed']],
  ])('%s, of a user with the phones %j', async (status, phones) => {
    for (const kind of phones) await phone(kind)
    await send()
    await w.runJobs()
    expect(await statuses()).toEqual([status])
    const { rows } = await w.pool.query<{ token: string }>('select token from push_tokens where user_id = $1', [mari])
    expect(rows.filter(({ token }) => token.startsWith('removed'))).toEqual([])
  })

  test('publish_push_failed while the provider is away, and the message is in the inbox all the same', async () => {
    await phone('phone')
    await send()
    const { push } = w.config
    w.config.push = { ...push, token_url: 'http://127.0.0.1:1/token' }
    await w.runJobs()
    w.config.push = push
    expect(await statuses()).toEqual(['publish_push_failed'])
  })

  test('skipped where messages reach the inbox only', async () => {
    const quiet = await testApp()
    const organization = await quiet.make.organization()
    const caller = await quiet.person([
      { group_id: organization.operator, needs: { user: ['GET', 'SEND_NOTIFICATIONS', 'GET_NOTIFICATIONS'] } },
    ])
    const user_id = await makeUser(quiet, [organization.operator])
    await caller.call(sendMessage, { params: { user_id }, body: { text } })
    await quiet.runJobs()
    const { body } = await caller.call(listUserMessages, { params: { user_id } })
    expect(body.items).toMatchObject([{ push_status: 'skipped' }])
    await quiet.end()
  })

  test('publish_push_failed of one whose job was lost, once it would be late', async () => {
    await phone('phone')
    await send()
    await w.pool.query(`delete from pgboss.job where name = 'messages.push'`)
    const endLost = async () => {
      await w.jobs.send(w.db, endLostPushes, {})
      await w.runJobs()
    }
    w.clock.advance(14 * 60_000)
    await endLost()
    expect(await statuses()).toEqual([null])
    w.clock.advance(2 * 60_000)
    await endLost()
    expect(await statuses()).toEqual(['publish_push_failed'])
  })

  test('one whose job waits or runs is not lost, however late it is', async () => {
    await phone('phone')
    await send()
    const setState = (state: string) =>
      w.pool.query(`update pgboss.job set state = $1 where name = 'messages.push' and state <> 'completed'`, [state])
    await setState('active')
    w.clock.advance(16 * 60_000)
    await w.jobs.send(w.db, endLostPushes, {})
    await w.runJobs()
    expect(await statuses()).toEqual([null])
    await setState('retry')
    await w.runJobs()
    expect(await statuses()).toEqual(['sent'])
  })

  test('a job that runs twice notifies once', async () => {
    await phone('phone')
    const { body } = await send()
    await w.runJobs()
    await w.pool.query(`update user_messages set push_status = 'skipped' where id = $1`, [body.id])
    await w.jobs.send(w.db, pushMessage, { message_id: body.id })
    await w.runJobs()
    expect(await statuses()).toEqual(['skipped'])
  })
})

test('the list is newest first, filters by push status, and is a file', async () => {
  await send()
  await w.runJobs()
  w.clock.advance(60_000)
  await send({ text: 'The second message.' })
  const texts = async (query: object) =>
    (await support.send(listUserMessages, { params, query })).body.items.map(
      (message: { text: string }) => message.text,
    )
  expect(await texts({})).toEqual(['The second message.', text])
  expect(await texts({ push_status: ['no_push_tokens'] })).toEqual([text])
  expect(await texts({ push_status_empty: 'yes' })).toEqual(['The second message.'])
  const file = await support.send(userMessages.csv, { params, query: { column: ['text'] } })
  expect(file.text).toBe(`\uFEFFtext\r\nThe second message.\r\n${text}\r\n`)
})

test('a message of the service itself is in the inbox with its push, and a deleted user gets none', async () => {
  const gone = await makeUser(w, [ours.operator], { name: 'Deleted user', deleted_at: w.clock.now().toISOString() })
  const journal = openJournal(w.clock.now())
  const entry = { subject: 'Reminder', text: 'Your bike has been parked for two days.' }
  const delivered = await withJournal(w.db, journal, (tx) =>
    deliverMessages({ tx, jobs: w.jobs, journal }, [
      { user_id: mari, ...entry },
      { user_id: gone, ...entry },
    ]),
  )
  expect(delivered).toEqual([{ user_id: mari, message_id: expect.any(String) }])
  await w.runJobs()
  const { body } = await support.call(listUserMessages, { params })
  expect(body.items).toMatchObject([
    { text: `Reminder\n\n${entry.text}`, sent_by_name: null, push_status: 'no_push_tokens' },
  ])
})

test('rights: sending and reading are separate', async () => {
  const reader = await w.person([{ group_id: ours.operator, needs: { user: ['GET', 'GET_NOTIFICATIONS'] } }])
  expect((await send({}, reader)).status).toBe(403)
  const sender = await w.person([{ group_id: ours.operator, needs: { user: ['GET', 'SEND_NOTIFICATIONS'] } }])
  expect((await send({}, sender)).status).toBe(200)
  expect((await sender.call(listUserMessages, { params })).status).toBe(403)
})
