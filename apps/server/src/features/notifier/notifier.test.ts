import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import {
  createNotifierSubscription,
  getNotifierMessage,
  notifierMessages,
  notifierSubscriptions,
  replayNotifierMessage,
  rotateNotifierSecret,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { systemActor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../journal/journal.ts'
import type { AuditEntry } from '../../journal/journal.ts'
import { mailOf, slackBody, teamsBody, titleOf } from './formats.ts'
import type { Payload } from './formats.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { runNotifier } from './messages.ts'
import { forgetDeliveries } from './retention.ts'
import { signatureHeaders } from './signature.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

const mayNotify = { organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'] } as const
/** The rights over the events that these tests subscribe to. */
const maySee = {
  location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'],
  report: ['GET_REPORTS'],
  session: ['GET'],
  payment: ['GET'],
} as const

let w: TestApp
let ours: Organization
let operations: Caller
let location_id: string
let receiver: Server
let received: Received[]
/** What the receiver answers. */
let reply: { status: number; headers?: Record<string, string>; body?: string }

beforeAll(async () => {
  w = await testApp({ NOTIFIER_ALLOWED_NETWORKS: '127.0.0.0/8', WHEELHOUSE_KEY: 'a key of this test' })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(reply.status, reply.headers)
      response.end(reply.body ?? '')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await new Promise((done) => receiver.close(done))
  await w.end()
})
beforeEach(async () => {
  await w.pool.query('delete from notifier_subscriptions')
  ours = await w.make.organization()
  operations = await w.person([{ group_id: ours.owner, needs: { ...mayNotify, ...maySee } }])
  location_id = await w.make.location(ours, { label: 'Balti jaam' })
  received = []
  reply = { status: 204 }
})

const hookUrl = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const hook = (more: object = {}) => ({
  event: 'alarm',
  messaging_type: 'webhook',
  type: 'single',
  url: hookUrl(),
  ...more,
})
const create = (more: object = {}): Promise<Answer> =>
  operations.send(createNotifierSubscription, {
    params: { organization_id: ours.id },
    body: hook(more),
  })
const paramsOf = (subscription: { id: string }) => ({
  organization_id: ours.id,
  notifier_subscription_id: subscription.id,
})
const messages = async (subscription: { id: string }): Promise<NotifierMessage[]> =>
  (await operations.ask(notifierMessages.route, { params: paramsOf(subscription) })).items
/** One round of the gateway's upkeep, and the jobs that it queued. */
async function round(): Promise<void> {
  await runNotifier(w, new Date(w.clock.now().getTime() - 3_600_000))
  await w.runJobs()
}
async function happen(more: Partial<AuditEntry> = {}): Promise<void> {
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, async () => {
    addAuditRecord(journal, {
      actor: systemActor,
      feature: 'alarms',
      verb: 'raised',
      resource_type: 'device',
      resource_id: location_id,
      resource_name: 'Dock 07',
      visible_through_id: location_id,
      after: { alarm: 'lock_jam', comment: 'Kadri called' },
      ...more,
    } as AuditEntry)
  })
}
const reportOf = (organization_id: string, at: string) => ({
  id: uuidv7(),
  organization_id,
  description: 'Use of a year',
  type: 'payment',
  format: 'csv',
  timeframe: 'own',
  from_day: '2026-01-01',
  to_day: '2026-01-31',
  status: 'pending',
  run_by: uuidv7(),
  created_by: uuidv7(),
  created_at: at,
  updated_at: at,
})
const signatureOf = ({ headers, body }: Received, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('what a subscription is', () => {
  test.each([
    [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' },
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ],
    [
      'whsec_plJ3nmyCDGBKInavdOK15jsl',
      { id: 'msg_loFOjxBNrRLzqYUf', at: 1_731_705_121, body: '{"event_type":"ping","data":{"success":true}}' },
      'rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    ],
  ])('Standard Webhooks: signatures as in the published examples', (secret, { id, at, body }, signature) => {
    expect(signatureHeaders({ id, at: new Date(at * 1000), body }, [secret])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    })
  })

  test('the secret is shown once, kept sealed, and only webhooks have one', async () => {
    const { body } = await create()
    expect(body.secret).toMatch(/^whsec_/)
    const { rows } = await w.pool.query('select secret from notifier_subscriptions where id = $1', [body.id])
    expect(rows[0].secret).not.toContain(body.secret.slice(6))
    expect((await create({ messaging_type: 'slack' })).body.secret).toBeNull()
  })

  test.each([
    ['an inward address', { url: 'https://10.0.0.1/hook' }, 'inward_url'],
    ['the metadata service', { url: 'https://169.254.169.254/' }, 'inward_url'],
    ['no encryption', { url: 'http://1.1.1.1/hook' }, 'invalid_body'],
    ['another scheme', { url: 'ftp://1.1.1.1/' }, 'invalid_body'],
    ['a password in it', { url: 'https://me:secret@1.1.1.1/' }, 'invalid_body'],
    ['an email that is none', { messaging_type: 'email', url: 'mailto:nobody' }, 'invalid_body'],
    ['an event that is none', { event: 'sunrise' }, 'invalid_body'],
  ])('%s is refused when it is saved', async (_name, more, code) => {
    expect((await create(more)).body.error_code).toBe(code)
  })

  test('rights: who may not see the events of all locations of the organization sends none of them to an address', async () => {
    const reseller = await w.person([{ group_id: ours.reseller, needs: { ...mayNotify, ...maySee } }])
    const subscribe = (more: object = {}) =>
      reseller.send(createNotifierSubscription, { params: { organization_id: ours.id }, body: hook(more) })
    expect(await subscribe()).toMatchObject({
      status: 403,
      body: { error_code: 'forbidden', missing: 'GET on location', field: 'event' },
    })
    const sold = await w.make.location(null)
    await w.db.updateTable('locations').set({ reseller_id: ours.id }).where('id', '=', sold).execute()
    await w.make.members('location', sold, [ours.reseller])
    expect((await subscribe()).status).toBe(403)
    // An inbox shows each reader what that reader may see.
    expect((await subscribe({ messaging_type: 'in_app', url: '' })).status).toBe(200)
    await w.db.updateTable('locations').set({ owner_id: null }).where('id', '=', location_id).execute()
    expect((await subscribe()).status).toBe(200)
  })

  const reads: Needs = { payment: ['GET'] }
  test.each<[string, 'rental_fleet' | 'subscription', Needs, Needs, string]>([
    [
      'command_failed',
      'rental_fleet',
      { device: ['GETCMDSHISTORY'] },
      { rental_device: ['GETCMDSHISTORY'] },
      'GETCMDSHISTORY on rental_device',
    ],
    ['session_force_ended', 'rental_fleet', { session: ['GET'] }, { session: ['GET'] }, 'GET on session'],
    ['payment_needs_approval', 'rental_fleet', reads, reads, 'GET on payment'],
    ['payment_needs_approval', 'subscription', reads, reads, 'GET on payment'],
  ])(
    'rights: %s is sent to an address by who may see it in each %s, too',
    async (event, type, here, there, missing) => {
      const group = await w.make.group()
      if (type === 'rental_fleet') await makeFleet(w, ours, {}, [group])
      else await makeSubscription(w, ours.id, [group])
      const subscribe = async (beyond: Needs) => {
        const who = await w.person([
          { group_id: ours.owner, needs: { ...mayNotify, location: ['GET'], ...here } },
          { group_id: group, needs: beyond },
        ])
        return who.send(createNotifierSubscription, { params: { organization_id: ours.id }, body: hook({ event }) })
      }
      expect(await subscribe({ rental_fleet: ['GET'] })).toMatchObject({
        status: 403,
        body: { error_code: 'forbidden', missing, field: 'event' },
      })
      expect((await subscribe(there)).status).toBe(200)
    },
  )

  test('rights: an event that happens at locations alone asks nothing over fleets and subscriptions', async () => {
    await makeFleet(w, ours, {}, [await w.make.group()])
    await makeSubscription(w, ours.id, [await w.make.group()])
    expect((await create()).status).toBe(200)
  })

  test('the messaging type stays', async () => {
    const { body } = await create()
    const changed = await operations.send(updateNotifierSubscription, {
      params: paramsOf(body),
      body: hook({ messaging_type: 'slack' }),
      headers: { 'if-match': '"1"' },
    })
    expect(changed.body.error_code).toBe('messaging_type_fixed')
  })
})

describe('a webhook', () => {
  test('is sent once for each event at a location of the organization, signed, without what people wrote', async () => {
    const { body: subscription } = await create()
    await happen()
    await happen({ verb: 'cleared' })
    await happen({ visible_through_id: await w.make.location(await w.make.organization()) })
    await round()
    await round()
    await round()
    expect(received).toHaveLength(2)
    const [first] = received as [Received]
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'alarm',
      data: {
        organization_id: ours.id,
        count: 1,
        events: [{ kind: 'alarms raised', title: 'Dock 07: Lock jam', location: { label: 'Balti jaam' } }],
      },
    })
    expect(first.body).not.toContain('Kadri')
    expect(first.headers['webhook-signature']).toBe(signatureOf(first, subscription.secret))
    expect(await messages(subscription)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  test('is sent for a finished report, a forced end of a rent and a charge that needs approval, to the organization they belong to', async () => {
    for (const event of ['report', 'session_force_ended', 'payment_needs_approval']) await create({ event })
    const [mine, foreign] = [await makeFleet(w, ours), await makeFleet(w, await w.make.organization())]
    const pass = await makeSubscription(w, ours.id, [])
    const report = await w.db
      .insertInto('reports')
      .values(reportOf(ours.id, w.clock.now().toISOString()))
      .returning('id')
      .executeTakeFirstOrThrow()
    const ended = { feature: 'rental-sessions', verb: 'force_ended', resource_type: 'session', after: {} } as const
    await happen({ ...ended, visible_through_id: mine, visible_through_type: 'rental_fleet', resource_name: 'R-100' })
    await happen({
      ...ended,
      visible_through_id: foreign,
      visible_through_type: 'rental_fleet',
      resource_name: 'R-200',
    })
    const made = { feature: 'reports', verb: 'made', resource_type: 'report', resource_id: report.id } as const
    await happen({ ...made, visible_through_id: null, resource_name: 'Use of a year', after: { rows: 5 } })
    const asks = { feature: 'payments', verb: 'needs_approval', resource_type: 'payment', after: {} } as const
    await happen({ ...asks, visible_through_id: pass, visible_through_type: 'subscription', resource_name: '8.40 EUR' })
    await round()
    const names: string[] = received.map(({ body: text }) => JSON.parse(text).data.events[0].resource_name)
    expect(names.toSorted()).toEqual(['8.40 EUR', 'R-100', 'Use of a year'])
  })

  test.each([
    ['maintenance_log', 'maintenance-log', 'overdue', 'M-2291', 'Log entry M-2291 is overdue'],
    ['maintenance_log', 'maintenance-log', 'created', 'M-2292', 'Log entry M-2292 created'],
    ['parking_reminder', 'reminders', 'notified', 'Dock 07', 'Rider reminded, Dock 07'],
  ])('values: %s is sent of %s %s, without what people wrote', async (event, feature, verb, resource_name, title) => {
    await create({ event })
    await happen({ feature, verb, resource_name, after: { description: 'Kadri called' } } as never)
    await round()
    expect(received).toHaveLength(1)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: event, data: { events: [{ title }] } })
    expect(received[0]?.body).not.toContain('Kadri')
  })

  test('that fails is tried again after growing pauses under the same id, and its log shows each attempt', async () => {
    const { body: subscription } = await create()
    reply = { status: 500, body: 'Out of order' }
    await happen()
    await round()
    expect(await messages(subscription)).toMatchObject([
      { state: 'pending', attempts: 1, last_status_code: 500, last_failure: 'refused' },
    ])
    await round()
    expect(received).toHaveLength(1)
    w.clock.advance(5_000)
    await round()
    w.clock.advance(29_999)
    await round()
    expect(received).toHaveLength(2)
    reply = { status: 200, body: 'Thanks' }
    w.clock.advance(1)
    await round()
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'delivered', attempts: 3, next_try_at: null })
    const detail = await operations.call(getNotifierMessage, {
      params: { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' },
    })
    expect(detail.body.tries.map((one: { response: string }) => one.response)).toEqual([
      'Thanks',
      'Out of order',
      'Out of order',
    ])
    expect(detail.body.payload.type).toBe('alarm')
  })

  test('has a file of the subscriptions, in which no description is a formula, and one of the deliveries', async () => {
    const { body: subscription } = await create({ description: '=HYPERLINK("https://evil.test")' })
    reply = { status: 200 }
    await happen()
    await round()
    const linesOf = async (route: Route, params: object, column: string[]): Promise<string[]> =>
      (await operations.send(route, { params, query: { column } })).text.split('\r\n').slice(1, -1)
    const subscriptions = await linesOf(notifierSubscriptions.csv, { organization_id: ours.id }, ['id', 'description'])
    expect(subscriptions).toContain(`${subscription.id},"'=HYPERLINK(""https://evil.test"")"`)
    expect(await linesOf(notifierMessages.csv, paramsOf(subscription), ['kind', 'events', 'state'])).toEqual([
      'events,1,delivered',
    ])
  })

  test('is given up after eight attempts, and can be sent again by hand', async () => {
    const { body: subscription } = await create()
    reply = { status: 503 }
    await happen()
    for (let attempt = 0; attempt < 9; attempt++) {
      await round()
      w.clock.advance(43_200_000)
    }
    expect(received).toHaveLength(8)
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'failed', attempts: 8 })
    reply = { status: 200 }
    const params = { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' }
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(200)
    await round()
    expect(await messages(subscription)).toMatchObject([{ kind: 'replay', state: 'delivered' }, { state: 'failed' }])
    expect(received[8]?.body).toBe(received[0]?.body)
    expect(received[8]?.headers['webhook-id']).not.toBe(received[0]?.headers['webhook-id'])
  })

  test('does not follow a redirect, which could lead inward', async () => {
    const { body: subscription } = await create()
    reply = { status: 302, headers: { location: 'https://169.254.169.254/' } }
    await operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    await round()
    expect(await messages(subscription)).toMatchObject([{ kind: 'test', last_failure: 'redirect_refused' }])
    expect(received).toHaveLength(1)
  })

  test('whose name leads inward by now is refused at delivery', async () => {
    const { body: subscription } = await create()
    await w.pool.query(`update notifier_subscriptions set url = 'https://[fd00::1]/hook' where id = $1`, [
      subscription.id,
    ])
    await operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    await round()
    expect(await messages(subscription)).toMatchObject([{ last_failure: 'inward_address', last_status_code: null }])
  })

  test('is signed with both secrets for a day after a change, then with the new one alone', async () => {
    const { body: old } = await create()
    const rotated = await operations.call(rotateNotifierSecret, {
      params: paramsOf(old),
      headers: { 'if-match': '"1"' },
    })
    expect(rotated.body).toMatchObject({ has_former_secret: true })
    const send = async (): Promise<Received> => {
      received = []
      await operations.call(testNotifierSubscription, { params: paramsOf(old) })
      await round()
      return received[0] as Received
    }
    const first = await send()
    expect(first.headers['webhook-signature']).toBe(
      `${signatureOf(first, rotated.body.secret)} ${signatureOf(first, old.secret)}`,
    )
    w.clock.advance(24 * 3_600_000)
    const later = await send()
    expect(later.headers['webhook-signature']).toBe(signatureOf(later, rotated.body.secret))
  })
})

