import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Enough to tell two people of one name apart, and to confirm what a caller says (screens: personal data). */

const dot = '•'

/** `+372 5••• ••17`: country, the first digit and the last two. */
export function maskedPhone(phone: string | null): string | null {
  if (phone === null) return null
  const [country = '', ...rest] = (parsePhoneNumberFromString(phone)?.formatInternational() ?? phone).split(' ')
  const national = rest.length > 0 ? rest.join(' ') : country
  const digits = national.replace(/\D/g, '').length
  let nth = 0
  const masked = national.replace(/\d/g, (digit) => (++nth === 1 || nth > digits - 2 ? digit : dot))
  return rest.length > 0 ? `${country} ${masked}` : masked
}

/** `e•••••@example.ee`, whatever the length of what is hidden. */
export const maskedEmail = (email: string | null): string | null =>
  email === null ? null : `${email.slice(0, 1)}${dot.repeat(5)}${email.slice(email.lastIndexOf('@'))}`

/** Of a person who has one. */
export const hiddenPin = dot.repeat(6)
