import { IconCheck, IconClockX, IconHelpCircle, IconHourglassOff, IconSend, IconX } from '@tabler/icons-react'
import { commandWord } from '@wheelhouse/contract/commands/command-words.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { t } from '../../i18n/i18n.ts'
import type { EventLook } from './event-icons.ts'
import { readable, said, within } from './event-words.ts'
import type { EventSentence, WriteSentence } from './event-words.ts'

const endLooks: Record<string, EventLook> = {
  success: { icon: IconCheck, tone: 'green' },
  failed: { icon: IconX, tone: 'red' },
  unhandled: { icon: IconHelpCircle, tone: 'amber' },
  hardware_timeout: { icon: IconHourglassOff, tone: 'orange' },
}

/** What a command has done when it succeeds. Keys of `t`; `name` begins a sentence, `thing` is within one. */
const results: Record<string, string> = {
  force_unlock: '{{name}} unlocked',
  unlock: '{{name}} unlocked',
  temporary_unlock: '{{name}} unlocked temporarily',
  force_lock: '{{name}} marked as locked',
  lock: '{{name}} locked',
  book: '{{name}} booked',
  cancel_booking: 'Booking of {{thing}} cancelled',
  force_cancel_booking: 'Booking of {{thing}} cancelled',
  identify: '{{name}} identified',
  take_photo: 'Photo taken at {{thing}}',
  reboot: '{{name}} rebooted',
  power_cycle_children: 'Children of {{thing}} power cycled',
  sync_device_session: 'Session of {{thing}} synchronized',
  switch_to_wifi: '{{name}} switched to Wi-Fi',
  disable_alarm: 'Alarms of {{thing}} disabled for 2 hours',
  enable_alarm: 'Alarms of {{thing}} enabled',
  firmware_update: 'Firmware of {{thing}} updated',
  firmware_update_children: 'Firmware of the children of {{thing}} updated',
  get_paramsys_info: 'Parameters of {{thing}} read',
  get_system_version: 'Version of {{thing}} read',
  restart: '{{name}} restarted',
  activate: '{{name}} activated',
  deactivate: '{{name}} deactivated',
  force_end_rent: 'Rental of {{thing}} ended',
}

/** How a command ends otherwise: the console names the command, because nothing has changed at the device. */
const failures: Record<string, string> = {
  success: '{{command}} of {{thing}} succeeded',
  failed: '{{command}} of {{thing}} failed',
  unhandled: '{{command}} of {{thing}} was not supported by the hardware',
  hardware_timeout: '{{command}} of {{thing}} timed out',
}

const commandOf = ({ after }: AuditEvent): string => said(after, 'command')
export const commandName = (event: AuditEvent): string => t(commandWord(commandOf(event)))
const isSuccess = ({ after }: AuditEvent): boolean => said(after, 'status') === 'success'

/** The result of a command comes first, then who sent it: "Dock 09 unlocked by Rasmus Põld". */
export const hasResult = (event: AuditEvent): boolean =>
  event.feature === 'commands' && event.verb === 'ended' && isSuccess(event) && commandOf(event) in results

/** The sender as the title names them; null where the title names only what happened. */
export const senderInTitle = (event: AuditEvent, cause: AuditEvent | null): string | null =>
  cause !== null && cause.actor_kind !== 'hardware' && hasResult(event) ? cause.actor_name : null

const ended: WriteSentence = (event, name, cause): EventSentence => {
  const status = said(event.after, 'status')
  const look = endLooks[status] ?? { icon: IconClockX }
  const values = { name, thing: within(name), command: commandName(event), status: readable(status) }
  if (!hasResult(event))
    return { ...look, title: t(failures[status] ?? '{{command}} of {{thing}}: {{status}}', values) }
  const result = t(results[commandOf(event)] ?? '', values)
  const who = senderInTitle(event, cause)
  return { ...look, title: who === null ? result : t('{{result}} by {{who}}', { result, who }) }
}

export const commandSentences = {
  'commands sent': (event, name) => ({
    icon: IconSend,
    tone: 'accent',
    title: t('{{command}} sent to {{name}}', { command: commandName(event), name: within(name) }),
  }),
  'commands ended': ended,
  'commands late_answer': (event, name) => ({
    icon: IconClockX,
    tone: 'orange',
    title: t('Late answer from {{thing}}: {{command}}', { thing: within(name), command: commandName(event) }),
  }),
} satisfies Record<string, WriteSentence>
