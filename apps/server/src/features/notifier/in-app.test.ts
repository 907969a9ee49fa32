import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { listNotices, noticesAtMost, subscribedNoticesAtMost } from '@wheelhouse/contract/inbox/inbox.ts'
import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import {
  createNotifierSubscription,
  deleteNotifierSubscription,
  getNotifierMessage,
  notifierMessages,
  replayNotifierMessage,
  testNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { versioned } from '../../../test/support/versions.ts'
import { systemActor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../journal/journal.ts'
import type { AuditEntry } from '../../journal/journal.ts'
import { makeFleet } from '../fleets/samples.ts'
import { runNotifier } from './messages.ts'
import { forgetDeliveries } from './retention.ts'

let w: TestApp
let ours: Organization
let location_id: string
let chief: Caller
let worker: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from notifier_subscriptions')
  ours = await w.make.organization()
  location_id = await w.make.location(ours, { label: 'Balti jaam' })
  chief = await member({ organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'] })
  worker = await member({ location: ['GET'] })
})

async function member(needs: Needs, organization = ours): Promise<Caller> {
  const caller = await w.person([{ group_id: ours.owner, needs }])
  await w.pool.query('update console_users set organization_id = $2 where id = $1', [caller.id, organization.id])
  return caller
}
const params = () => ({ organization_id: ours.id })
const subscribe = async (more: object = {}): Promise<Answer> =>
  chief.send(createNotifierSubscription, {
    params: params(),
    body: { event: 'alarm', messaging_type: 'in_app', type: 'single', url: '', ...more },
  })
const of = ({ id }: { id: string }) => ({ ...params(), notifier_subscription_id: id })
const messages = async (subscription: { id: string }): Promise<NotifierMessage[]> =>
  (await chief.ask(notifierMessages.route, { params: of(subscription) })).items
const inboxOf = async (who: Caller): Promise<Notice[]> => await who.ask(listNotices)
async function round(): Promise<void> {
  await runNotifier(w, new Date(w.clock.now().getTime() - 48 * 3_600_000))
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
      after: { alarm: 'lock_jam' },
      ...more,
    } as AuditEntry)
  })
}

