import { IconCreditCard, IconHash, IconMail, IconPassword, IconPhone, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { Reading, ReadingKind } from '@wheelhouse/contract/find-user/recognise.ts'
import type { FoundUser } from '@wheelhouse/contract/find-user/find-user.ts'
import { rfidDecimal } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

/** Keys of `t`. */
export const readingLabels: Record<ReadingKind, { word: string; icon: TablerIcon }> = {
  phone: { word: 'Phone', icon: IconPhone },
  user_id: { word: 'User ID', icon: IconHash },
  pin: { word: 'PIN', icon: IconPassword },
  rfid_hex: { word: 'RFID hex', icon: IconCreditCard },
  rfid_decimal: { word: 'RFID decimal', icon: IconCreditCard },
  email: { word: 'Email', icon: IconMail },
  name: { word: 'Name', icon: IconUser },
}

/** `RFID hex, 4 bytes`. */
export function readingName({ kind, value }: Reading): string {
  const word = t(readingLabels[kind].word)
  return isCard(kind) ? t('{{kind}}, {{count}} bytes', { kind: word, count: value.length / 2 }) : word
}

export const isCard = (kind: ReadingKind): boolean => kind === 'rfid_hex' || kind === 'rfid_decimal'

/** The same card in the other way of writing. */
export const otherForm = ({ kind, value }: Reading): string =>
  kind === 'rfid_hex' ? t('decimal {{key}}', { key: rfidDecimal(value) }) : t('hex {{key}}', { key: value })

/** Keys of `t`. */
const foundBy: Record<ReadingKind, string> = {
  phone: 'Found by phone',
  user_id: 'Found by user ID',
  pin: 'Found by PIN',
  rfid_hex: 'Found by RFID hex',
  rfid_decimal: 'Found by RFID decimal',
  email: 'Found by email',
  name: 'Found by name',
}

/** By what a person was found, and whether the card was read backwards. */
export const matchedBy = ({ matched, is_reversed }: FoundUser): string =>
  is_reversed ? t('{{found}}, bytes reversed', { found: t(foundBy[matched]) }) : t(foundBy[matched])

/** Staff who were meant instead (spec 8). */
export const staffHeading = (count: number): string =>
  count === 1 ? t('Console user found') : t('Multiple console users found')
