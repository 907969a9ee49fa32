import { listRentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { useCanCall } from '../../session/can.ts'
import { useLive } from '../../live/use-live.ts'
import { useUser } from '../../stores/user-store.ts'
import { useClock } from '../../ui/base/clock.ts'
import { CommandProgress } from '../../ui/details/command-progress.tsx'
import { useEnd } from './command-end.ts'
import { isWorthShowing } from './command-progress.ts'
import { lineOf } from './command-card.tsx'
import { rentalCommandLabel } from './rental-command-labels.ts'
import classes from './commands.module.css'

const shown = 8
const atOnce = 4

/** The commands to this vehicle that are under way or have just ended, each in its four steps. */
export function VehicleCommandCards({ rentalDeviceId }: { rentalDeviceId: string }) {
  const may = useCanCall(listRentalDeviceCommands)
  const me = useUser((state) => state.subId)
  const now = useClock(5_000, (at) => at - (at % 5_000))
  const { data } = useLive(
    listRentalDeviceCommands,
    { params: { rental_device_id: rentalDeviceId }, query: { limit: shown } },
    { enabled: may },
  )
  const worth = (data?.items ?? []).filter((command) => isWorthShowing(command, me, now)).slice(0, atOnce)
  if (worth.length === 0) return null
  return (
    <div className={classes.cards}>
      {worth.map((command) => (
        <Card key={command.id} command={command} />
      ))}
    </div>
  )
}

function Card({ command }: { command: Command }) {
  const end = useEnd(command)
  return (
    <CommandProgress
      title={rentalCommandLabel(command.name)}
      since={command.created_at}
      step={command.step}
      {...(end === undefined ? {} : { end })}
    >
      {lineOf(command)}
    </CommandProgress>
  )
}
