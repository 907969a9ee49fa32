import type { Recognised } from '@wheelhouse/contract/find-user/recognise.ts'

/**
 * What a text in the box is beside a person. A phone number or an email is personal data, even with a typing error, so it is
 * never in the address of another search; a PIN or a card may be, so a person decides.
 */
export type TextKind = 'contact' | 'key' | 'person' | 'other'

export function textKind(text: string, { readings }: Recognised): TextKind {
  const has = (...kinds: string[]): boolean => readings.some(({ kind }) => kinds.includes(kind))
  if (has('phone', 'email') || text.includes('@') || text.trim().startsWith('+')) return 'contact'
  if (has('pin', 'rfid_hex', 'rfid_decimal')) return 'key'
  return has('name', 'user_id') ? 'person' : 'other'
}
