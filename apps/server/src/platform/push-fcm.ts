import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { askProvider } from './outward-http.ts'
import type { PushConfig } from './people-settings.ts'
import type { PushNote, PushOutcome, PushProvider } from './push.ts'

/**
 * Firebase Cloud Messaging by its HTTP v1 API, one call for each phone:
 * https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send, with the access token of a service
 * account: https://developers.google.com/identity/protocols/oauth2/service-account#httprest.
 */
export function fcmPush(config: PushConfig): PushProvider {
  return {
    name: 'fcm',
    async push(tokens, note) {
      const accessToken = await accessTokenOf(config)
      if (accessToken === null) return { status: 'publish_push_failed', unregistered: [] }
      const results = await Promise.all(tokens.map((token) => sendTo(config, accessToken, token, note)))
      return outcomeOf(tokens, results)
    },
  }
}

/** `publish`: the provider was not reached. `refused` and `unregistered`: it was, and does not send to this phone. */
type Result = 'sent' | 'refused' | 'unregistered' | 'publish'

/** One phone is enough: the person has been notified. */
function outcomeOf(tokens: readonly string[], results: readonly Result[]): PushOutcome {
  const unregistered = tokens.filter((_token, at) => results[at] === 'unregistered')
  if (results.includes('sent')) return { status: 'sent', unregistered }
  return { status: results.includes('publish') ? 'publish_push_failed' : 'send_push_failed', unregistered }
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const tokenLifetimeS = 3600
const TokenReply = z.looseObject({ access_token: z.string().min(1) })
/** A reply has a few hundred bytes. */
const replyAtMost = 64 * 1024

async function accessTokenOf(config: PushConfig): Promise<string | null> {
  try {
    const assertion = await assertionOf(config)
    const response = await request(config, config.token_url, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
    })
    const parsed = TokenReply.safeParse(response.body)
    return response.status === 200 && parsed.success ? parsed.data.access_token : null
  } catch {
    return null
  }
}

async function assertionOf({ private_key, client_email, token_url }: PushConfig): Promise<string> {
  const key = await importPKCS8(private_key, 'RS256')
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_url)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifetimeS)
    .sign(key)
}

/** Error details name the reason in FCM's own words. */
const Refusal = z.looseObject({
  error: z.looseObject({
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).default([]),
  }),
})

async function sendTo(
  config: PushConfig,
  accessToken: string,
  token: string,
  { title, body, message_id }: PushNote,
): Promise<Result> {
  try {
    const { status, body: reply } = await request(
      config,
      `${config.api_url}/v1/projects/${encodeURIComponent(config.project_id)}/messages:send`,
      {
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token, notification: { title, body }, data: { message_id } } }),
      },
    )
    if (status === 200) return 'sent'
    if (status === 401 || status === 403 || status === 429 || status >= 500) return 'publish'
    const parsed = Refusal.safeParse(reply)
    const codes = parsed.success ? parsed.data.error.details.map(({ errorCode }) => errorCode) : []
    return codes.includes('UNREGISTERED') ? 'unregistered' : 'refused'
  } catch {
    return 'publish'
  }
}

async function request(
  { timeout_s }: PushConfig,
  url: string,
  init: { headers: Record<string, string>; body: string },
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await askProvider(url, {
    ...init,
    method: 'POST',
    timeout_ms: timeout_s * 1000,
    reply_at_most: replyAtMost,
  })
  return { status, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
