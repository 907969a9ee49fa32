import { createNotifierSubscription, notifierMessages } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierMessage } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from './factories.ts'
import { openReceiver } from './webhook-receiver.ts'
import { testApp } from './test-app.ts'
import type { Answer, Caller } from './test-app.ts'
import { systemActor } from '../../src/journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../src/journal/journal.ts'
import type { AuditEntry } from '../../src/journal/journal.ts'
import { runNotifier } from '../../src/features/notifier/messages.ts'

export const mayNotify = { organization: ['GET', 'GET_NOTIFIER_SUBS', 'MODIFY_NOTIFIER_SUBS'] } as const

/** The rights over the events that these tests subscribe to. */
export const maySee = {
  location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'],
  report: ['GET_REPORTS'],
  session: ['GET'],
  payment: ['GET'],
} as const

/** The services, and a receiver of webhooks whose network they may send into. */
export async function openNotifierApp() {
  const w = await testApp({ NOTIFIER_ALLOWED_NETWORKS: '127.0.0.0/8' })
  const receiver = await openReceiver()
  async function end(): Promise<void> {
    await receiver.end()
    await w.end()
  }
  return { ...w, receiver, end }
}
export type NotifierApp = Awaited<ReturnType<typeof openNotifierApp>>

/** An organization with a location, and who subscribes to its events; nobody else subscribes to anything. */
export async function makeNotifierPlace(w: NotifierApp) {
  w.receiver.clear()
  await w.pool.query('delete from notifier_subscriptions')
  const ours = await w.make.organization()
  const operations = await w.person([{ group_id: ours.owner, needs: { ...mayNotify, ...maySee } }])
  const location_id = await w.make.location(ours, { label: 'Balti jaam' })
  return { ours, operations, location_id }
}

interface Place {
  w: NotifierApp
  ours: Organization
  operations: Caller
  location_id: string
}

/** What tests do with subscriptions of the notifier. The place is asked for at each call, because every test has another one. */
export function notifierActions(place: () => Place) {
  const hook = (more: object = {}) => ({
    event: 'alarm',
    messaging_type: 'webhook',
    type: 'single',
    url: place().w.receiver.url,
    ...more,
  })
  const create = (more: object = {}): Promise<Answer> =>
    place().operations.send(createNotifierSubscription, {
      params: { organization_id: place().ours.id },
      body: hook(more),
    })
  const paramsOf = (subscription: { id: string }) => ({
    organization_id: place().ours.id,
    notifier_subscription_id: subscription.id,
  })
  const messages = async (subscription: { id: string }): Promise<NotifierMessage[]> =>
    (await place().operations.ask(notifierMessages.route, { params: paramsOf(subscription) })).items
  /** One round of the gateway's upkeep, and the jobs that it queued. */
  async function round(): Promise<void> {
    await runNotifier(place().w, new Date(place().w.clock.now().getTime() - 3_600_000))
    await place().w.runJobs()
  }
  async function happen(more: Partial<AuditEntry> = {}): Promise<void> {
    const journal = openJournal(place().w.clock.now())
    await withJournal(place().w.db, journal, async () => {
      addAuditRecord(journal, {
        actor: systemActor,
        feature: 'alarms',
        verb: 'raised',
        resource_type: 'device',
        resource_id: place().location_id,
        resource_name: 'Dock 07',
        visible_through_id: place().location_id,
        after: { alarm: 'lock_jam', comment: 'Kadri called' },
        ...more,
      } as AuditEntry)
    })
  }
  return { hook, create, paramsOf, messages, round, happen }
}