describe('types of subscriptions', () => {
  test('aggregated events are gathered for ten minutes into one message', async () => {
    const { body: subscription } = await create({ type: 'aggregated' })
    await happen()
    w.clock.advance(300_000)
    await happen({ verb: 'cleared' })
    await round()
    expect(await messages(subscription)).toEqual([])
    w.clock.advance(300_000)
    await round()
    expect(await messages(subscription)).toMatchObject([{ events: 2 }])
  })

  test('a daily digest is sent at the hour of the installation', async () => {
    const { body: subscription } = await create({ type: 'daily_digest' })
    await happen()
    await round()
    expect(await messages(subscription)).toEqual([])
    w.clock.advance(24 * 3_600_000)
    await runNotifier(w, new Date(w.clock.now().getTime() - 48 * 3_600_000))
    expect(await messages(subscription)).toMatchObject([{ events: 1 }])
  })

  const quiet = {
    id: '1',
    at: '2026-06-15T10:00:00.000Z',
    kind: 'alarms raised',
    title: '',
    resource_type: 'device',
    resource_id: '2',
    resource_name: null,
    location: null,
    details: {},
  }

  test('Slack and Teams get text in which names are no markup', () => {
    const event = { ...quiet, title: 'Alarm at <Dock> *07*' }
    const payload: Payload = {
      type: 'alarm',
      timestamp: event.at,
      data: { organization_id: '3', count: 1, events: [event] },
    }
    expect(JSON.stringify(slackBody(payload))).toContain('Alarm at &lt;Dock&gt;')
    expect(JSON.stringify(teamsBody(payload))).toContain(String.raw`Alarm at \\<Dock\\> \\*07\\*`)
  })

  test('a mail names the time in words, and why it came', () => {
    const event = { ...quiet, title: titleOf('alarms', 'cleared', 'Dock 09', { alarm: 'interim_state_timeout' }) }
    const payload: Payload = {
      type: 'alarm',
      timestamp: event.at,
      data: { organization_id: '3', count: 1, events: [event] },
    }
    const receiver = {
      to: 'ops@example.org',
      organization_name: 'Tartu Rattad',
      console_url: 'https://ops.example.org',
    }
    expect(mailOf(payload, receiver).text.split('\n')).toEqual([
      'Dock 09: Stuck between states, cleared, Jun 15, 2026, 10:00 UTC',
      '',
      'You receive this because Tartu Rattad subscribes to “alarm”. Change or delete the subscription under Organization, Notifier:',
      'https://ops.example.org/organizations/3?view=notifier',
    ])
  })
})

