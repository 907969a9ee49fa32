import type { TablerIcon } from '@tabler/icons-react'
import type { CommandName } from '@wheelhouse/contract/commands.ts'
import type { Device } from '@wheelhouse/contract/devices.ts'
import { t } from '../../lib/i18n.ts'
import { offersFor, useSendable } from './command-offers.ts'
import classes from './commands.module.css'

interface CommandGridProps {
  device: Device
  onChoose: (name: CommandName) => void
  /** What else is done at the device, of other features; after the commands. */
  more?: readonly { id: string; label: string; icon: TablerIcon; reason?: string; onChoose: () => void }[]
}

/** All within the thumb's reach; the likeliest one is filled. */
export function CommandGrid({ device, onChoose, more = [] }: CommandGridProps) {
  const offers = offersFor(device, useSendable())
  if (offers.length === 0 && more.length === 0) return null
  const refused = offers.filter(({ reason }) => reason !== undefined)
  const likeliest = device.dock_state === 'locked' || device.dock_state === 'fault' ? offers[0]?.name : 'identify'
  return (
    <div className={classes.grid} role="group" aria-label={t('Commands')}>
      {offers.map(({ name, label, icon: Icon, reason }) => (
        <button
          key={name}
          type="button"
          className={classes.command}
          data-likeliest={(name === likeliest && reason === undefined) || undefined}
          disabled={reason !== undefined}
          onClick={() => onChoose(name)}
        >
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
        </button>
      ))}
      {more.map(({ id, label, icon: Icon, reason, onChoose: choose }) => (
        <button key={id} type="button" className={classes.command} disabled={reason !== undefined} data-tip={reason} onClick={choose}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
        </button>
      ))}
      {refused.length > 0 && (
        <p className={classes.why}>
          {refused.length === offers.length
            ? refused[0]?.reason
            : refused.map(({ label, reason }) => t('{{command}}: {{reason}}', { command: label, reason: reason ?? '' })).join('. ')}
        </p>
      )}
    </div>
  )
}
