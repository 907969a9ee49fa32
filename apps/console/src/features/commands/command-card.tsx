import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CommandProgress } from '../../ui/details/command-progress.tsx'
import { durationLabel } from '../../ui/details/time.tsx'
import { useSayInPlace } from '../../ui/frame/said-in-place.ts'
import { messageGroup, useCommand, useEnd } from './command-end.ts'
import { commandTitle, isCommandName, reasonWord } from './command-offers.ts'
import { isOver } from './command-progress.ts'

// Few commands wait long enough to be cancelled, and its dialog brings many parts along.
const CancelCommand = lazyComponent(() => import('./cancel-command.tsx').then((module) => module.CancelCommand))
const CommandAnswer = lazyComponent(() => import('./command-answer.tsx').then((module) => module.CommandAnswer))

export function CommandCard({
  command: known,
  onSendAgain,
}: {
  command: Command
  /** Absent for those who may not send it. */
  onSendAgain: ((command: Command) => void) | undefined
}) {
  const command = useCommand(known)
  useSayInPlace(messageGroup(command))
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
  const done = Math.round(command.percent ?? 0)
  return [
    done === 0 ? '' : t('{{value}} % done.', { value: done }),
    `${command.requested_by_name ?? t('System')}.`,
    said === '' ? '' : `${said}.`,
    t('Times out after {{time}}.', { time: limit }),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
