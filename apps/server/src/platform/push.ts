import type { PushStatus } from '@wheelhouse/contract/messages/messages.ts'

/** What a phone shows. The text of the message stays in the inbox: a lock screen is read by others too. */
export interface PushNote {
  title: string
  body: string
  /** Opens the message in the app. */
  message_id: string
}

export interface PushOutcome {
  status: Exclude<PushStatus, 'no_push_tokens'>
  /** Tokens that the provider no longer knows: the app was removed from that phone. */
  unregistered: readonly string[]
}

/** A provider of notifications. It never throws: each failure is one of the statuses. */
export interface PushProvider {
  name: string
  push(tokens: readonly string[], note: PushNote): Promise<PushOutcome>
}
