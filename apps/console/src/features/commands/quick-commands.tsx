import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { lazyDialog } from '../../ui/base/lazy.tsx'
import { CommandCards } from './command-cards.tsx'
import type { CommandAsked } from './command-dialog.tsx'
import { againOf, offersFor, useSendable } from './command-offers.ts'
import classes from './commands.module.css'

const CommandDialog = lazyDialog(() => import('./command-dialog.tsx').then((module) => module.CommandDialog))

interface QuickCommandsProps {
  device: Device
  /** The gentlest first: it is the filled one. */
  names: readonly CommandName[]
  onSent?: (command: Command) => void
  /** More buttons, of other features, behind the commands. */
  children?: ReactNode
}

/** Some commands to one device as buttons, with what is under way above them. */
export function QuickCommands({ device, names, onSent, children }: QuickCommandsProps) {
  const [asked, setAsked] = useState<CommandAsked | null>(null)
  const offers = offersFor(device, useSendable())
  return (
    <>
      <CommandCards
        locationId={device.location_id}
        deviceId={device.id}
        onSendAgain={(command) => setAsked(againOf(command, device))}
      />
      <div className={classes.quick}>
        {names.map((name) => {
          const offer = offers.find((one) => one.name === name)
          if (offer === undefined || (name === 'force_cancel_booking' && offer.reason !== undefined)) return null
          const { icon: Icon, label, reason } = offer
          return (
            <Button
              key={name}
              variant={name === names[0] ? 'filled' : 'default'}
              leftSection={<Icon size={15} aria-hidden />}
              disabled={reason !== undefined}
              data-tip={reason}
              onClick={() => setAsked({ device, name })}
            >
              {label}
            </Button>
          )
        })}
        {children}
      </div>
      <CommandDialog
        opened={asked !== null}
        asked={asked && { ...asked, device }}
        onClose={() => setAsked(null)}
        onSent={(command) => {
          setAsked(null)
          onSent?.(command)
        }}
      />
    </>
  )
}
