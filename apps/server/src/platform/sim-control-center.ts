import { causeOf, codeOf, nameOf } from '@wheelhouse/db/thrown.ts'
import type { SimStatus } from '@wheelhouse/contract/external-devices/sims.ts'
import * as z from 'zod'
import type { SimConfig } from './provider-settings.ts'
import { askProvider, ReplyTooLong } from './outward-http.ts'
import type { ProviderReply } from './outward-http.ts'
import { SimError } from './sims.ts'
import type { SimProvider } from './sims.ts'

/**
 * Cisco IoT Control Center (formerly Jasper), over which many operators sell their M2M cards, by its REST API:
 * https://developer.cisco.com/docs/control-center/getting-started (authentication, errors),
 * https://developer.cisco.com/docs/control-center/get-device-details, /send-sms and /get-sms-details.
 */
export function controlCenter(config: SimConfig): SimProvider {
  const ask = <S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
  ): Promise<z.output<S>> => request(config, method, path, schema, body)
  return {
    name: 'control_center',
    async status(iccid) {
      const { status } = await ask('GET', `devices/${iccid}`, DeviceDetails)
      return { status: statusOf[status.toUpperCase()] ?? 'unknown', word: status }
    },
    async sendSms({ iccid }, payload) {
      const { smsMsgId } = await ask('POST', `devices/${iccid}/smsMessages`, SentSms, { messageText: payload })
      return String(smsMsgId)
    },
    async smsReport(messageId) {
      const { status } = await ask('GET', `smsMessages/${encodeURIComponent(messageId)}`, SmsDetails)
      // What the device replies is a separate message there and does not name the message that it replies to.
      return { state: stateOf[status.toLowerCase()] ?? 'pending', answer: null }
    },
  }
}

const DeviceDetails = z.looseObject({ status: z.string().min(1).max(40) })
const SentSms = z.looseObject({ smsMsgId: z.union([z.string().min(1).max(100), z.number().int()]) })
const SmsDetails = z.looseObject({ status: z.string().min(1).max(40) })
const Refusal = z.looseObject({ errorCode: z.coerce.string().optional() })

/**
 * The provider's "SIM Status Values". INVENTORY, PURGED and REPLACED have no equivalent here: they are unknown and
 * shown as they are.
 */
const statusOf: Partial<Record<string, SimStatus>> = {
  TEST_READY: 'test_ready',
  ACTIVATION_READY: 'activation_ready',
  ACTIVATED: 'activated',
  DEACTIVATED: 'deactivated',
  SUSPENDED: 'suspended',
  RETIRED: 'retired',
}

/** Status of a message to a device. Pending, CancelPending, CancelFailed and Unknown may still change. */
const stateOf: Partial<Record<string, 'delivered' | 'failed'>> = {
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'failed',
}

/** A wrong or expired key, or an address that is not allowed; too many calls per second. */
const keyRefusedCode = '10000001'
const tooManyCode = '40000029'
/** A response has a few hundred bytes. */
const answerAtMost = 64 * 1024

async function request<S extends z.ZodType>(
  config: SimConfig,
  method: 'GET' | 'POST',
  path: string,
  schema: S,
  body?: object,
): Promise<z.output<S>> {
  const isWrite = method === 'POST'
  const reply = await send(config, method, path, body)
  if (!reply.ok) throw refusalOf(reply, isWrite)
  const result = schema.safeParse(jsonOf(reply.text))
  // The provider confirmed a write, but its id is unreadable, so the message cannot be followed.
  if (!result.success) throw new SimError('malformed_answer', { isUnclear: isWrite })
  return result.data
}

/** Errors before the connection was established: nothing was sent. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

async function send(
  { api_url, user, key, timeout_s }: SimConfig,
  method: string,
  path: string,
  body?: object,
): Promise<ProviderReply> {
  const authorization = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
  try {
    return await askProvider(`${api_url}/rws/api/v1/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeout_ms: timeout_s * 1000,
      reply_at_most: answerAtMost,
    })
  } catch (error) {
    throw unreachable(error, method === 'POST')
  }
}

function unreachable(error: unknown, isWrite: boolean): SimError {
  if (error instanceof ReplyTooLong) return new SimError('malformed_answer', { isUnclear: isWrite })
  if (neverConnected.has(codeOf(causeOf(error)) ?? '')) return new SimError('unavailable', { cause: error })
  return new SimError(nameOf(error) === 'TimeoutError' ? 'no_answer' : 'unavailable', {
    cause: error,
    isUnclear: isWrite,
  })
}

function refusalOf({ status, text, headers }: ProviderReply, isWrite: boolean): SimError {
  const parsed = Refusal.safeParse(jsonOf(text))
  const code = parsed.success ? parsed.data.errorCode : undefined
  if (status === 429 || code === tooManyCode)
    return new SimError('too_many_requests', { retry_after_s: retryAfterOf(headers) })
  if (status === 401 || status === 403 || code === keyRefusedCode) return new SimError('key_refused')
  if (status === 404) return new SimError('unknown_sim')
  // The server may have failed before or after sending the message.
  if (status >= 500) return new SimError('unavailable', { isUnclear: isWrite })
  return new SimError('refused')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const waitAtMostS = 3600

function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, waitAtMostS) : null
}
