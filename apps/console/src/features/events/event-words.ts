import {
  IconAlertTriangle,
  IconBell,
  IconCalendarEvent,
  IconCalendarX,
  IconCheck,
  IconCircleCheck,
  IconCircleOff,
  IconClockX,
  IconCopyOff,
  IconDoor,
  IconHelpCircle,
  IconHourglassOff,
  IconLoader,
  IconLock,
  IconLockOpen,
  IconMapPinPlus,
  IconMessage2,
  IconNfc,
  IconNfcOff,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPower,
  IconSend,
  IconStatusChange,
  IconTrash,
  IconUser,
  IconWorldPlus,
  IconX,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { t } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/status-looks.ts'

export interface EventWords {
  icon: TablerIcon
  tone?: Tone
  title: string
}

type Words = (event: AuditEvent, name: string) => EventWords

const said = (fields: AuditEvent['after'], field: string): string => {
  const value = fields?.[field]
  return typeof value === 'string' ? value : ''
}
const readable = (word: string): string => t(word.replaceAll('_', ' '))
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const lockLooks: Record<string, { icon: TablerIcon; tone?: Tone }> = {
  locked: { icon: IconLock },
  unlocked: { icon: IconLockOpen },
  booked: { icon: IconCalendarEvent, tone: 'accent' },
  allocated: { icon: IconCalendarEvent, tone: 'accent' },
  fault: { icon: IconAlertTriangle, tone: 'red' },
  unknown: { icon: IconHelpCircle, tone: 'dim' },
}

const endLooks: Record<string, { icon: TablerIcon; tone?: Tone }> = {
  success: { icon: IconCheck, tone: 'green' },
  failed: { icon: IconX, tone: 'red' },
  unhandled: { icon: IconHelpCircle, tone: 'amber' },
  hardware_timeout: { icon: IconHourglassOff, tone: 'orange' },
}

const sessionIcons: Record<string, TablerIcon> = {
  opened: IconPlayerPlay,
  booked: IconCalendarEvent,
  ended: IconPlayerStop,
  cancelled: IconCalendarX,
}

const keyWords: Record<string, string> = { rfid: 'RFID card', nfc: 'NFC key', pin: 'PIN', app: 'App key' }

const within = (name: string): string => name.replace(/^./, (first) => first.toLowerCase())

/** One line a kind of event, `feature verb`. */
const words: Record<string, Words> = {
  'devices dock_state': ({ after }, name) => {
    const state = said(after, 'dock_state')
    const title =
      after?.is_late === true
        ? t('{{name}} {{state}}, told late', { name, state: readable(state) })
        : t('{{name}} {{state}}', { name, state: readable(state) })
    return { icon: IconLoader, ...lockLooks[state], title }
  },
  'devices key_scan': ({ after }, name) => {
    const values = { name, key: keyWords[said(after, 'key_type')] ?? t('Key') }
    return after?.is_known === false
      ? { icon: IconNfcOff, tone: 'amber', title: t('Unknown key at {{name}}, {{key}}', { ...values, name: within(name) }) }
      : { icon: IconNfc, title: t('{{key}} read at {{name}}', { ...values, name: within(name) }) }
  },
  'devices boot': (_event, name) => ({ icon: IconPower, title: t('{{name}} started', { name }) }),
  'devices door': ({ after }, name) => ({
    icon: IconDoor,
    title: t('{{name}} {{state}}', { name, state: readable(said(after, 'state')) }),
  }),
  'devices connection': ({ after }, name) =>
    after?.is_online === true
      ? { icon: IconPlugConnected, title: t('{{name}} connected', { name }) }
      : { icon: IconPlugConnectedX, tone: 'red', title: t('{{name}} lost its connection', { name }) },
  'devices connection_taken_over': (_event, name) => ({
    icon: IconCopyOff,
    tone: 'red',
    title: t('A second connection took over {{name}}', { name: within(name) }),
  }),
  'locations status_changed': ({ after }) => ({
    icon: IconStatusChange,
    title: t('Status changed to {{status}}', { status: readable(said(after, 'status')) }),
  }),
  'locations launched': () => ({ icon: IconCircleCheck, tone: 'green', title: t('Location launched') }),
  'locations created': () => ({ icon: IconPencil, title: t('Location created') }),
  'locations updated': ({ after }) =>
    Object.keys(after ?? {}).join() === 'maintenance_message'
      ? { icon: IconMessage2, title: t('Maintenance message changed') }
      : { icon: IconPencil, title: t('Location updated') },
  'points-of-interest created': () => ({ icon: IconMapPinPlus, title: t('Point of interest created') }),
  'points-of-interest updated': () => ({ icon: IconPencil, title: t('Point of interest updated') }),
  'points-of-interest deleted': () => ({ icon: IconTrash, tone: 'red', title: t('Point of interest deleted') }),
  'regions created': () => ({ icon: IconWorldPlus, title: t('Region config created') }),
  'regions updated': () => ({ icon: IconPencil, title: t('Region config updated') }),
  'regions enabled': () => ({ icon: IconCircleCheck, tone: 'green', title: t('Region enabled') }),
  'regions disabled': () => ({ icon: IconCircleOff, tone: 'dim', title: t('Region disabled') }),
  'commands sent': ({ after }, name) => ({
    icon: IconSend,
    tone: 'accent',
    title: t('{{command}} sent to {{name}}', { command: sentence(readable(said(after, 'command'))), name: within(name) }),
  }),
  'commands ended': ({ after }, name) => {
    const values = { command: sentence(readable(said(after, 'command'))), name: within(name), status: readable(said(after, 'status')) }
    return { icon: IconClockX, ...endLooks[said(after, 'status')], title: t('{{command}} of {{name}}: {{status}}', values) }
  },
  'commands late_answer': ({ after }, name) => ({
    icon: IconClockX,
    tone: 'orange',
    title: t('{{name}} answered {{command}} too late', { name, command: readable(said(after, 'command')) }),
  }),
  'alarms raised': ({ after }, name) => ({ icon: IconAlertTriangle, tone: 'red', title: `${name} ${readable(said(after, 'alarm'))}` }),
  'alarms cleared': ({ before }, name) => ({
    icon: IconBell,
    title: t('{{name}} {{alarm}} cleared', { name, alarm: readable(said(before, 'alarm')) }),
  }),
}

export function wordsOf(event: AuditEvent): EventWords {
  const { feature, verb, resource_name, resource_type } = event
  const name = resource_name ?? sentence(readable(resource_type))
  const known = words[`${feature} ${verb}`]
  if (known) return known(event, name)
  if (feature === 'parking-sessions')
    return {
      icon: sessionIcons[verb] ?? IconPlayerPlay,
      title: t('Session {{verb}}, {{name}}', { verb: readable(verb), name: within(name) }),
    }
  return {
    icon: event.actor_kind === 'person' ? IconUser : IconPencil,
    title: `${name}: ${readable(feature.replaceAll('-', ' '))} ${readable(verb)}`,
  }
}

const actorWords: Record<string, string> = { hardware: 'Hardware', system: 'System', service: 'Service', person: 'Somebody' }

/** A person by name; hardware says it by itself. */
export const actorName = ({ actor_kind, actor_name }: AuditEvent): string =>
  actor_kind === 'person' || actor_kind === 'service'
    ? (actor_name ?? t(actorWords[actor_kind] ?? actor_kind))
    : t(actorWords[actor_kind] ?? actor_kind)

/** Who, and what they said about it. */
export function detailOf(event: AuditEvent): string {
  const command = event.feature === 'devices' ? said(event.after, 'command') : ''
  const failure = said(event.after, 'failure')
  const comment = said(event.after, 'comment')
  return [
    actorName(event),
    command && readable(command),
    failure && readable(failure),
    event.reason && readable(event.reason),
    comment && `“${comment}”`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const passing = new Set(['locking', 'unlocking', 'allocated'])

/** What only leads to the next line (a lock on its way, a start) is in the history, not in what one watches live. */
export const isPassing = ({ feature, verb, after }: AuditEvent): boolean =>
  feature === 'devices' &&
  ((verb === 'dock_state' && passing.has(said(after, 'dock_state'))) ||
    verb === 'boot' ||
    (verb === 'key_scan' && after?.is_known === true))

export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

const toldElsewhere = new Set(['command_id', 'comment', 'is_late', 'is_known'])

/** Of a start all facts are new; these are worth reading. */
const ofBoot = new Set(['firmware_version', 'reason'])

/** The changed fields before and after, in plain words. */
export function changesOf({ verb, before, after }: AuditEvent): FieldChange[] {
  const isTold = (field: string) => !toldElsewhere.has(field) && (verb !== 'boot' || ofBoot.has(field))
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isTold)
  const changes = fields.map((field) => ({ field: readable(field), before: valueOf(before?.[field]), after: valueOf(after?.[field]) }))
  // What was left empty from the start is no news.
  return changes.filter((change) => change.before !== null || change.after !== null)
}

const shortNames = new Map(['rfid', 'pin', 'nfc'].map((name) => [name, name.toUpperCase()]))

function valueOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  return typeof value === 'string' ? (shortNames.get(value) ?? value.replaceAll('_', ' ')) : JSON.stringify(value)
}

/** Kinds to filter by, as features of the journal. */
export const eventKinds: readonly { value: string; label: string }[] = [
  { value: 'devices', label: 'Locks' },
  { value: 'commands', label: 'Commands' },
  { value: 'parking-sessions', label: 'Parking sessions' },
  { value: 'alarms', label: 'Alarms' },
  { value: 'locations', label: 'Location' },
  { value: 'permissions', label: 'Permissions' },
]
