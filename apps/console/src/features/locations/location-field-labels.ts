import type { z } from 'zod'
import type { LocationField } from '@wheelhouse/contract/locations/location-edit.ts'
import type { Generation, LocationIcon, PowerSave, UseCase } from '@wheelhouse/contract/locations/locations.ts'
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

/** As they stand in forms and on the page. */
export const fieldLabels: Record<LocationField, string> = {
  code: 'Code',
  label: 'Label',
  type: 'Type',
  generation: 'Generation',
  use_case: 'Use case',
  icon_type: 'Icon type',
  country: 'Country',
  state: 'State',
  city: 'City',
  district: 'District',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  time_zone: 'Time zone',
  owner_id: 'Owner',
  operator_id: 'Operator',
  distributor_id: 'Distributor',
  reseller_id: 'Reseller',
  is_free: 'Free to use',
  has_booking: 'Booking',
  has_app_parking: 'App parking',
  has_rfid_parking: 'RFID parking',
  has_e_charging: 'E-charging',
  is_publicly_visible: 'Publicly visible',
  free_parking_hours: 'Free parking',
  bubble_orange_hours: 'Orange after',
  bubble_red_hours: 'Red after',
  free_parking_summary: 'Free parking summary',
  free_parking_details: 'Free parking details',
  restricted_description: 'Restricted description',
  hidden_admin_description: 'Hidden admin description',
  support_phone: 'Support phone',
  support_email: 'Support email',
  terms_url: 'Terms URL',
  tags: 'Public tags',
  private_tags: 'Private tags',
  power_save: 'Power save',
  has_auto_restarts: 'Auto restarts',
  has_camera: 'Camera',
}

/** Parts of a location, as the page and the form show them; the name of a group stands in addresses (`?edit=place`). */
export const locationGroups = {
  identity: { title: 'Identity', fields: ['label', 'code', 'type', 'generation', 'icon_type', 'use_case'] },
  place: {
    title: 'Place',
    fields: ['country', 'state', 'city', 'district', 'address', 'latitude', 'longitude', 'time_zone'],
  },
  organizations: { title: 'Organizations', fields: ['owner_id', 'operator_id', 'distributor_id', 'reseller_id'] },
  parking: {
    title: 'Parking rules',
    fields: [
      ...([
        'is_free',
        'has_booking',
        'has_app_parking',
        'has_rfid_parking',
        'has_e_charging',
        'is_publicly_visible',
      ] as const),
      ...(['free_parking_hours', 'bubble_orange_hours', 'bubble_red_hours'] as const),
    ],
  },
  descriptions: {
    title: 'Descriptions',
    fields: ['free_parking_summary', 'free_parking_details', 'restricted_description', 'hidden_admin_description'],
  },
  support: { title: 'Support and terms', fields: ['support_phone', 'support_email', 'terms_url'] },
  tags: { title: 'Tags', fields: ['tags', 'private_tags'] },
  hardware: { title: 'Power and camera', fields: ['power_save', 'has_auto_restarts', 'has_camera'] },
} as const satisfies Record<string, { title: string; fields: readonly LocationField[] }>
export type LocationGroup = keyof typeof locationGroups

/** "Estonia"; a code that the browser does not know stays a code. */
export function countryName(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([navigator.language, 'en'], { type: 'region' }).of(code.toUpperCase()) ?? code
}

export const yesNo = (is: boolean): string => (is ? t('Yes') : t('No'))
