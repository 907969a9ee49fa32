import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { lazyDialog } from '../../ui/base/lazy.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { useMaySeeRiders, useRider } from './rider-choices.ts'

const RiderDialog = lazyDialog(() => import('./rider-picker.tsx').then((module) => module.RiderDialog))

interface RiderChip {
  /** Null for those who may not see riders. */
  chip: Filter | null
  dialog: ReactNode
}

/** Found by search alone: there are too many to choose from. */
export function useRiderChip(riderId: string | undefined, onRider: (riderId: string | undefined) => void): RiderChip {
  const [isAsked, setAsked] = useState(false)
  const may = useMaySeeRiders()
  const rider = useRider(riderId)
  if (!may) return { chip: null, dialog: null }
  return {
    chip: {
      id: 'rider',
      label: t('User'),
      icon: IconUser,
      operators: [{ value: 'is', label: t('is') }],
      operator: 'is',
      isOffered: true,
      choices: rider === null ? [] : [rider],
      selected: riderId === undefined ? [] : [riderId],
      ask: { label: t('Another person…'), onAsk: () => setAsked(true), isAlone: true },
      onChange: ({ selected }) => onRider(selected.at(-1)),
    },
    dialog: (
      <RiderDialog
        opened={isAsked}
        title={t('User')}
        riderId={riderId}
        onChoose={(chosen) => (onRider(chosen), setAsked(false))}
        onClose={() => setAsked(false)}
      />
    ),
  }
}
