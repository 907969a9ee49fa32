/**
 * What the one box of Find user recognises. Pure, and shared: the console says what it recognised while a person types, and
 * the server looks for exactly that. Phone numbers need a numbering plan, which the caller brings.
 */

export const readingKinds = ['phone', 'user_id', 'pin', 'rfid_hex', 'rfid_decimal', 'email', 'name'] as const
export type ReadingKind = (typeof readingKinds)[number]
export type RfidFormat = 'hex' | 'decimal'

/** One thing that the text may mean. */
export interface Reading {
  kind: ReadingKind
  /** As it is stored: E.164, lower case, raw bytes as upper-case hex. */
  value: string
  /** The bytes of the card in the other order. */
  is_reversed: boolean
}

export interface Recognised {
  readings: Reading[]
  /** In the words of spec section 5; null where there is a reading, or nothing was typed. */
  error: string | null
}

interface RecogniseOptions {
  /** E.164 of a valid number, else null. */
  phoneOf: (text: string) => string | null
  /** The person's preference: which of two meanings of a row of digits comes first. */
  rfidFormat: RfidFormat
}

/** Shorter parts of a name match too many people. */
export const shortestName = 3

export function recognise(typed: string, options: RecogniseOptions): Recognised {
  const text = typed.trim()
  if (text === '') return { readings: [], error: null }
  const readings = readingsOf(text, options)
  return { readings, error: readings.length > 0 ? null : faultOf(text) }
}

const read = (kind: ReadingKind, value: string | null): Reading[] =>
  value === null ? [] : [{ kind, value, is_reversed: false }]

function readingsOf(text: string, { phoneOf, rfidFormat }: RecogniseOptions): Reading[] {
  // An id that was not copied whole is no card, even if all of its digits are decimal.
  if (isIdLike(text)) return read('user_id', userIdOf(text))
  const cards = [cardReadings('rfid_hex', rfidFromHex(text)), cardReadings('rfid_decimal', rfidFromDecimal(text))]
  return [
    ...read('email', emailOf(text)),
    ...read('phone', isPhoneLike(text) ? phoneOf(text) : null),
    ...read('pin', isPin(text) ? text : null),
    ...(rfidFormat === 'hex' ? cards : cards.toReversed()).flat(),
    ...read('name', nameOf(text)),
  ]
}

/** The sentence of what the text looks most like. */
function faultOf(text: string): string {
  if (text.includes('@')) return 'Invalid email address'
  if (text.startsWith('+')) return 'Invalid phone number'
  const bare = withoutGaps(text)
  if (isIdLike(text)) return 'Invalid user id'
  if (/^\d+$/.test(bare)) return bare.length <= pinDigits ? 'Invalid PIN' : 'Invalid RFID-DEC key'
  if (/^[0-9a-f]+$/i.test(bare)) return 'Invalid RFID key'
  return `At least ${shortestName} letters of a name`
}

const isIdLike = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]+$/i.test(text)

const userIdOf = (text: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null

/** The same bounds as an address in a form: something, an at sign, a domain with a dot. */
const emailOf = (text: string): string | null =>
  text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text.toLowerCase() : null

const isPhoneLike = (text: string): boolean => /^(\+|00)[\d\s().-]+$/.test(text)

const pinDigits = 6

/** Values, PIN: six digits, no runs and no repeats. */
export const isPin = (text: string): boolean =>
  /^\d{6}$/.test(text) &&
  new Set(text).size === pinDigits &&
  [...text].every((digit, at) => at === 0 || Math.abs(Number(digit) - Number(text[at - 1])) > 1)

/** Bytes of a card (values: RFID). */
const cardBytes = [4, 7, 10] as const
/** Fewer digits are a PIN or a mistake; printed numbers lose their leading zeros. */
const shortestDecimal = 7
const decimalAtMost = 25

const withoutGaps = (text: string): string => text.replace(/[\s:-]/g, '')

/** Raw bytes as upper-case hex, whatever is between them. */
export function rfidFromHex(text: string): string | null {
  const bare = withoutGaps(text).toUpperCase()
  return /^[0-9A-F]+$/.test(bare) && cardBytes.some((bytes) => bytes * 2 === bare.length) ? bare : null
}

/** The unsigned number that is printed on many cards, as the smallest card that holds it. */
export function rfidFromDecimal(text: string): string | null {
  const bare = withoutGaps(text)
  if (!/^\d+$/.test(bare) || bare.length < shortestDecimal || bare.length > decimalAtMost) return null
  const hex = BigInt(bare).toString(16).toUpperCase()
  const bytes = cardBytes.find((size) => hex.length <= size * 2)
  return bytes === undefined ? null : hex.padStart(bytes * 2, '0')
}

/** Readers of other makers send the bytes in the other order. */
export const rfidReversed = (key: string): string => (key.match(/../g) ?? []).toReversed().join('')

function cardReadings(kind: 'rfid_hex' | 'rfid_decimal', key: string | null): Reading[] {
  if (key === null) return []
  const reversed = rfidReversed(key)
  const [one] = read(kind, key)
  return one === undefined || reversed === key ? read(kind, key) : [one, { kind, value: reversed, is_reversed: true }]
}

/** Letters, not a code: digits and at signs are meant as something else. */
function nameOf(text: string): string | null {
  if (/[\d@+]/.test(text) || !/\p{L}/u.test(text)) return null
  return text.split(/\s+/).some((word) => word.length >= shortestName) ? text.toLowerCase() : null
}
