import { useState } from 'react'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import { CommandCards } from '../../features/commands/command-cards.tsx'
import { useSendable } from '../../features/commands/command-offers.ts'
import { QuickCommands } from '../../features/commands/quick-commands.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import classes from './dock-commands.module.css'

/** What helps a rider whose bike is locked in, the gentlest first. */
const helping: readonly CommandName[] = ['temporary_unlock', 'force_unlock', 'identify']

interface DockCommandsProps {
  deviceId: string
  locationId: string
  /** Whether the bike is still there. */
  isActive: boolean
}

/** The dock of a session that is under way. An unlock ends the session, and its result stays on the page. */
export function DockCommands({ deviceId, locationId, isActive }: DockCommandsProps) {
  const [wasActive] = useState(isActive)
  const maySend = useSendable().some((name) => helping.includes(name))
  const maySee = useCanCall(getDevice)
  const device = useLive(
    getDevice,
    { params: { device_id: deviceId } },
    { isQuiet: true, enabled: maySee && maySend && isActive },
  )
  if (!wasActive || !maySend) return null
  return (
    <div className={classes.commands}>
      {isActive && device.data ? (
        <QuickCommands device={device.data} names={helping} />
      ) : (
        <CommandCards locationId={locationId} deviceId={deviceId} />
      )}
    </div>
  )
}
