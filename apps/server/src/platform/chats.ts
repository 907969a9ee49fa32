import type { Chat } from '@wheelhouse/contract/chats/chats.ts'

/** A provider of support conversations. Every call may take seconds, and throws nothing but `ChatError`. */
export interface ChatProvider {
  name: string
  /** Newest first. The person is known there by our id. */
  chatsOf(userId: string): Promise<Chat[]>
}

export class ChatError extends Error {}
