import type { SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { deviceWithin } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'

const reasonLabels: Record<string, string> = {
  motion: 'Motion',
  unknown_key: 'Unknown key',
  forced_open: 'Forced open',
  tamper: 'Tampering',
  move: 'Moved',
  wire_cut: 'Wire cut',
  started: 'Camera started',
  rfid: 'RFID',
}

/** The device's own word, or the reason that a person gave. */
export const photoReason = ({ reason }: Pick<SecurityPhoto, 'reason'>): string =>
  t(reasonLabels[reason] ?? reason.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()))

export const photoCamera = ({ device_type, device_number }: SecurityPhoto): string =>
  device_type === null || device_number === null
    ? t('a removed camera')
    : deviceWithin({ type: device_type, number: device_number })

/** A name as the beginning of a sentence. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const photoPerson = ({ user_name, user_id }: SecurityPhoto): string =>
  user_name ?? (user_id === null ? t('Automatic') : t('Someone'))

export interface PhotoDay {
  /** `2026-11-21`, of the reader. */
  day: string
  photos: SecurityPhoto[]
}

/** By the reader's calendar. */
export function byDay(photos: readonly SecurityPhoto[], timeZone: string): PhotoDay[] {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const days = Map.groupBy(photos, ({ taken_at }) => dayOf.format(Date.parse(taken_at)))
  return [...days].map(([day, own]) => ({ day, photos: own }))
}

/** Minutes and seconds that a link is still good. */
export function validFor(expiresAt: string, now: number): string | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1000)
  if (seconds <= 0) return null
  return seconds < 60
    ? t('link valid for {{count}} s', { count: seconds })
    : t('link valid for {{count}} min', { count: Math.floor(seconds / 60) })
}
