import { IconFlagOff, IconPlayerPlay, IconPower, IconReload } from '@tabler/icons-react'
import { commandsInAll } from '@wheelhouse/contract/commands/command-bodies.ts'
import { rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import { forceEndRents } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import {
  activateRentalDevices,
  deactivateRentalDevices,
  restartRentalDevices,
} from '@wheelhouse/contract/rentals/rentals.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { commandQuestion } from '../commands/rental-command-labels.ts'
import { wavesOf } from './wave-words.ts'

const ForceEndBulkDialog = lazyComponent(() =>
  import('./force-end-dialogs.tsx').then((module) => module.ForceEndBulkDialog),
)
const DeactivateBulkDialog = lazyComponent(() =>
  import('./deactivate-bulk-dialog.tsx').then((module) => module.DeactivateBulkDialog),
)

/** The words of a confirmation for many vehicles: what happens, why, and a comment. */
const confirmOf = (name: RentalCommandName, title: (count: string) => string) => ({
  title,
  text: (count: string) => [t(rentalCommandRule(name).effect), ...wavesOf(Number(count.replace(/\D/g, '')))].join(' '),
  confirmLabel: t(rentalCommandRule(name).label),
  keepLabel: t('Cancel'),
  ...commandQuestion(),
})

type Body = NonNullable<BulkAction['body']>
const bodyOf: Body = ({ reason, comment }) => ({ reason, comment })

export const rentalBulkActions: readonly BulkAction[] = [
  {
    label: t('Restart'),
    icon: IconReload,
    route: restartRentalDevices,
    atMost: commandsInAll,
    confirm: confirmOf('restart', (count) =>
      count === '1' ? t('Restart 1 rental device?') : t('Restart {{count}} rental devices?', { count }),
    ),
    body: bodyOf,
  },
  {
    label: t('Activate'),
    icon: IconPlayerPlay,
    route: activateRentalDevices,
    atMost: commandsInAll,
    confirm: confirmOf('activate', (count) =>
      count === '1' ? t('Activate 1 rental device?') : t('Activate {{count}} rental devices?', { count }),
    ),
    body: bodyOf,
  },
  {
    label: t('Deactivate'),
    icon: IconPower,
    isDanger: true,
    route: deactivateRentalDevices,
    atMost: commandsInAll,
    dialog: DeactivateBulkDialog,
  },
  {
    label: t('Force end rent'),
    icon: IconFlagOff,
    isDanger: true,
    route: forceEndRents,
    atMost: commandsInAll,
    dialog: ForceEndBulkDialog,
  },
]
