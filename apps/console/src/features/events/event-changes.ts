import { isAmount } from '@wheelhouse/contract/events/amounts.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { nothing } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

type Fields = AuditEvent['after']
/** How this person reads times and money. */
export type Manner = Pick<Format, 'dateTime' | 'longDay' | 'money'>

const shownElsewhere = new Set(['command_id', 'comment', 'is_late', 'is_known', 'is_online'])

/** Of a start all facts are new; these are worth reading. */
const ofBoot = new Set(['firmware_version', 'reason'])

/** Of a command: its title names it, the line below says why it failed. */
const ofCommand = new Set(['command', 'failure'])

/** The changed fields before and after, in plain words. */
export function changesOf({ verb, feature, before, after }: AuditEvent, manner: Manner): FieldChange[] {
  // The line shows the comment of a command after its sender; the comment of anything else is one of its fields.
  const isTold = (field: string) =>
    !(shownElsewhere.has(field) && (field !== 'comment' || feature === 'commands')) &&
    (verb !== 'boot' || ofBoot.has(field)) &&
    !(feature === 'commands' && ofCommand.has(field))
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // The id of something that is shown by name is for machines only.
  const isNamed = (field: string) => all.has(field.replace(/_ids?$/, '')) && /_ids?$/.test(field)
  const fields = [...all].filter((field) => isTold(field) && !isNamed(field))
  const changes = fields.map((field) => ({
    field: t(nameOf(field, isMoney(field, before) || isMoney(field, after))),
    before: valueOf(field, before, manner),
    after: valueOf(field, after, manner),
  }))
  // What was left empty from the start is no news, nor is what only explains another field (the currency of an amount).
  return changes.filter((change) => change.before !== change.after)
}

/** Minor units are written as money where their currency is known. */
const nameOf = (field: string, isWrittenAsMoney: boolean): string =>
  (isWrittenAsMoney ? field.replace(/_minor$/, '') : field).replaceAll('_', ' ')

const isMoney = (field: string, of: Fields): of is { currency: string } =>
  isAmount(field) && typeof of?.[field] === 'number' && typeof of.currency === 'string'

const shortNames = new Map([
  ...['rfid', 'pin', 'nfc'].map((name) => [name, name.toUpperCase()] as const),
  ['rfid_hex', 'RFID hex'],
  ['rfid_decimal', 'RFID decimal'],
  ['user_id', 'user ID'],
])

function valueOf(field: string, of: Fields, { dateTime, longDay, money }: Manner): string | null {
  const value = of?.[field]
  if (value === undefined || value === null || value === '') return null
  if (isMoney(field, of)) return money(Number(value), of.currency)
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((item) => plain(item)).join(', ')
  if (typeof value !== 'string') return plain(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return longDay(value)
  // Only the names of the API contain underscores; text that people typed stays unchanged.
  return shortNames.get(value) ?? (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(value) ? value.replaceAll('_', ' ') : value)
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null ? nothing : JSON.stringify(value)
}
