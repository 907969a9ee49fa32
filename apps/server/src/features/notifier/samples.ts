import { uuidv7 } from 'uuidv7'
import {
  createNotifierSubscription,
  replayNotifierMessage,
  rotateNotifierSecret,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** The row has these values already: an update that changes nothing leaves the version to the next sample. */
const hook = {
  event: 'alarm',
  messaging_type: 'webhook',
  type: 'single',
  url: 'https://1.1.1.1/hook',
  description: '',
} as const

async function makeSubscription(w: TestApp, organizationId: string): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = { id, organization_id: organizationId, ...hook, secret: 'sealed', former_secret: null }
  await w.db
    .insertInto('notifier_subscriptions')
    .values({ ...row, former_secret_until: null, created_by: null, created_at: now, updated_at: now })
    .execute()
  return id
}

async function makeMessage(w: TestApp, organizationId: string, subscriptionId: string): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const payload = { type: 'alarm', timestamp: now, data: { organization_id: organizationId, count: 0, events: [] } }
  const row = { id, subscription_id: subscriptionId, kind: 'events', payload: JSON.stringify(payload) }
  await w.db
    .insertInto('notifier_messages')
    .values({ ...row, state: 'failed', next_try_at: null, created_at: now, ended_at: now })
    .execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { organization }) => {
    const notifier_subscription_id = await makeSubscription(w, organization.id)
    return {
      notifier_subscription_id,
      notifier_message_id: await makeMessage(w, organization.id, notifier_subscription_id),
    }
  },
  routes: [
    sample(createNotifierSubscription, {
      body: { ...hook, messaging_type: 'email', url: 'mailto:ops@example.org' },
      alsoNeeds: { location: ['GET'] },
      isUnversioned: true,
    }),
    sample(updateNotifierSubscription, { body: hook, alsoNeeds: { location: ['GET'] } }),
    sample(rotateNotifierSecret, {}),
    sample(testNotifierSubscription, { isUnversioned: true }),
    sample(replayNotifierMessage, { isUnversioned: true }),
  ],
}