describe('values: messaging type in_app', () => {
  test('takes no URL, and the others need one', async () => {
    expect((await subscribe()).body).toMatchObject({ messaging_type: 'in_app', url: '', secret: null })
    expect((await subscribe({ url: 'https://1.1.1.1/hook' })).body.error_message).toContain(
      'The inbox of the console has no URL',
    )
    expect((await subscribe({ messaging_type: 'slack' })).body.error_message).toContain('URL is required')
  })

  test('an alarm is in the inbox of those in the organization who see the location, and of nobody else', async () => {
    const elsewhere = await member({ location: ['GET'] }, await w.make.organization())
    const machine = await member({ location: ['GET'] })
    await w.pool.query(`update console_users set kind = 'service' where id = $1`, [machine.id])
    const { body: subscription } = await subscribe()
    await happen()
    await round()
    await round()
    expect(await inboxOf(worker)).toMatchObject([
      { kind: 'subscribed', topic: 'alarm', title: 'Dock 07: Lock jam', location_id, read_at: null },
    ])
    expect((await inboxOf(worker))[0]?.detail).toContain('Balti jaam')
    expect(await inboxOf(chief)).toEqual([])
    expect(await inboxOf(elsewhere)).toEqual([])
    const { rows } = await w.pool.query('select 1 from notices where person_id = $1', [machine.id])
    expect(rows).toEqual([])
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'delivered', attempts: 1 })
    const detail = await chief.call(getNotifierMessage, {
      params: { ...of(subscription), notifier_message_id: message?.id ?? '' },
    })
    expect(detail.body.tries).toMatchObject([{ response: 'In the inbox of 1 console user', failure: null }])
  })

  test.each([
    [
      'maintenance_log',
      { feature: 'maintenance-log', verb: 'overdue' },
      { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
    ],
    [
      'command_failed',
      { feature: 'commands', verb: 'ended', after: { status: 'failed' } },
      { location: ['GET'], device: ['GETCMDSHISTORY'] },
    ],
    [
      'session_force_ended',
      { feature: 'parking-sessions', verb: 'ended', after: { how_ended: 'forced' } },
      { location: ['GET'], session: ['GET'] },
    ],
    ['parking_reminder', { feature: 'reminders', verb: 'notified' }, { location: ['GET'], session: ['GET'] }],
    [
      'payment_needs_approval',
      { feature: 'payments', verb: 'needs_approval' },
      { location: ['GET'], payment: ['GET'] },
    ],
  ])(
    '%s asks for the right that guards it on the screens, besides the one to see the location',
    async (event, what, needs) => {
      const reader = await member(needs as unknown as Needs)
      await subscribe({ event })
      await happen(what as never)
      await round()
      expect(await inboxOf(reader)).toMatchObject([{ topic: event }])
      expect(await inboxOf(worker)).toEqual([])
    },
  )

  test('what happens in a fleet reaches those who see the fleet', async () => {
    const fleet = await makeFleet(w, ours)
    const rider = await member({ rental_fleet: ['GET'], session: ['GET'] } as unknown as Needs)
    await subscribe({ event: 'session_force_ended' })
    await happen({
      feature: 'rental-sessions',
      verb: 'force_ended',
      resource_type: 'session',
      resource_name: 'R-100',
      visible_through_id: fleet,
      visible_through_type: 'rental_fleet',
      after: {},
    } as never)
    await round()
    expect(await inboxOf(rider)).toMatchObject([{ topic: 'session_force_ended', location_id: null }])
    expect(await inboxOf(worker)).toEqual([])
  })

  test('rights: what was delivered is left out as soon as the person may not see it any more', async () => {
    await subscribe()
    await happen()
    await round()
    expect(await inboxOf(worker)).toHaveLength(1)
    await w.pool.query('delete from role_grants where person_id = $1', [worker.id])
    expect(await inboxOf(worker)).toEqual([])
  })

  test('what was delivered stays, unread as it is, when the subscription is deleted, and is asked who may see it', async () => {
    const { body: subscription } = await subscribe()
    await happen()
    await round()
    const [delivered] = await inboxOf(worker)
    expect(delivered).toMatchObject({ topic: 'alarm', read_at: null })
    const gone = await chief.call(deleteNotifierSubscription, {
      params: of(subscription),
      ...versioned(subscription.version),
    })
    expect(gone.status, gone.text).toBe(204)
    expect(await inboxOf(worker)).toEqual([delivered])
    await happen({ verb: 'cleared' })
    await round()
    expect(await inboxOf(worker)).toEqual([delivered])
    await w.pool.query('delete from role_grants where person_id = $1', [worker.id])
    expect(await inboxOf(worker)).toEqual([])
  })

  test('it is forgotten after the days that messages are kept', async () => {
    const { body: subscription } = await subscribe()
    await happen()
    await round()
    await chief.call(deleteNotifierSubscription, { params: of(subscription), ...versioned(subscription.version) })
    const left = async () => (await w.pool.query('select 1 from notices where person_id = $1', [worker.id])).rows.length
    await w.jobs.send(w.db, forgetDeliveries, {})
    await w.runJobs()
    expect(await left()).toBe(1)
    w.clock.advance((w.config.notifier.keep_days + 1) * 24 * 3_600_000)
    await w.jobs.send(w.db, forgetDeliveries, {})
    await w.runJobs()
    expect(await left()).toBe(0)
  })

  test('of a message about several places each person reads of those that they see', async () => {
    const second = await w.make.location(ours, { label: 'Kopli' })
    const narrow = await w.make.group()
    await w.make.members('location', second, [narrow])
    const local = await w.person([{ group_id: narrow, needs: { location: ['GET'] } }])
    await w.pool.query('update console_users set organization_id = $2 where id = $1', [local.id, ours.id])
    await subscribe({ type: 'aggregated' })
    await happen()
    await happen({ visible_through_id: second, resource_name: 'Dock 01' })
    w.clock.advance(600_000)
    await round()
    expect(await inboxOf(worker)).toMatchObject([
      { title: expect.stringMatching(/^2 events, the latest: /), location_id: null, subject_id: null },
    ])
    expect(await inboxOf(local)).toMatchObject([
      { title: 'Dock 01: Lock jam', detail: expect.stringContaining('Kopli'), location_id: second },
    ])
  })

  test('a daily digest is one notice', async () => {
    const { body: subscription } = await subscribe({ type: 'daily_digest' })
    await happen()
    await happen({ verb: 'cleared' })
    await round()
    expect(await inboxOf(worker)).toEqual([])
    w.clock.advance(24 * 3_600_000)
    await round()
    expect(await messages(subscription)).toMatchObject([{ state: 'delivered', events: 2 }])
    expect(await inboxOf(worker)).toMatchObject([
      { topic: 'alarm', title: expect.stringMatching(/^2 events/), location_id },
    ])
  })

  test('that nobody may see it is said in the log at once, and it can be sent again', async () => {
    const { body: subscription } = await subscribe()
    await w.pool.query('delete from role_grants where person_id = $1', [worker.id])
    await happen()
    await round()
    const [message] = await messages(subscription)
    expect(message).toMatchObject({ state: 'failed', attempts: 1, last_failure: 'no_reader', next_try_at: null })
    const late = await member({ location: ['GET'] })
    await chief.call(replayNotifierMessage, { params: { ...of(subscription), notifier_message_id: message?.id ?? '' } })
    await round()
    expect(await inboxOf(late)).toMatchObject([{ topic: 'alarm' }])
  })

  test('a test reaches those who may see the subscription', async () => {
    const { body: subscription } = await subscribe()
    await chief.call(testNotifierSubscription, { params: of(subscription) })
    await round()
    expect(await inboxOf(chief)).toMatchObject([{ topic: 'test', subject_id: ours.id }])
    expect(await inboxOf(worker)).toEqual([])
  })

  test('open consoles are notified of it', async () => {
    const address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
    await subscribe()
    const stream = await readStream(address, worker.token)
    const changes: unknown[] = []
    await happen()
    await round()
    while (!changes.some((change) => (change as { type: string }).type === 'notice'))
      changes.push(...((await stream.next())?.data.changes ?? []))
    expect(changes).toContainEqual({ type: 'notice', id: worker.id, location_id: null })
    stream.close()
  })

  test('a flood of alarms does not displace what concerns the person', async () => {
    const { body: subscription } = await subscribe()
    await happen()
    await round()
    const [message] = await messages(subscription)
    const journal = openJournal(w.clock.now())
    const own = (kind: Notice['kind'], resource_id: string) => ({ person_id: worker.id, kind, resource_id })
    await withJournal(w.db, journal, async () => {
      for (let count = 0; count < 10; count++) journal.notices.push(own('job_ended', uuidv7()))
      for (let count = 0; count < noticesAtMost * 2; count++) journal.notices.push(own('subscribed', message?.id ?? ''))
    })
    const { rows } = await w.pool.query(
      'select kind, count(*)::int as count from notices where person_id = $1 group by kind order by kind',
      [worker.id],
    )
    expect(rows).toEqual([
      { kind: 'job_ended', count: 10 },
      { kind: 'subscribed', count: subscribedNoticesAtMost },
    ])
  })
})
