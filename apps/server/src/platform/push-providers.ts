import type { Config } from './config.ts'
import { fcmPush } from './push-fcm.ts'
import type { PushProvider } from './push.ts'

/** Without a provider a message reaches the inbox of the app and no more. */
const inboxOnly: PushProvider = {
  name: 'inbox',
  push: () => Promise.resolve({ status: 'skipped', unregistered: [] }),
}

/** The configured provider (`PUSH_PROVIDER`). */
export const openPush = ({ push }: Pick<Config, 'push'>): PushProvider =>
  push.provider === 'fcm' ? fcmPush(push) : inboxOnly
