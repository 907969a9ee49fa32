import * as z from 'zod'
import { isSafeAddress, seconds, withoutSlash } from './setting-kinds.ts'

/** Settings of what reaches riders: notifications and support chats. */

const safeAddress = (example: string) =>
  z.string().refine(isSafeAddress, `it is not an https address such as ${example}`).default(example)

export const peopleSettings = {
  /** `inbox`: messages reach the inbox of the app only. `fcm`: Firebase Cloud Messaging notifies the phone as well. */
  PUSH_PROVIDER: z.enum(['inbox', 'fcm']).default('inbox'),
  PUSH_API_URL: safeAddress('https://fcm.googleapis.com'),
  PUSH_TOKEN_URL: safeAddress('https://oauth2.googleapis.com/token'),
  PUSH_PROJECT_ID: z.string().min(1).optional(),
  /** Of the service account; the key is the PEM text of its JSON file. */
  PUSH_CLIENT_EMAIL: z.string().min(1).optional(),
  PUSH_PRIVATE_KEY: z.string().min(1).optional(),
  PUSH_TIMEOUT_S: seconds(10),
  /** Where support talks with riders. */
  CHAT_PROVIDER: z.enum(['none', 'intercom']).default('none'),
  CHAT_API_URL: safeAddress('https://api.intercom.io'),
  CHAT_API_TOKEN: z.string().min(1).optional(),
  /** Where conversations are answered; the console links there. */
  CHAT_APP_URL: safeAddress('https://app.intercom.com'),
  CHAT_WORKSPACE: z.string().default(''),
  CHAT_TIMEOUT_S: seconds(10),
}
type PeopleSettings = z.output<z.ZodObject<typeof peopleSettings>>

export interface PushConfig {
  provider: 'inbox' | 'fcm'
  api_url: string
  token_url: string
  project_id: string
  client_email: string
  /** Secret: it appears in no log and no response. */
  private_key: string
  timeout_s: number
}

export interface ChatConfig {
  provider: 'none' | 'intercom'
  api_url: string
  app_url: string
  workspace: string
  /** Secret: it appears in no log and no response. */
  token: string
  timeout_s: number
}

/** `missing` ends the start with a sentence. */
export function peopleConfigOf(
  s: PeopleSettings,
  missing: (setting: string, reason: string) => never,
): { push: PushConfig; chats: ChatConfig } {
  const needed = (name: keyof PeopleSettings, isNeeded: boolean, reason: string): string => {
    const value = s[name]
    if (isNeeded && value === undefined) return missing(name, reason)
    return String(value ?? '')
  }
  const isFcm = s.PUSH_PROVIDER === 'fcm'
  const ofPush = (name: keyof PeopleSettings) => needed(name, isFcm, `PUSH_PROVIDER is ${s.PUSH_PROVIDER}`)
  return {
    push: {
      provider: s.PUSH_PROVIDER,
      api_url: withoutSlash(s.PUSH_API_URL),
      token_url: s.PUSH_TOKEN_URL,
      project_id: ofPush('PUSH_PROJECT_ID'),
      client_email: ofPush('PUSH_CLIENT_EMAIL'),
      // An environment file holds one line: the line breaks of the key are written as \n there.
      private_key: ofPush('PUSH_PRIVATE_KEY').replaceAll(String.raw`\n`, '\n'),
      timeout_s: s.PUSH_TIMEOUT_S,
    },
    chats: {
      provider: s.CHAT_PROVIDER,
      api_url: withoutSlash(s.CHAT_API_URL),
      app_url: withoutSlash(s.CHAT_APP_URL),
      workspace: s.CHAT_WORKSPACE,
      token: needed('CHAT_API_TOKEN', s.CHAT_PROVIDER === 'intercom', `CHAT_PROVIDER is ${s.CHAT_PROVIDER}`),
      timeout_s: s.CHAT_TIMEOUT_S,
    },
  }
}
