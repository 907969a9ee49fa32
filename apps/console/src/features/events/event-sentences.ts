import {
  IconAlertTriangle,
  IconBatteryCharging,
  IconBell,
  IconBike,
  IconCalendarEvent,
  IconCpu,
  IconDeviceSim,
  IconDoor,
  IconEye,
  IconHelpCircle,
  IconLoader,
  IconLock,
  IconLockOpen,
  IconMessage2,
  IconNfc,
  IconNfcOff,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconQrcode,
  IconSend,
  IconStatusChange,
  IconTrash,
  IconUser,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import { commandWord } from '@wheelhouse/contract/commands/command-words.ts'
import { alarmLabel } from '@wheelhouse/contract/devices/alarm-labels.ts'
import { eventTitle } from '@wheelhouse/contract/events/event-kinds.ts'
import type { DetailedEventKindName } from '@wheelhouse/contract/events/event-kinds.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { commandSentences } from './command-sentences.ts'
import { eventLookOf } from './event-icons.ts'
import type { EventLook } from './event-icons.ts'
import { t } from '../../i18n/i18n.ts'
import { asTyped, readable, said, sentence, within } from './event-words.ts'
import type { EventSentence, WriteSentence } from './event-words.ts'
import { causeWords } from '../support/cause-labels.ts'

const lockStyles: Record<string, EventLook> = {
  locked: { icon: IconLock },
  unlocked: { icon: IconLockOpen },
  booked: { icon: IconCalendarEvent, tone: 'accent' },
  allocated: { icon: IconCalendarEvent, tone: 'accent' },
  fault: { icon: IconAlertTriangle, tone: 'red' },
  unknown: { icon: IconHelpCircle, tone: 'dim' },
}

const smsStyles: Record<string, Pick<EventLook, 'tone'>> = { failed: { tone: 'red' }, unknown: { tone: 'amber' } }

const keyLabels: Record<string, string> = { rfid: 'RFID card', nfc: 'NFC key', pin: 'PIN', app: 'App key' }

/** "3 users", "1 master key". */
function countedEntities(fields: AuditEvent['after']): string {
  const count = typeof fields?.count === 'number' ? fields.count : 0
  const kind = readable(said(fields, 'kind'))
  return count === 1 ? t('1 {{kind}}', { kind }) : t('{{count}} {{kind}}s', { count, kind })
}

/** Kinds whose title depends on their fields. It does not compile while one of them is missing. */
const detailedSentences = {
  'devices dock_state': ({ after }, name) => {
    const state = said(after, 'dock_state')
    const title =
      after?.is_late === true
        ? t('{{name}} {{state}}, reported late', { name, state: readable(state) })
        : t('{{name}} {{state}}', { name, state: readable(state) })
    return { icon: IconLoader, ...lockStyles[state], title }
  },
  'devices key_scan': ({ after }, name) => {
    const values = { name, key: keyLabels[said(after, 'key_type')] ?? t('Key') }
    if (after?.access === 'refused')
      return {
        icon: IconNfcOff,
        tone: 'amber',
        title: t('{{key}} refused at {{name}}: {{cause}}', {
          ...values,
          name: within(name),
          // Events from before the cause was kept are of locks with an allowlist.
          cause: causeWords('cause' in after ? said(after, 'cause') : 'list_missing'),
        }),
      }
    return after?.is_known === false
      ? {
          icon: IconNfcOff,
          tone: 'amber',
          title: t('Unknown key at {{name}}, {{key}}', { ...values, name: within(name) }),
        }
      : { icon: IconNfc, title: t('{{key}} read at {{name}}', { ...values, name: within(name) }) }
  },
  'devices door': ({ after }, name) => ({
    icon: IconDoor,
    title: t('{{name}} {{state}}', { name, state: readable(said(after, 'state')) }),
  }),
  'devices booking': ({ after }, name) => ({
    icon: IconCalendarEvent,
    title: t('Booking of {{name}} {{action}}', { name: within(name), action: readable(said(after, 'action')) }),
  }),
  'devices charge': ({ after }, name) => ({
    icon: IconBatteryCharging,
    ...(said(after, 'state') === 'fault' ? { tone: 'red' } : {}),
    title: t('Charging at {{name}}: {{state}}', { name: within(name), state: readable(said(after, 'state')) }),
  }),
  'devices rental': ({ after }, name) => ({
    icon: IconBike,
    title: t('Rental {{code}} {{action}}, {{name}}', {
      name: within(name),
      code: said(after, 'rental_code'),
      action: readable(said(after, 'action')),
    }),
  }),
  'devices firmware': ({ after }, name) => ({
    icon: IconCpu,
    ...(said(after, 'state') === 'failed' ? { tone: 'red' } : {}),
    title: t('Firmware {{version}} of {{name}}: {{state}}', {
      name: within(name),
      version: said(after, 'version'),
      state: readable(said(after, 'state')),
    }),
  }),
  'devices connection': ({ after }, name) =>
    after?.is_online === true
      ? { icon: IconPlugConnected, title: t('{{name}} connected', { name }) }
      : { icon: IconPlugConnectedX, tone: 'red', title: t('{{name}} lost its connection', { name }) },
  'devices updated': ({ after }, name) =>
    Object.keys(after ?? {}).join() === 'comment'
      ? { icon: IconMessage2, title: t('Comment of {{name}} updated', { name: within(name) }) }
      : { icon: IconPencil, title: t('{{name}} updated', { name }) },
  'devices qr_code': ({ after }, name) =>
    after?.qr_update_pending === false && !('qr_code' in after)
      ? { icon: IconQrcode, tone: 'green', title: t('New QR code is on {{name}}', { name: within(name) }) }
      : { icon: IconQrcode, title: t('QR code of {{name}} updated', { name: within(name) }) },
  'devices deleted': ({ after }, name) => ({
    icon: IconTrash,
    tone: 'red',
    title:
      after?.how === 'time_limit'
        ? t('{{name}} deleted without a response from its hardware', { name })
        : t('{{name}} deleted', { name }),
  }),
  'allowlists entities_added': ({ after }) => ({
    icon: IconUserPlus,
    title: t('{{entities}} added to the allowlist', { entities: countedEntities(after) }),
  }),
  'allowlists entities_removed': ({ before }) => ({
    icon: IconUserMinus,
    tone: 'amber',
    title: t('{{entities}} removed from the allowlist', { entities: countedEntities(before) }),
  }),
  'allowlists keys_revealed': ({ after }) => ({
    icon: IconEye,
    tone: 'amber',
    title: after?.count === 1 ? t('A key was shown in full') : t('Keys were shown in full'),
  }),
  'locations status_changed': ({ after }) => ({
    icon: IconStatusChange,
    title: t('Status changed to {{status}}', { status: readable(said(after, 'status')) }),
  }),
  'locations status_forced': ({ after }) => ({
    icon: IconStatusChange,
    tone: 'amber',
    title: t('Status forced to {{status}}', { status: readable(said(after, 'status')) }),
  }),
  'locations updated': ({ after }) =>
    Object.keys(after ?? {}).join() === 'maintenance_message'
      ? { icon: IconMessage2, title: t('Maintenance message changed') }
      : { icon: IconPencil, title: t('Location updated') },
  'external-devices sim_status': ({ after }, name) => ({
    icon: IconDeviceSim,
    title: t('SIM of {{name}}: {{status}}', { name, status: readable(said(after, 'sim_status')) }),
  }),
  'external-devices sms_sent': ({ after }, name) => ({
    icon: IconSend,
    tone: 'accent',
    title: t('SMS command {{command}} to {{name}}', { name, command: said(after, 'sms_command') }),
  }),
  'external-devices sms_ended': ({ after }, name) => ({
    icon: IconMessage2,
    ...smsStyles[said(after, 'status')],
    title: t('SMS command {{command}} of {{name}}: {{status}}', {
      name,
      command: said(after, 'sms_command'),
      status: readable(said(after, 'status')),
    }),
  }),
  ...commandSentences,
  'alarms raised': ({ after }, name) => ({
    icon: IconAlertTriangle,
    tone: 'red',
    title: `${name}: ${t(alarmLabel(said(after, 'alarm')))}`,
  }),
  'alarms cleared': ({ before }, name) => ({
    icon: IconBell,
    title: t('{{name}}: {{alarm}}, cleared', { name, alarm: t(alarmLabel(said(before, 'alarm'))) }),
  }),
} satisfies Record<DetailedEventKindName, WriteSentence>

export function sentenceOf(event: AuditEvent, cause: AuditEvent | null = null): EventSentence {
  const { feature, verb, resource_name, resource_type } = event
  const name = resource_name ?? sentence(readable(resource_type))
  const write = valueIn<WriteSentence>(detailedSentences, `${feature} ${verb}`)
  if (write) return write(event, name, cause)
  const title = eventTitle(feature, verb)
  // A console of an older version does not know the kinds of a newer one.
  if (title === undefined)
    return {
      icon: event.actor_kind === 'person' ? IconUser : IconPencil,
      title: `${name}: ${readable(feature.replaceAll('-', ' '))} ${readable(verb)}`,
    }
  // A fee is named by its service, which is a word of the catalogue.
  const thing = resource_type === 'service_fee' ? readable(name) : within(name)
  return { ...eventLookOf(feature, verb), title: t(title, { name, thing }) }
}

const actorLabels: Record<string, string> = {
  hardware: 'Hardware',
  system: 'System',
  service: 'Service',
  person: 'Someone',
}

/** A person by name, and the rider of a session rather than the lock that reported it. */
export function actorName({ actor_kind, actor_name, rider_name }: AuditEvent): string {
  if (actor_kind === 'person' || actor_kind === 'service') return actor_name ?? t(actorLabels[actor_kind] ?? actor_kind)
  return rider_name ?? t(actorLabels[actor_kind] ?? actor_kind)
}

/** What they said about it. */
export function saidOf(event: AuditEvent): string {
  const command = event.feature === 'devices' ? said(event.after, 'command') : ''
  const failure = said(event.after, 'failure')
  const comment = said(event.after, 'comment')
  const key = event.feature === 'parking-sessions' ? said(event.after, 'key_type') : ''
  return [
    key && t(keyLabels[key] ?? 'Key'),
    command && t(commandWord(command)),
    failure && readable(failure),
    event.reason && asTyped(event.reason),
    comment && `“${comment}”`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const passing = new Set(['locking', 'unlocking', 'allocated'])

/** A step on the way to what is still to come (a lock that moves, a start) is in the history, not among the live events. */
export const isPassing = ({ feature, verb, after }: AuditEvent): boolean =>
  feature === 'devices' &&
  ((verb === 'dock_state' && passing.has(said(after, 'dock_state'))) ||
    verb === 'boot' ||
    verb === 'photo' ||
    (verb === 'key_scan' && after?.is_known === true))