describe('what those who administer subscriptions may not see', () => {
  test.each([
    ['a right of the event that is missing', (ours) => ours.owner, {}],
    ['a right that is held in another organization alone', (_, theirs) => theirs.owner, { payment: ['GET'] }],
  ] as [string, (ours: Organization, theirs: Organization) => string, object][])(
    'is not sent to an address: %s',
    async (_name, groupOf, also) => {
      const theirs = await w.make.organization()
      const person = await w.person([
        { group_id: ours.owner, needs: { ...mayNotify, location: ['GET'] } },
        { group_id: groupOf(ours, theirs), needs: { location: ['GET'], ...also } },
      ])
      const params = { organization_id: ours.id }
      const refused = await person.send(createNotifierSubscription, {
        params,
        body: hook({ event: 'payment_needs_approval' }),
      })
      expect(refused.body.error_code).toBe('forbidden')
      const inbox = { event: 'payment_needs_approval', messaging_type: 'in_app', type: 'single', url: '' }
      expect((await person.send(createNotifierSubscription, { params, body: inbox })).status).toBe(200)
      const alarms = await person.send(createNotifierSubscription, { params, body: hook() })
      const moved = await person.send(updateNotifierSubscription, {
        params: paramsOf(alarms.body),
        body: hook({ event: 'payment_needs_approval' }),
        headers: { 'if-match': '"1"' },
      })
      expect([alarms.status, moved.status]).toEqual([200, 403])
    },
  )

  test('is neither in the delivery log nor sent again', async () => {
    const { body: subscription } = await create({ type: 'aggregated' })
    await happen({ resource_name: 'Dock 07' })
    await happen({ resource_name: 'Dock 08', visible_through_id: await w.make.location(ours) })
    w.clock.advance(600_000)
    await round()
    const [message] = await messages(subscription)
    const params = { ...paramsOf(subscription), notifier_message_id: message?.id ?? '' }
    const group = await w.make.group()
    await w.make.members('location', location_id, [group])
    const person = await w.person([
      { group_id: ours.owner, needs: mayNotify },
      { group_id: group, needs: { location: ['GET'] } },
    ])
    const detail = await person.call(getNotifierMessage, { params })
    expect(detail.body).toMatchObject({ events: 2, hidden_events: 1 })
    expect(detail.body.payload.data.events).toMatchObject([{ resource_name: 'Dock 07' }])
    expect((await person.refused(replayNotifierMessage, { params })).body.error_code).toBe('message_holds_more')
    const whole = await operations.call(getNotifierMessage, { params })
    expect(whole.body.hidden_events).toBe(0)
    expect(whole.body.payload).toEqual(JSON.parse(received[0]?.body ?? ''))
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(200)
  })
})

