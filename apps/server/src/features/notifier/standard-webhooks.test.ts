import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  createNotifierSubscription,
  rotateNotifierSecret,
  testNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { runNotifier } from './messages.ts'

/** The library that Standard Webhooks publishes for receivers reads what a receiver gets from this server. */
interface Delivery {
  headers: Record<string, string>
  body: string
}

let w: TestApp
let operations: Caller
let receiver: Server
let received: Delivery[]
let params: { organization_id: string; notifier_subscription_id: string }
let secret: string

beforeAll(async () => {
  w = await testApp({ NOTIFIER_ALLOWED_NETWORKS: '127.0.0.0/8', WHEELHOUSE_KEY: 'a key of this test' })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await new Promise((done) => receiver.close(done))
  await w.end()
})
beforeEach(async () => {
  received = []
  const ours = await w.make.organization()
  const needs = { organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'], location: ['GET'] } as const
  operations = await w.person([{ group_id: ours.owner, needs }])
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const { body } = await operations.call(createNotifierSubscription, {
    params: { organization_id: ours.id },
    body: { event: 'alarm', messaging_type: 'webhook', type: 'single', url, description: 'Räpina mnt, “dock 7”' },
  })
  params = { organization_id: ours.id, notifier_subscription_id: body.id }
  secret = body.secret
})

async function deliver(): Promise<Delivery> {
  received = []
  await operations.call(testNotifierSubscription, { params })
  await runNotifier(w, new Date(w.clock.now().getTime() - 3_600_000))
  await w.runJobs()
  const [first] = received
  if (!first) throw new Error('Nothing was delivered')
  return first
}

/** What the library answers at a time, which it reads from the clock of the process. */
function verify({ body, headers }: Delivery, key: string, at = w.clock.now()): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  try {
    return new Webhook(key).verify(body, headers)
  } finally {
    vi.useRealTimers()
  }
}
const refusal = (delivery: Delivery, key: string, at?: Date): string => {
  try {
    verify(delivery, key, at)
    return 'accepted'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message
    throw error
  }
}

test('the library accepts a delivery and reads the payload that was sent', async () => {
  const delivery = await deliver()
  expect(verify(delivery, secret)).toEqual(JSON.parse(delivery.body))
})

test('the library refuses what was altered on the way, in the body or in a header', async () => {
  const { body, headers } = await deliver()
  const altered: Delivery[] = [
    { headers, body: body.replace('{', '{ ') },
    { headers: { ...headers, 'webhook-id': 'another' }, body },
    { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body },
  ]
  for (const one of altered) expect(refusal(one, secret)).toBe('No matching signature found')
  expect(refusal({ headers, body }, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe('No matching signature found')
})

test('the library refuses a delivery that comes six minutes late, and one from a clock that is ahead', async () => {
  const delivery = await deliver()
  const minutesFrom = (minutes: number) => new Date(w.clock.now().getTime() + minutes * 60_000)
  expect(refusal(delivery, secret, minutesFrom(6))).toBe('Message timestamp too old')
  expect(refusal(delivery, secret, minutesFrom(-6))).toBe('Message timestamp too new')
  expect(refusal(delivery, secret, minutesFrom(4))).toBe('accepted')
})

test('for a day after a change the library accepts both secrets, then the new one alone', async () => {
  const headers = { 'if-match': '"1"' }
  const rotated = certain((await operations.ask(rotateNotifierSecret, { params, headers })).secret)
  const first = await deliver()
  expect([refusal(first, secret), refusal(first, rotated)]).toEqual(['accepted', 'accepted'])
  w.clock.advance(24 * 3_600_000)
  const later = await deliver()
  expect([refusal(later, secret), refusal(later, rotated)]).toEqual(['No matching signature found', 'accepted'])
})
