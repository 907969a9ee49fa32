import {
  IconAlertTriangle,
  IconBell,
  IconCalendarEvent,
  IconCalendarX,
  IconCamera,
  IconCheck,
  IconCircleCheck,
  IconCircleOff,
  IconClockX,
  IconCoin,
  IconCoins,
  IconCopyOff,
  IconCpu,
  IconDeviceSim,
  IconDoor,
  IconEye,
  IconHelpCircle,
  IconHourglassOff,
  IconLink,
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
  IconPlus,
  IconPower,
  IconQrcode,
  IconRouter,
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

const smsLooks: Record<string, { tone: Tone }> = { failed: { tone: 'red' }, unknown: { tone: 'amber' } }

const sessionIcons: Record<string, TablerIcon> = {
  opened: IconPlayerPlay,
  booked: IconCalendarEvent,
  ended: IconPlayerStop,
  cancelled: IconCalendarX,
}

const keyWords: Record<string, string> = { rfid: 'RFID card', nfc: 'NFC key', pin: 'PIN', app: 'App key' }

const within = (name: string): string => name.replace(/^./, (first) => first.toLowerCase())

/** One line a kind of event whose sentence needs its name only (`{{name}}`, or `{{thing}}` within a sentence): icon, tone, words. */
const sentences: Record<string, readonly [TablerIcon, Tone | undefined, string]> = {
  'devices boot': [IconPower, undefined, '{{name}} started'],
  'devices created': [IconPlus, undefined, '{{name}} created'],
  'devices ordered': [IconPencil, undefined, 'Order of the devices changed'],
  'devices hardware_replaced': [IconCpu, undefined, 'Hardware of {{thing}} replaced'],
  'devices delete_pending': [IconTrash, 'amber', '{{name}} is to be deleted'],
  'devices kept': [IconCheck, undefined, '{{name}} is kept'],
  'devices photo': [IconCamera, undefined, '{{name}} took a photo'],
  'devices connection_taken_over': [IconCopyOff, 'red', 'A second connection took over {{thing}}'],
  'devices hardware_assigned': [IconCpu, 'green', 'Hardware assigned to {{thing}}'],
  'devices hardware_removed': [IconCpu, 'amber', 'Hardware of {{thing}} removed'],
  'outages raised': [IconPlugConnectedX, 'amber', '{{name}} is offline'],
  'outages confirmed': [IconPlugConnectedX, 'red', '{{name}} is offline for two hours'],
  'outages repeated': [IconPlugConnectedX, 'red', '{{name}} is still offline'],
  'outages cleared': [IconCheck, 'green', 'Outage of {{thing}} is over'],
  'locations launched': [IconCircleCheck, 'green', 'Location launched'],
  'locations created': [IconPencil, undefined, 'Location created'],
  'points-of-interest created': [IconMapPinPlus, undefined, 'Point of interest created'],
  'points-of-interest updated': [IconPencil, undefined, 'Point of interest updated'],
  'points-of-interest deleted': [IconTrash, 'red', 'Point of interest deleted'],
  'external-devices created': [IconRouter, undefined, '{{name}} added'],
  'external-devices updated': [IconPencil, undefined, '{{name}} updated'],
  'external-devices deleted': [IconTrash, 'red', '{{name}} deleted'],
  'security-photos taken': [IconCamera, undefined, 'Security photo taken, {{thing}}'],
  'security-photos link_given': [IconLink, 'accent', 'Link to a security photo given, {{thing}}'],
  'security-photos viewed': [IconEye, 'accent', 'Security photo viewed, {{thing}}'],
  'service-fees created': [IconCoins, undefined, 'Service fee created, {{thing}}'],
  'service-fees updated': [IconPencil, undefined, 'Service fee updated, {{thing}}'],
  'service-fees ended': [IconCalendarX, undefined, 'Service fee ended, {{thing}}'],
  'service-fees paid': [IconCoin, 'green', 'Service fee paid, {{thing}}'],
  'service-fees unpaid': [IconCoin, 'dim', 'Service fee not paid, {{thing}}'],
  'service-fees deleted': [IconTrash, 'red', 'Service fee deleted, {{thing}}'],
  'locations deleted': [IconTrash, 'red', 'Location deleted'],
  'maintenance-messages set': [IconMessage2, 'amber', 'Maintenance message set'],
  'maintenance-messages scheduled': [IconMessage2, undefined, 'Maintenance message scheduled'],
  'maintenance-messages cleared': [IconMessage2, undefined, 'Maintenance message cleared'],
  'regions created': [IconWorldPlus, undefined, 'Region config created'],
  'regions updated': [IconPencil, undefined, 'Region config updated'],
  'regions enabled': [IconCircleCheck, 'green', 'Region enabled'],
  'regions disabled': [IconCircleOff, 'dim', 'Region disabled'],
}

/** Those that say more, by `feature verb`. */
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
  'devices door': ({ after }, name) => ({
    icon: IconDoor,
    title: t('{{name}} {{state}}', { name, state: readable(said(after, 'state')) }),
  }),
  'devices connection': ({ after }, name) =>
    after?.is_online === true
      ? { icon: IconPlugConnected, title: t('{{name}} connected', { name }) }
      : { icon: IconPlugConnectedX, tone: 'red', title: t('{{name}} lost its connection', { name }) },
  'devices updated': ({ after }, name) =>
    Object.keys(after ?? {}).join() === 'comment'
      ? { icon: IconMessage2, title: t('Comment of {{name}} changed', { name: within(name) }) }
      : { icon: IconPencil, title: t('{{name}} updated', { name }) },
  'devices qr_code': ({ after }, name) =>
    after?.qr_update_pending === false && !('qr_code' in after)
      ? { icon: IconQrcode, tone: 'green', title: t('New QR code is on {{name}}', { name: within(name) }) }
      : { icon: IconQrcode, title: t('QR code of {{name}} changed', { name: within(name) }) },
  'devices deleted': ({ after }, name) => ({
    icon: IconTrash,
    tone: 'red',
    title: after?.how === 'time_limit' ? t('{{name}} deleted, its hardware did not answer', { name }) : t('{{name}} deleted', { name }),
  }),
  'locations status_changed': ({ after }) => ({
    icon: IconStatusChange,
    title: t('Status changed to {{status}}', { status: readable(said(after, 'status')) }),
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
    ...smsLooks[said(after, 'status')],
    title: t('SMS command {{command}} of {{name}}: {{status}}', {
      ...{ name, command: said(after, 'sms_command'), status: readable(said(after, 'status')) },
    }),
  }),
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
  const sentenceOf = sentences[`${feature} ${verb}`]
  if (sentenceOf) {
    const [icon, tone, text] = sentenceOf
    return { icon, ...(tone ? { tone } : {}), title: t(text, { name, thing: readable(within(name)) }) }
  }
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
    verb === 'photo' ||
    (verb === 'key_scan' && after?.is_known === true))

/** Verbs that one looks for by themselves, as `feature verb`. */
export const eventVerbs = [...Object.keys(sentences), ...Object.keys(words)].toSorted()

/** Kinds to filter by, as features of the journal. */
export const eventKinds: readonly { value: string; label: string }[] = [
  { value: 'devices', label: 'Locks' },
  { value: 'commands', label: 'Commands' },
  { value: 'parking-sessions', label: 'Parking sessions' },
  { value: 'alarms', label: 'Alarms' },
  { value: 'locations', label: 'Location' },
  { value: 'external-devices', label: 'External devices' },
  { value: 'security-photos', label: 'Security photos' },
  { value: 'service-fees', label: 'Service fees' },
  { value: 'maintenance-messages', label: 'Maintenance messages' },
  { value: 'outages', label: 'Outages' },
  { value: 'permissions', label: 'Permissions' },
]
