import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNotifierSubscription, notifierMessages } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller } from '../../../test/support/test-app.ts'
import { systemActor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../journal/journal.ts'
import { deliverMessage } from './delivery.ts'
import { runNotifier } from './messages.ts'

let w: TestAppWithFiles
let ours: Organization
let operations: Caller
let location_id: string

beforeAll(async () => {
  w = await testAppWithFiles()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from notifier_subscriptions')
  ours = await w.make.organization()
  const needs = { organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'], location: ['GET'] } as const
  operations = await w.person([{ group_id: ours.owner, needs }])
  location_id = await w.make.location(ours)
})

/** By mail, which the test installation keeps as files. */
const subscribe = async (): Promise<{ id: string }> => {
  const body = { event: 'alarm', messaging_type: 'email', type: 'single', url: 'mailto:ops@example.org' }
  return (await operations.send(createNotifierSubscription, { params: { organization_id: ours.id }, body })).body
}
const messages = async ({ id }: { id: string }): Promise<NotifierMessage[]> => {
  const params = { organization_id: ours.id, notifier_subscription_id: id }
  return (await operations.ask(notifierMessages.route, { params })).items
}
const round = () => runNotifier(w, new Date(w.clock.now().getTime() - 3_600_000))
const mails = async (): Promise<number> => (await readdir(join(w.folder, 'mail')).catch(() => [])).length

async function alarms(count: number): Promise<void> {
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, async () => {
    for (let nth = 0; nth < count; nth++)
      addAuditRecord(journal, {
        actor: systemActor,
        feature: 'alarms',
        verb: 'raised',
        resource_type: 'device',
        resource_id: uuidv7(),
        resource_name: 'Dock 07',
        visible_through_id: location_id,
        before: null,
        after: { alarm: 'lock_jam' },
      })
  })
}

test('a burst of events is sent in one round, each event alone and once', async () => {
  const subscription = await subscribe()
  await alarms(40)
  await round()
  await w.runJobs()
  expect(await mails()).toBe(40)
  const { rows } = await w.pool.query(
    `select count(*)::int as events, count(distinct message_id)::int as messages from notifier_notices where subscription_id = $1`,
    [subscription.id],
  )
  expect(rows).toEqual([{ events: 40, messages: 40 }])
  expect((await messages(subscription)).every(({ state, events }) => state === 'delivered' && events === 1)).toBe(true)
  await round()
  await w.runJobs()
  expect(await mails()).toBe(40)
})

test('a message whose job was lost is queued again after a quarter of an hour', async () => {
  const subscription = await subscribe()
  await alarms(1)
  await round()
  await w.pool.query(`delete from pgboss.job where name = 'notifier.deliver'`)
  const laterStates = async (minutes: number) => {
    w.clock.advance(minutes * 60_000)
    await round()
    await w.runJobs()
    return (await messages(subscription)).map(({ state, attempts }) => [state, attempts])
  }
  expect(await laterStates(14)).toEqual([['pending', 0]])
  expect(await laterStates(2)).toEqual([['delivered', 1]])
  expect(await laterStates(20)).toEqual([['delivered', 1]])
})

const jobsOf = async ({ id }: { id: string }): Promise<string[]> => {
  const { rows } = await w.pool.query<{ state: string }>(
    `select j.state from pgboss.job j join notifier_messages m on m.id = (j.data ->> 'message_id')::uuid
     where j.name = 'notifier.deliver' and m.subscription_id = $1`,
    [id],
  )
  return rows.map(({ state }) => state)
}

test('a message whose job waits for its turn is not queued twice, and is missed once the job is lost', async () => {
  const subscription = await subscribe()
  await alarms(1)
  await round()
  for (const state of ['created', 'active', 'retry']) {
    await w.pool.query(`update pgboss.job set state = $1 where name = 'notifier.deliver' and state <> 'completed'`, [
      state,
    ])
    w.clock.advance(16 * 60_000)
    await round()
    expect(await jobsOf(subscription)).toEqual([state])
  }
  await w.pool.query(`delete from pgboss.job where name = 'notifier.deliver'`)
  w.clock.advance(16 * 60_000)
  await round()
  expect(await jobsOf(subscription)).toEqual(['created'])
  await w.runJobs()
  expect(await messages(subscription)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a second job of a message does not use up an attempt that is meant for later', async () => {
  const subscription = await subscribe()
  await w.pool.query(
    `update notifier_subscriptions set messaging_type = 'slack', url = 'http://127.0.0.1:1' where id = $1`,
    [subscription.id],
  )
  await alarms(1)
  await round()
  const [{ id: message_id } = { id: '' }] = await messages(subscription)
  await w.jobs.send(w.db, deliverMessage, { message_id, organization_id: ours.id })
  await w.runJobs()
  expect(await jobsOf(subscription)).toEqual(['completed', 'completed'])
  expect(await messages(subscription)).toMatchObject([{ state: 'pending', attempts: 1 }])
})

test('a message that has ended is not queued again, even if a server of an earlier version left it as queued', async () => {
  const subscription = await subscribe()
  await alarms(1)
  await round()
  await w.runJobs()
  await w.pool.query('update notifier_messages set queued_at = created_at where subscription_id = $1', [
    subscription.id,
  ])
  w.clock.advance(16 * 60_000)
  await round()
  expect(await jobsOf(subscription)).toEqual(['completed'])
})

test('a mail that is refused for good is not tried again', async () => {
  const subscription = await subscribe()
  await w.pool.query(
    `update notifier_subscriptions set url = 'mailto:two@example.org,addresses@example.org' where id = $1`,
    [subscription.id],
  )
  await alarms(1)
  await round()
  await w.runJobs()
  expect(await messages(subscription)).toMatchObject([
    { state: 'failed', attempts: 1, last_failure: 'mail_refused', next_try_at: null },
  ])
})
