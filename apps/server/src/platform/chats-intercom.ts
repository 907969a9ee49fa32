import * as z from 'zod'
import type { Chat } from '@wheelhouse/contract/chats/chats.ts'
import { ChatError } from './chats.ts'
import { askProvider } from './outward-http.ts'
import type { ChatProvider } from './chats.ts'
import type { ChatConfig } from './people-settings.ts'

/**
 * Intercom by its REST API: the contact is searched by our id, then the conversations of the contact:
 * https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts/searchcontacts and
 * https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/searchconversations.
 */
export function intercomChats(config: ChatConfig): ChatProvider {
  return {
    name: 'intercom',
    async chatsOf(userId) {
      const contacts = await search(config, 'contacts', equals('external_id', userId), Contacts)
      const [contact] = contacts.data
      if (!contact) return []
      const { conversations } = await search(config, 'conversations', equals('contact_ids', contact.id), Conversations)
      return conversations
        .map((conversation) => chatOf(config, conversation))
        .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))
    },
  }
}

const version = '2.11'
const mostConversations = 100

const equals = (field: string, value: string) => ({
  query: { field, operator: '=', value },
  pagination: { per_page: mostConversations },
})

const Contacts = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
const Conversation = z.looseObject({
  id: z.union([z.string(), z.number()]),
  title: z.string().nullish(),
  state: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  source: z.looseObject({ subject: z.string().nullish(), body: z.string().nullish() }).nullish(),
})
const Conversations = z.looseObject({ conversations: z.array(Conversation) })

function chatOf(config: ChatConfig, conversation: z.output<typeof Conversation>): Chat {
  const { id, title, state, created_at, updated_at, source } = conversation
  const preview = plainText(source?.body ?? '')
  return {
    id: String(id),
    title: title || plainText(source?.subject ?? '') || preview.slice(0, 60) || `Conversation ${id}`,
    preview: preview.slice(0, 280),
    state: state === 'closed' || state === 'snoozed' ? state : 'open',
    created_at: new Date(created_at * 1000).toISOString(),
    updated_at: new Date(updated_at * 1000).toISOString(),
    url: `${config.app_url}/a/inbox/${encodeURIComponent(config.workspace)}/inbox/conversation/${encodeURIComponent(String(id))}`,
  }
}

/** Bodies are HTML; here they are read, never drawn. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

const replyAtMost = 2 * 1024 * 1024

async function search<S extends z.ZodType>(
  { api_url, token, timeout_s }: ChatConfig,
  what: 'contacts' | 'conversations',
  query: object,
  schema: S,
): Promise<z.output<S>> {
  try {
    const { ok, status, text } = await askProvider(`${api_url}/${what}/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'intercom-version': version,
      },
      body: JSON.stringify(query),
      timeout_ms: timeout_s * 1000,
      reply_at_most: replyAtMost,
    })
    if (!ok) throw new ChatError(`The chat provider replied ${status}`)
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw error instanceof ChatError ? error : new ChatError('The chat provider cannot be read', { cause: error })
  }
}
