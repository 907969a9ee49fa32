import type { Tx } from './context.ts'
import type { Jobs } from './jobs.ts'

/** A message of the service itself to a rider. */
export interface InboxMessage {
  user_id: string
  subject: string
  text: string
}

/** The transaction of what the messages are about. The journal belongs to a later room, so its type is not known here. */
export interface InboxMoment {
  tx: Tx
  jobs: Jobs
  journal: unknown
}

export interface DeliveredMessage {
  user_id: string
  message_id: string
}

type Deliver = (moment: InboxMoment, messages: readonly InboxMessage[]) => Promise<DeliveredMessage[]>

let inbox: Deliver | null = null

/** Called once, by the feature that owns the inbox. */
export const registerInbox = (deliver: Deliver): void => void (inbox = deliver)

/** Without an inbox nothing is delivered, and what is sent stays as it is recorded by the sender. */
export const deliverToInbox: Deliver = async (moment, messages) => (inbox ? inbox(moment, messages) : [])
