import { Button } from '@mantine/core'
import { IconFlagOff, IconPencil, IconPlayerPlay, IconPower, IconReload } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandBody } from '@wheelhouse/contract/commands/rental-commands.ts'
import { forceEndRent } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import {
  activateRentalDevice,
  allowsRentalAction,
  deactivateRentalDevice,
  restartRentalDevice,
  updateRentalDevice,
} from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalDevice } from '@wheelhouse/contract/rentals/rentals.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { commandQuestion } from '../commands/rental-command-labels.ts'

const ForceEndDialog = lazyComponent(() => import('./force-end-dialogs.tsx').then((module) => module.ForceEndDialog))
const EditRentalDialog = lazyComponent(() => import('./rental-dialog.tsx').then((module) => module.EditRentalDialog))

/** What may be done to a vehicle in its state (spec 4), each for those who may do it. */
export function VehicleActions({ vehicle }: { vehicle: RentalDevice }) {
  const [open, setOpen] = useState<'edit' | 'force_end' | null>(null)
  const close = (): void => setOpen(null)
  const mayEdit = useCanCall(updateRentalDevice)
  const mayEnd = useCanCall(forceEndRent) && allowsRentalAction(vehicle.state, 'force_end_rent')
  return (
    <>
      {mayEnd && (
        <Button data-danger leftSection={<IconFlagOff size={15} />} onClick={() => setOpen('force_end')}>
          {t('Force end rent')}
        </Button>
      )}
      <Command vehicle={vehicle} name="restart" icon={IconReload} />
      <Command vehicle={vehicle} name="activate" icon={IconPlayerPlay} />
      <Command vehicle={vehicle} name="deactivate" icon={IconPower} />
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} />} onClick={() => setOpen('edit')}>
          {t('Edit')}
        </Button>
      )}
      {open === 'force_end' && <ForceEndDialog vehicle={vehicle} onClose={close} />}
      {open === 'edit' && <EditRentalDialog vehicle={vehicle} onClose={close} />}
    </>
  )
}

const commands = {
  restart: { route: restartRentalDevice, title: 'Restart {{code}}?', keep: 'Cancel' },
  activate: { route: activateRentalDevice, title: 'Activate {{code}}?', keep: 'Cancel' },
  deactivate: { route: deactivateRentalDevice, title: 'Deactivate {{code}}?', keep: 'Keep available' },
} as const

interface CommandProps {
  vehicle: RentalDevice
  name: keyof typeof commands
  icon: TablerIcon
}

/** One command with its question; what the state does not allow is not offered. */
function Command({ vehicle, name, icon }: CommandProps) {
  const { route, title, keep } = commands[name]
  const rule = rentalCommandRule(name)
  if (!allowsRentalAction(vehicle.state, name)) return null
  return (
    <ActionButton
      route={route}
      input={({ reason, comment }) => ({
        params: { rental_device_id: vehicle.id },
        // The dialog offers the reasons of the command alone.
        body: { reason: reason as RentalCommandBody['reason'], comment },
      })}
      label={t(rule.label)}
      icon={icon}
      confirm={{
        title: t(title, { code: vehicle.code }),
        children: t(rule.effect),
        isDanger: rule.dangerous,
        keepLabel: t(keep),
        ...commandQuestion(),
      }}
      {...(vehicle.hardware_id === null ? { reason: t('No hardware is assigned to this rental device') } : {})}
    />
  )
}
