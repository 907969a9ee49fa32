import type { z } from 'zod'
import type { Generation, LocationIcon, PowerSave, UseCase } from '@wheelhouse/contract/locations/location-values.ts'
import { t } from '../../i18n/i18n.ts'

// All words here are keys of `t`.
export const generations: readonly z.infer<typeof Generation>[] = ['G1', 'G2', 'G3']

export const powerSaveLabels: Record<z.infer<typeof PowerSave>, string> = {
  none: 'None',
  rfid_turned_off: 'RFID turned off',
  remote_wakeup: 'Remote wakeup',
  local_wakeup: 'Local wakeup',
}

export const iconLabels: Record<z.infer<typeof LocationIcon>, string> = {
  bike: 'Bike',
  scooter: 'Scooter',
  locker: 'Locker',
  house: 'House',
  hangar: 'Hangar',
  charging: 'Charging',
}

export const useCaseLabels: Record<z.infer<typeof UseCase>, string> = {
  municipality: 'Municipality',
  transit_authority: 'Transit authority',
  campus: 'Campus',
  university: 'University',
  retail_chain: 'Retail chain',
  standalone: 'Standalone',
  residential: 'Residential',
  workplace: 'Workplace',
  event: 'Event',
  other: 'Other',
}

export const yesNo = (is: boolean): string => (is ? t('Yes') : t('No'))
