import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { isWorthShowing, useLocationCommands } from './command-progress.ts'
import classes from './commands.module.css'

// Most pages of a location open with nothing under way.
const CommandCard = lazyComponent(() => import('./command-card.tsx').then((module) => module.CommandCard))

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
