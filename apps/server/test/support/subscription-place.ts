import { uuidv7 } from 'uuidv7'
import { addSubscriber, listSubscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type {
  removeSubscriber,
  Subscriber,
  unsubscribeSubscriber,
} from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Organization } from './factories.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'
import { sweepPayments } from '../../src/features/payments/provider-answers.ts'
import { makeUser } from '../../src/features/users/samples.ts'
import { sweepSubscribers } from '../../src/features/subscriptions/renewals.ts'
import { makeSubscription } from '../../src/features/subscriptions/samples.ts'

export const hour = 3_600_000

export const day = 24 * hour

/** An organization with a location and a subscription, and the people who work with them. */
export async function makeSubscriptionPlace(w: TestApp) {
  const organization = await w.make.organization()
  const location = await w.make.location(organization, { operator_id: organization.id })
  const as = (role: 'Operations' | 'First-line support') =>
    w.person([{ group_id: organization.owner, needs: stockRights(role) }], organization.id)
  const operations = await as('Operations')
  const support = await as('First-line support')
  const pass = await makeSubscription(w, organization.id, [organization.owner])
  return { organization, location, operations, support, pass }
}

interface Place {
  w: TestApp
  organization: Organization
  support: Caller
  pass: string
}

/** What tests do with subscriptions. The place is asked for at each call, because every test has another one. */
export function subscriptionActions(place: () => Place) {
  /** A rider whose card behaves as its last digits say (payment-simulated.ts). */
  async function rider(digits = '4242'): Promise<string> {
    const user_id = await makeUser(place().w, [place().organization.owner])
    await place()
      .w.db.insertInto('payment_methods')
      .values({
        id: uuidv7(),
        user_id,
        provider: 'simulated',
        reference: `card_${digits}`,
        brand: 'Visa',
        last_digits: digits,
        created_at: place().w.clock.now().toISOString(),
      })
      .execute()
    return user_id
  }
  const subscribe = (user: string, more: object = {}, id = place().pass, by = place().support): Promise<Answer> =>
    by.send(addSubscriber, {
      params: { subscription_id: id },
      body: { user, period: 'monthly', fee_minor: 2_500, ...more },
    })
  const list = async (query = {}): Promise<Subscriber[]> =>
    (await place().support.ask(listSubscribers, { params: { subscription_id: place().pass }, query })).items
  async function subscriberOf(user: string): Promise<Subscriber> {
    const found = (await list()).find(({ user_id }) => user_id === user)
    if (!found) throw new Error('not subscribed')
    return found
  }
  async function change(route: typeof removeSubscriber | typeof unsubscribeSubscriber, user: string): Promise<Answer> {
    const { id, version } = await subscriberOf(user)
    return place().support.call(route, {
      params: { subscription_id: place().pass, subscriber_id: id },
      headers: { 'if-match': `"${version}"` },
    })
  }
  /** Runs what waits, as the minute's sweeps do. */
  async function settle(ms = 0): Promise<void> {
    place().w.clock.advance(ms)
    await place().w.jobs.send(place().w.db, sweepSubscribers, {})
    await place().w.jobs.send(place().w.db, sweepPayments, {})
    await place().w.runJobs()
  }
  return { rider, subscribe, list, subscriberOf, change, settle }
}
