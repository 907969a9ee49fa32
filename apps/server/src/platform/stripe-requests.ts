import * as z from 'zod'
import { nameOf } from '@wheelhouse/db/thrown.ts'
import type { StripeConfig } from './provider-settings.ts'
import { askProvider, ReplyTooLong } from './outward-http.ts'
import { PaymentError } from './payment-provider.ts'

export const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))
const pagesAtMost = 1_000

/** Every row of a list, page by page. */
export async function allOf<S extends z.ZodType<{ id: string }>>(
  config: StripeConfig,
  schema: S,
  path: string,
  span: Record<string, string>,
): Promise<z.output<S>[]> {
  const Page = z.object({ data: z.array(schema), has_more: z.boolean() })
  const found: z.output<S>[] = []
  for (let page = 0; page < pagesAtMost; page++) {
    const last = found.at(-1)?.id
    const query = new URLSearchParams({ ...span, limit: '100', ...(last ? { starting_after: last } : {}) })
    const { data, has_more } = await askStripe(config, Page, { method: 'GET', path: `${path}?${query}` })
    found.push(...data)
    if (!has_more) return found
  }
  throw new PaymentError('malformed_answer')
}

export interface StripeRequest {
  method: 'GET' | 'POST'
  path: string
  /** Two requests under one key are one. */
  key?: string
  form?: Record<string, string>
}

/**
 * The key was used before with another endpoint or other values: the money that it asked for then may have moved, so this says
 * nothing about the charge.
 */
export class KeyReused extends PaymentError {
  constructor() {
    super('unavailable')
  }
}
const Reused = z.object({ error: z.object({ type: z.literal('idempotency_error') }) })

/** A page of a hundred charges is about a megabyte. */
const answerAtMost = 8 * 1024 * 1024

export async function askStripe<S extends z.ZodType>(
  config: StripeConfig,
  schema: S,
  request: StripeRequest,
): Promise<z.output<S>> {
  const { status, text } = await send(config, request)
  if (status === 401 || status === 403) throw new PaymentError('key_refused')
  if (status === 429) throw new PaymentError('too_many_requests')
  // 409: the same key is being worked on.
  if (status >= 500 || status === 409) throw new PaymentError('unavailable')
  const body = jsonOf(text)
  if (status === 400 && Reused.safeParse(body).success) throw new KeyReused()
  const result = schema.safeParse(body)
  if (!result.success) throw new PaymentError('malformed_answer')
  return result.data
}

async function send({ api_url, key, timeout_s }: StripeConfig, request: StripeRequest) {
  const { method, path, form } = request
  try {
    return await askProvider(`${api_url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.key ? { 'idempotency-key': request.key } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      timeout_ms: timeout_s * 1000,
      reply_at_most: answerAtMost,
    })
  } catch (error) {
    throw new PaymentError(faultOf(error), { cause: error })
  }
}

function faultOf(error: unknown): PaymentError['fault'] {
  if (error instanceof ReplyTooLong) return 'malformed_answer'
  return nameOf(error) === 'TimeoutError' ? 'no_answer' : 'unavailable'
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
