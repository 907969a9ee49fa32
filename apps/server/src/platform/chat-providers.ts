import { intercomChats } from './chats-intercom.ts'
import type { ChatProvider } from './chats.ts'
import type { Config } from './config.ts'

/** The configured provider (`CHAT_PROVIDER`); null: none. */
export const openChats = ({ chats }: Pick<Config, 'chats'>): ChatProvider | null =>
  chats.provider === 'intercom' ? intercomChats(chats) : null