describe('bounds of the delivery log', () => {
  test('an organization has at most 100 subscriptions', async () => {
    await w.pool.query(
      `insert into notifier_subscriptions (id, organization_id, event, messaging_type, type, url, description, created_at, updated_at)
       select gen_random_uuid(), $1, 'alarm', 'in_app', 'single', '', '', $2, $2 from generate_series(1, 99)`,
      [ours.id, w.clock.now().toISOString()],
    )
    expect((await create()).status).toBe(200)
    expect((await create()).body.error_code).toBe('too_many_notifier_subscriptions')
  })

  test('tests of a person are paced also where the subscription was deleted after each', async () => {
    const subscription = (await create()).body
    const test = (one: { id: string }) => operations.call(testNotifierSubscription, { params: paramsOf(one) })
    for (let sent = 0; sent < 60; sent++) expect((await test(subscription)).status).toBe(200)
    await w.pool.query('delete from notifier_subscriptions where id = $1', [subscription.id])
    expect((await test((await create()).body)).body.error_code).toBe('too_many_requests')
  })

  test('tests and replays of an organization are paced, over all its subscriptions', async () => {
    const [one, other] = [(await create()).body, (await create({ event: 'status' })).body]
    const test = (subscription: { id: string }) =>
      operations.call(testNotifierSubscription, { params: paramsOf(subscription) })
    expect((await test(one)).status).toBe(200)
    await w.pool.query(
      `insert into notifier_messages (id, subscription_id, kind, payload, state, created_at)
       select gen_random_uuid(), $1, 'test', '{"data": {"count": 1}}', 'delivered', $2 from generate_series(1, 59)`,
      [one.id, w.clock.now().toISOString()],
    )
    expect((await test(other)).body.error_code).toBe('too_many_requests')
    const [message] = await messages(one)
    const params = { ...paramsOf(one), notifier_message_id: message?.id ?? '' }
    expect((await operations.call(replayNotifierMessage, { params })).status).toBe(429)
    w.clock.advance(3_601_000)
    expect((await test(other)).status).toBe(200)
  })

  test('messages are deleted with their notices when they ended long ago, and nothing is sent again', async () => {
    const subscription = (await create()).body
    await happen()
    await round()
    expect(received).toHaveLength(1)
    w.clock.advance(91 * 86_400_000)
    await happen()
    await round()
    await w.jobs.send(w.db, forgetDeliveries, {})
    await round()
    await round()
    expect(await messages(subscription)).toHaveLength(1)
    expect(received).toHaveLength(2)
    const left = await w.pool.query('select message_id from notifier_notices where subscription_id = $1', [
      subscription.id,
    ])
    expect(left.rows).toEqual([{ message_id: expect.any(String) }])
  })
})
