import { useEffect, useRef } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { commandEnd, consoleDeadline } from '@wheelhouse/contract/commands/console-timeout.ts'
import { getHardwareCommand } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { t } from '../../i18n/i18n.ts'
import { pushErrors, pushSuccess } from '../../shell/messages.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { useMoment } from '../../ui/base/clock.ts'
import type { CommandEnd } from '../../ui/details/command-progress.tsx'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { commandTitle, targetName } from './command-offers.ts'
import { isOver } from './command-progress.ts'

/** An address cannot be made without an id, even for a question that is not asked. */
const noDevice = '-'

/** The stream brings each step; without it one asks. */
const pollMs = 2_000

/** The present state of a command. The stream reports its steps, and a slow poll covers a stream that fails. */
export function useCommand(command: Command): Command {
  const { device_id, id } = command
  const isOpen = command.status === 'in_progress'
  const options = {
    refetchInterval: ({ state }: { state: { data?: Command | undefined } }) =>
      state.data?.status === 'in_progress' || state.data === undefined ? pollMs : (false as const),
  }
  const ofDevice = useLive(
    getCommand,
    { params: { device_id: device_id ?? noDevice, command_id: id } },
    { ...options, enabled: isOpen && device_id !== null },
  )
  // Hardware in stock is in no device.
  const ofHardware = useLive(
    getHardwareCommand,
    { params: { hardware_id: command.hardware_id, command_id: id } },
    { ...options, enabled: isOpen && device_id === null },
  )
  const data = device_id === null ? ofHardware.data : ofDevice.data
  const latest = isOpen && data !== undefined ? data : command
  useToldEnd(latest)
  return latest
}

/** How it ended; when nobody says so, the console gives up by itself, until the true end arrives. */
export function useEnd(command: Command): CommandEnd | undefined {
  const { failure } = command
  const end = commandEnd(command, useMoment(consoleDeadline(command)))
  return end?.status === 'failed' && failure !== null ? { ...end, words: failureText(command, failure) } : end
}

/** Words of hardware that say little by themselves. */
const failureLabels: Readonly<Record<string, string>> = {
  child_not_found: 'a child did not answer',
  children_failed: 'some children did not accept the command',
  expired: 'expired while waiting',
}

/** Why it failed, as it follows "Failed:"; of a word that is not known, the hardware's own. */
const failureWord = (failure: string): string => t(failureLabels[failure] ?? failure.replaceAll('_', ' '))

type Target = Pick<Command, 'device_type'>
const targetWord = ({ device_type: type }: Target): string =>
  type === null ? t('hardware') : deviceTypeWord(type).toLowerCase()

/** The whole end in words: a refusal names who refused. */
export const failureText = (target: Target, failure: string): string =>
  failure === 'refused'
    ? t('Refused by the {{device}}', { device: targetWord(target) })
    : t('Failed: {{reason}}', { reason: failureWord(failure) })

/** The same within a sentence. */
function failureNote(command: Command): string {
  const { failure } = command
  if (failure === null) return t('no reason given')
  return failure === 'refused' ? t('refused by the {{device}}', { device: targetWord(command) }) : failureWord(failure)
}

/** Said once, to the one who sent it, when the end comes while this page is open. */
function useToldEnd(command: Command): void {
  const me = useUser((state) => state.subId)
  const before = useRef(command.status)
  useEffect(() => {
    const wasOpen = before.current === 'in_progress'
    before.current = command.status
    if (wasOpen && isOver(command) && command.requested_by === me) recordEnd(command)
  })
}

const endLabels: Record<string, string> = { unhandled: 'Unhandled', hardware_timeout: 'Hardware timeout' }

function successText(command: Command): string {
  const target = targetName(command.device_type, command.device_number)
  const name = target.charAt(0).toUpperCase() + target.slice(1)
  if (command.name === 'force_unlock' || command.name === 'unlock') return t('{{name}} unlocked', { name })
  if (command.name === 'temporary_unlock') return t('{{name}} unlocked temporarily', { name })
  return t('{{command}} succeeded', { command: commandTitle(command) })
}

/** Of its message; a card on the page that says the same takes its place. */
export const messageGroup = ({ id }: Pick<Command, 'id'>): string => `command ${id}`

function recordEnd(command: Command): void {
  const group = messageGroup(command)
  const title = commandTitle(command)
  if (command.status === 'success') return pushSuccess(successText(command), group)
  const why = command.status === 'failed' ? failureNote(command) : t(endLabels[command.status] ?? command.status)
  pushErrors([{ text: `${sendCommand.says.failed}: ${title}: ${why}`, group }])
}
