import * as v from 'valibot'
import { readAs } from '../http/read-as.ts'
import type { AccessTokenResult } from '../stores/auth-store.ts'

/** What an exchange with the provider reaches. */
export interface Exchange {
  fetch: typeof fetch
  config(): { client_id: string; identity_url: string }
  /** Each token fetch is logged to the error-reporting service (spec section 7). */
  breadcrumb(message: string): void
}

// Used only for a provider that says neither `expires_in` nor puts `exp` into its token.
const assumedLifetimeS = 3_600

/** What the provider answers (OAuth 2.0, section 5.1). */
const Answer = v.object({
  access_token: v.optional(v.string()),
  id_token: v.optional(v.string()),
  refresh_token: v.optional(v.string()),
  expires_in: v.optional(v.pipe(v.number(), v.finite())),
})
export type TokenAnswer = v.InferOutput<typeof Answer>
const Refusal = v.object({ error: v.optional(v.string()), error_description: v.optional(v.string()) })

/** Nobody said no: the provider did not answer, or not as itself. */
export class NotAnswered extends Error {}

/** Asks the provider for tokens; `prefix` begins the sentence of a failure. */
export async function exchange(
  client: Exchange,
  prefix: string,
  payload: Record<string, string>,
): Promise<TokenAnswer> {
  const { client_id, identity_url } = client.config()
  client.breadcrumb(`token: ${payload.grant_type}`)
  let isAnswered = false
  try {
    const response = await client.fetch(`${identity_url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id, ...payload }).toString(),
    })
    isAnswered = response.status < 500
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok) return v.parse(Answer, body)
    const refusal = readAs(Refusal, body)
    throw new Error(
      refusal?.error_description || refusal?.error || `Request failed with status code ${response.status}`,
    )
  } catch (error) {
    const words = `${prefix}: ${reasonOf(error)}`
    throw isAnswered ? new Error(words, { cause: error }) : new NotAnswered(words, { cause: error })
  }
}

/** The access token of an answer, with what the console shows of its person. */
export function tokenIn(answer: TokenAnswer, now: number): AccessTokenResult {
  if (!answer.access_token) throw new Error('no access token returned')
  const person = claimsOf(answer.id_token)
  const exp = claimsOf(answer.access_token).exp
  // `expires_in` first: it does not depend on this machine's clock being right.
  const expiresAt =
    answer.expires_in === undefined && typeof exp === 'number'
      ? exp * 1000
      : now + (answer.expires_in ?? assumedLifetimeS) * 1000
  return {
    accessToken: answer.access_token,
    email: textOf(person.email),
    sub: textOf(person.sub),
    organizationId: textOf(person['custom:organization_id']),
    expiresAt,
  }
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim !== '' ? claim : null)

/** Claims of a JWT, unverified: the server verifies, the console only shows. An opaque token has none. */
function claimsOf(token: string | undefined): Record<string, unknown> {
  try {
    const [, payload = ''] = (token ?? '').split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
