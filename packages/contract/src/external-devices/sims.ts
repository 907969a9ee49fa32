import * as z from 'zod'
import { Cursor, Id, Instant, Limit } from '../route.ts'
import { requiredLine } from '../texts.ts'

// SIM cards, what is known of them and what is sent to them: the parts of external devices that are their provider's.

/** ITU-T E.118: 18 to 22 digits, the last one after Luhn. */
export const isIccid = (text: string): boolean => /^\d{18,22}$/.test(text) && luhnSum(text) % 10 === 0

function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

// 3GPP TS 23.038: the default alphabet, and the characters that take two positions.
const basic = new Set(
  `@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà`,
)
const extended = new Set('\f^{}\\[~]|€')

/** How many positions a text takes in an SMS; null if it contains a character that the GSM alphabet does not have. */
export function gsmLength(text: string): number | null {
  let length = 0
  for (const character of text) {
    if (!basic.has(character) && !extended.has(character)) return null
    length += extended.has(character) ? 2 : 1
  }
  return length
}

/** Spec section 3: an M2M provider, which can be asked, or other, which cannot. */
export const simProviders = ['m2m', 'other'] as const
export const SimProvider = z.enum(simProviders, 'SIM provider is required')
export type SimProvider = z.infer<typeof SimProvider>

/** Enumerations of `values.md`. */
export const simStatuses = [
  'test_ready',
  'activation_ready',
  'activated',
  'deactivated',
  'suspended',
  'retired',
  'unknown',
] as const
export const SimStatus = z.enum(simStatuses)
export type SimStatus = z.infer<typeof SimStatus>

/** Where the last update of a SIM's status stands. */
export const simUpdates = ['none', 'asking', 'done', 'failed'] as const
export const SimUpdate = z.enum(simUpdates)
export type SimUpdate = z.infer<typeof SimUpdate>

/** Why a SIM provider did not do what it was asked. */
export const simFaults = [
  'key_refused',
  'unknown_sim',
  'refused',
  'too_many_requests',
  'unavailable',
  'no_answer',
  'malformed_answer',
  'not_delivered',
  'no_news',
] as const
export const SimFault = z.enum(simFaults)
export type SimFault = z.infer<typeof SimFault>

/** As the console says it. */
export const simFaultLabels: Record<SimFault, string> = {
  key_refused: 'the SIM provider does not accept the API key of this installation',
  unknown_sim: 'the SIM provider does not know this SIM',
  refused: 'the SIM provider refused the request',
  too_many_requests: 'the SIM provider received too many requests, try again later',
  unavailable: 'the SIM provider cannot be reached',
  no_answer: 'the SIM provider did not answer in time',
  malformed_answer: 'the SIM provider sent an answer that cannot be read',
  not_delivered: 'the SMS did not reach the device',
  no_news: 'no delivery report was received',
}

/** An SMS on its way. `unknown`: it may have been sent, and is never sent again by itself. */
export const smsStatuses = ['waiting', 'sending', 'sent', 'delivered', 'failed', 'unknown'] as const
export const SmsStatus = z.enum(smsStatuses)
export type SmsStatus = z.infer<typeof SmsStatus>

/** One SMS of the GSM alphabet. */
export const smsLength = 160

export const SmsCommand = z.strictObject({
  name: requiredLine('Name', 1, 40),
  payload: z
    .string('Payload is required')
    .refine((text) => text.trim() !== '', { error: 'Payload is required', abort: true })
    .refine((text) => gsmLength(text) !== null, { error: 'Payload: only characters of an SMS', abort: true })
    .refine((text) => (gsmLength(text) ?? 0) <= smsLength, `Payload: at most ${smsLength} characters`),
})
export type SmsCommand = z.infer<typeof SmsCommand>

export const SmsMessage = z.object({
  id: Id,
  external_device_id: Id,
  command_name: z.string(),
  payload: z.string(),
  status: SmsStatus,
  failure: SimFault.nullable(),
  /** What the device answered, where the provider tells it. */
  answer: z.string().nullable(),
  /** Through whom: `simulated`, or the provider that is configured. */
  source: z.string().nullable(),
  requested_by: Id.nullable(),
  requested_by_name: z.string().nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  ended_at: Instant.nullable(),
})
export type SmsMessage = z.infer<typeof SmsMessage>

export const SmsMessageQuery = z.strictObject({ cursor: Cursor.optional(), limit: Limit })
export type SmsMessageQuery = z.output<typeof SmsMessageQuery>
