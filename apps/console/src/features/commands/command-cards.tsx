import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CommandProgress } from '../../ui/details/command-progress.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { commandTitle, isCommandName, reasonWord } from './command-offers.ts'
import { isOver, isWorthShowing, useCommand, useEnd, useLocationCommands } from './command-progress.ts'
import classes from './commands.module.css'

// Few commands wait long enough to be cancelled, and its dialog brings many parts along.
const CancelCommand = lazyComponent(() => import('./cancel-command.tsx').then((module) => module.CancelCommand))
const CommandAnswer = lazyComponent(() => import('./command-answer.tsx').then((module) => module.CommandAnswer))

interface CommandCardsProps {
  locationId: string
  /** Of one device only. */
  deviceId?: string
  /** Absent for those who may not send it. */
  onSendAgain?: (command: Command) => void
}

const most = 6

/** What is under way here, and what just ended: each in its four steps, in place. */
export function CommandCards({ locationId, deviceId, onSendAgain }: CommandCardsProps) {
  const commands = useLocationCommands(locationId)
  const me = useUser((state) => state.subId)
  const now = useClock(5_000, (at) => at - (at % 5_000))
  const own = deviceId === undefined ? commands : commands.filter((command) => command.device_id === deviceId)
  // A second attempt takes the place of the first.
  const isLatest = (command: Command, index: number) =>
    command.status === 'in_progress' ||
    own.findIndex((other) => other.device_id === command.device_id && other.name === command.name) === index
  const worth = own
    .filter((command, index) => isWorthShowing(command, me, now) && isLatest(command, index))
    .slice(0, most)
  if (worth.length === 0) return null
  return (
    <div className={classes.cards}>
      {worth.map((command) => (
        <CommandCard key={command.id} command={command} onSendAgain={onSendAgain} />
      ))}
    </div>
  )
}

export function CommandCard({
  command: known,
  onSendAgain,
}: {
  command: Command
  onSendAgain: CommandCardsProps['onSendAgain']
}) {
  const command = useCommand(known)
  const end = useEnd(command)
  const isSettled = end !== undefined && end.status !== 'success'
  return (
    <CommandProgress
      title={commandTitle(command)}
      since={command.created_at}
      step={command.step}
      end={end}
      answer={isOver(command) && command.result !== null ? <CommandAnswer command={command} /> : undefined}
      action={command.is_cancellable ? <CancelCommand command={command} /> : undefined}
      onSendAgain={
        onSendAgain && isSettled && command.device_id !== null && isCommandName(command.name)
          ? () => onSendAgain(command)
          : undefined
      }
    >
      {lineOf(command)}
      {command.wakes_at !== null && <WaitsForWake at={command.wakes_at} />}
    </CommandProgress>
  )
}

/** Sleeping hardware takes a command when it wakes: it waits in the queue until then. */
function WaitsForWake({ at }: { at: string }) {
  const { time } = useFormat()
  return <> {t('The hardware is asleep; sent when it wakes, about {{time}}.', { time: time(at) })}</>
}

/** How far the hardware is, who sent it, the reason given, when it gives up. */
export function lineOf(command: Command): string {
  const limit = durationLabel(Date.parse(command.deadline_at) - Date.parse(command.created_at)).replaceAll(
    ' ',
    '\u00a0',
  )
  const said = [
    command.reason === null ? null : reasonWord(command.reason),
    command.comment === null ? null : `“${command.comment}”`,
  ]
    .filter((part) => part !== null)
    .join(', ')
  return [
    command.percent === null ? '' : t('{{value}} % done.', { value: Math.round(command.percent) }),
    `${command.requested_by_name ?? t('System')}.`,
    said === '' ? '' : `${said}.`,
    t('Times out after {{time}}.', { time: limit }),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
