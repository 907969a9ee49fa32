import type { ReactNode } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { isHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import classes from './commands.module.css'

/** Keys of `t`, in the order in which they are read. What no line here names comes last, under the device's own word. */
const labels: Readonly<Record<string, string>> = {
  state: 'State',
  firmware_name: 'Firmware',
  firmware_version: 'Version',
  version: 'Version',
  pcb_version: 'PCB version',
  protocol_version: 'Protocol version',
  boot_count: 'Boot count',
  restarted: 'Restarted',
  updated: 'Updated',
  failed: 'Not updated',
  missing: 'Missing',
  until: 'Until',
  ssid: 'Wi-Fi network',
  bytes: 'Picture',
  keys: 'Keys',
  mesh_id: 'Mesh ID',
  config_hash: 'Config hash',
  config_hash_before: 'Config hash before',
}

const order = Object.keys(labels)
const placeOf = (key: string): number => (key in labels ? order.indexOf(key) : order.length)

/** Lists of hardware, whose pieces one goes to next. */
const ofHardware = new Set(['failed', 'missing'])
const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** What the hardware itself answered, in one line. Empty where it answered with its state alone, or not at all. */
export function CommandAnswer({ command: { result, location_id } }: { command: Command }) {
  const { number, dateTime } = useFormat()
  const seesPhotos = useCan({ location: ['GETSECURITYPHOTOS'] })
  const shown = (key: string, value: unknown): ReactNode => {
    if (Array.isArray(value))
      return ofHardware.has(key)
        ? value
            .map(String)
            // The device wrote it: only an id becomes a link.
            .map((id) => (isHardwareId(id) ? <HardwareLink key={id} id={id} /> : <span key={id}>{id}</span>))
        : value.map(String).join(', ')
    if (key === 'bytes' && typeof value === 'number') {
      const size = t('{{size}} kB', { size: number(Math.ceil(value / 1000)) })
      if (!seesPhotos || location_id === null) return size
      return <Link href={`/locations/${location_id}?tab=photos`}>{size}</Link>
    }
    if (typeof value === 'number') return number(value)
    if (typeof value === 'string') return isInstant(value) ? dateTime(value) : value.replaceAll('_', ' ')
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    return null
  }
  const entries = Object.entries(result ?? {}).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  const parts = entries.flatMap(([key, value]) => {
    const isEmpty = Array.isArray(value) && value.length === 0
    const said = isEmpty ? null : shown(key, value)
    return said === null ? [] : [{ key, label: t(labels[key] ?? key.replaceAll('_', ' ')), said }]
  })
  if (parts.length === 0) return null
  return (
    <dl className={classes.answer} aria-label={t('Answer of the hardware')}>
      {parts.map(({ key, label, said }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
