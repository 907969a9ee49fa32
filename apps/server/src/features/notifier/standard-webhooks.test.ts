import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { rotateNotifierSecret, testNotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeNotifierPlace, notifierActions, openNotifierApp } from '../../../test/support/notifier-place.ts'
import type { NotifierApp } from '../../../test/support/notifier-place.ts'
import type { Caller } from '../../../test/support/test-app.ts'

/** The library that Standard Webhooks publishes for receivers reads what a receiver gets from this server. */
interface Delivery {
  headers: Record<string, string>
  body: string
}

let w: NotifierApp
let ours: Organization
let operations: Caller
let location_id: string
let params: { organization_id: string; notifier_subscription_id: string }
let secret: string

beforeAll(async () => {
  w = await openNotifierApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, operations, location_id } = await makeNotifierPlace(w))
  const { body } = await create({ description: 'Räpina mnt, “dock 7”' })
  params = paramsOf(body)
  secret = body.secret
})

const { create, paramsOf, round } = notifierActions(() => ({ w, ours, operations, location_id }))

async function deliver(): Promise<Delivery> {
  w.receiver.clear()
  await operations.call(testNotifierSubscription, { params })
  await round()
  const [first] = w.receiver.received
  if (!first) throw new Error('Nothing was delivered')
  return { headers: first.headers as Record<string, string>, body: first.body }
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
