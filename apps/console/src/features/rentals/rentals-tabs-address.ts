import { t } from '../../i18n/i18n.ts'
import type { Tab } from '../../ui/frame/page.tsx'

export const rentalsPath = '/rentals'
export const fleetsPath = '/rentals/fleets'

/** Vehicles and fleets are two lists of one place in the menu. */
export const rentalsTabs = (active: 'vehicles' | 'fleets'): readonly Tab[] => [
  { id: 'vehicles', label: t('Rental devices'), href: rentalsPath, isActive: active === 'vehicles' },
  { id: 'fleets', label: t('Fleets'), href: fleetsPath, isActive: active === 'fleets' },
]
