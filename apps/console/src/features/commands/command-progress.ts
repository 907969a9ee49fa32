import { useEffect, useRef } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { getCommand, listLocationCommands, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { getHardwareCommand } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { pushErrors, pushInfo } from '../../shell/messages.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import type { CommandEnd } from '../../ui/details/command-progress.tsx'
import { commandTitle, targetName } from './command-offers.ts'

/** An address cannot be made without an id, even for a question that is not asked. */
const noDevice = '-'

/** The console waits so much longer than the command's own limit, then it says that it gives up (values: console time-out). */
const consolePatienceMs = 15_000
/** The stream brings each step; without it one asks. */
const pollMs = 2_000
const shown = 20

/** The last commands of a location, newest first. */
export function useLocationCommands(locationId: string): Command[] {
  const may = useCanCall(listLocationCommands)
  const input = { params: { location_id: locationId }, query: { limit: shown } }
  const { data } = useLive(listLocationCommands, input, { enabled: may })
  return data?.items ?? []
}

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

export const isOver = (command: Command): boolean => command.status !== 'in_progress'

/** How it ended; when nobody says so, the console gives up by itself, until the true end arrives. */
export function useEnd(command: Command): CommandEnd | undefined {
  const { status, created_at, deadline_at, ended_at, failure } = command
  const gaveUpAt = Date.parse(deadline_at) + consolePatienceMs
  const hasGivenUp = useClock(1_000, (now) => (now >= gaveUpAt ? 1 : 0)) === 1
  const since = Date.parse(created_at)
  if (status === 'in_progress') return hasGivenUp ? { status: 'console_timeout', took_ms: gaveUpAt - since } : undefined
  const took_ms = ended_at === null ? 0 : Date.parse(ended_at) - since
  return status === 'failed' && failure !== null
    ? { status, took_ms, words: t('Failed: {{reason}}', { reason: failureWord(failure) }) }
    : { status, took_ms }
}

/** Words of hardware that say little by themselves. */
const failureLabels: Readonly<Record<string, string>> = {
  child_not_found: 'a child did not answer',
  children_failed: 'some children did not take it',
  expired: 'the command expired before its turn',
}

/** Why it failed, as it follows "Failed:"; of a word that is not known, the hardware's own. */
export const failureWord = (failure: string): string => t(failureLabels[failure] ?? failure.replaceAll('_', ' '))

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
  if (command.name !== 'force_unlock') return t('{{command}} succeeded', { command: commandTitle(command) })
  const target = targetName(command.device_type, command.device_number)
  return t('{{name}} unlocked', { name: target.charAt(0).toUpperCase() + target.slice(1) })
}

function recordEnd(command: Command): void {
  const group = `command ${command.id}`
  const title = commandTitle(command)
  if (command.status === 'success') return pushInfo(successText(command), group)
  const why =
    command.status === 'failed'
      ? failureWord(command.failure ?? t('no reason given'))
      : t(endLabels[command.status] ?? command.status)
  pushErrors([{ text: `${sendCommand.says.failed}: ${title}: ${why}`, group }])
}

/** Shows commands in progress and those that ended recently. The person's failed commands stay longer. */
export const isWorthShowing = (command: Command, me: string | null, now: number): boolean => {
  if (!isOver(command)) return now < Date.parse(command.deadline_at) + 5 * 60_000
  const age = now - Date.parse(command.ended_at ?? command.created_at)
  const isOwnFailure = command.requested_by === me && command.status !== 'success'
  return age < (isOwnFailure ? 5 * 60_000 : 60_000)
}
