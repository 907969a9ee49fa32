import type { TablerIcon } from '@tabler/icons-react'
import { t } from '../i18n/i18n.ts'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'

interface LinkedChip {
  id: string
  label: string
  icon?: TablerIcon
  value: string | undefined
  /** How the value is called. */
  text: string
  onRemove: () => void
}

/** A chip of what only a link asks for: it can be removed, and is not offered. Null where the address does not ask. */
export const linkedChip = ({ id, label, icon, value, text, onRemove }: LinkedChip): Filter | null =>
  value === undefined
    ? null
    : {
        id,
        label,
        ...(icon === undefined ? {} : { icon }),
        operators: [{ value: 'is', label: t('is') }],
        operator: 'is',
        choices: [{ value, label: text }],
        selected: [value],
        isSingle: true,
        onChange: ({ selected }) => (selected.length === 0 ? onRemove() : undefined),
      }

/** The same for the device that links from its page ask for. */
export const linkedDeviceChip = (value: string | undefined, onRemove: () => void): Filter | null =>
  linkedChip({ id: 'device_id', label: t('Device'), value, text: t('this device'), onRemove })

/** The same for the session that links from its page ask for. */
export const linkedSessionChip = (value: string | undefined, onRemove: () => void): Filter | null =>
  linkedChip({ id: 'session_id', label: t('Session'), value, text: t('this session'), onRemove })
