import * as z from 'zod'

/** What people paste into an allowlist: cards as they are printed or scanned, users by phone, email or id. */

/** Spec 5: entries can be entered separated by white space or commas. Each is taken once, in the order of the text. */
export const splitEntries = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/).filter((entry) => entry !== '')),
]

export const entriesAtOnce = 500

export type ReadKey = { key: string } | { error: string }

/** No entry of any kind is longer; a longer one is refused by itself. */
const longestEntry = 254

const hexDigits = [8, 14, 20]
/**
 * The decimal that is printed on cards: 10 digits for 4 bytes, up to 17 for 7, up to 25 for 10. One that lost its leading zeros is
 * the smallest card that holds it, as on the page of a person (`rfidFromDecimal`): fewer than 7 digits are the number of a flat or
 * half of an entry. Zeros in front of another length say nothing, so that such an entry is refused. So is what that page reads
 * as a longer card: 10 or 17 digits that are too large for 4 or 7 bytes, because a column that is pasted has more misprints of
 * these lengths than longer cards with so many zeros.
 */
const decimals = [
  { form: /^([1-9]\d{6}|[1-9]\d{8}|\d{10})$/, digits: 8 },
  { form: /^([1-9]\d{10,12}|\d{15,17})$/, digits: 14 },
  { form: /^([1-9]\d{17,18}|\d{21,25})$/, digits: 20 },
]

/** Values, RFID: 4, 7 or 10 bytes in hex, or their unsigned big-endian number. */
export function readKey(entry: string): ReadKey {
  if (entry.length > longestEntry) return { error: 'Invalid RFID key' }
  const bare = entry.replace(/[:-]/g, '').toUpperCase()
  if (hexDigits.includes(bare.length) && /^[0-9A-F]+$/.test(bare)) return { key: bare }
  if (!/^\d+$/.test(bare)) return { error: 'Invalid RFID key' }
  const decimal = decimals.find(({ form }) => form.test(bare))
  const hex = BigInt(bare).toString(16).toUpperCase()
  return decimal && hex.length <= decimal.digits
    ? { key: hex.padStart(decimal.digits, '0') }
    : { error: 'Invalid RFID-DEC key' }
}

/** A row of digits as long as hex is hex. As the decimal of a smaller card it would need its leading zeros. */
export const isHexOfDigits = (entry: string): boolean => /^([1-9]\d{7}|[1-9]\d{13}|[1-9]\d{19})$/.test(entry)

export type ReadUser = { by: 'id' | 'email' | 'phone'; value: string } | { error: string }

const Uuid = z.uuid()
const Email = z.email()

/** A user by the id, the email or the phone number with its country code. */
export function readUser(entry: string): ReadUser {
  if (entry.includes('@'))
    return entry.length <= longestEntry && Email.safeParse(entry).success
      ? { by: 'email', value: entry.toLowerCase() }
      : { error: 'Invalid email address' }
  if (Uuid.safeParse(entry).success) return { by: 'id', value: entry.toLowerCase() }
  if (entry.length > longestEntry || !/^[+\d().-]+$/.test(entry)) return { error: 'Invalid user id' }
  const digits = entry.replace(/\D/g, '').replace(/^00/, '')
  const isWithCountry = entry.startsWith('+') || entry.startsWith('00')
  return isWithCountry && /^[1-9]\d{6,14}$/.test(digits)
    ? { by: 'phone', value: `+${digits}` }
    : { error: 'Invalid phone number' }
}
