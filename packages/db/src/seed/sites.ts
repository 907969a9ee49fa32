import type { LocationStatus, LocationType, OrganizationPart } from '@wheelhouse/contract/locations.ts'
import type { OrganizationName } from './organizations.ts'

export type Behaviour = 'normal' | 'offline' | 'late' | 'flapping' | 'slow' | 'refusing' | 'duplicate' | 'out_of_order' | 'half_dead' | 'wrong_clock'

/** One location of the demonstration, as a person would tell of it. What is left out is usual. */
export interface Site {
  code: string
  label: string
  address: string
  district: string
  latitude: number
  longitude: number
  type?: LocationType
  /** Docks, lockers or rental docks, by the type of the location. */
  docks: number
  /** Names of the rows on the ground, from the entrance on. */
  rows?: readonly string[]
  doors?: number
  guards?: number
  tags: readonly string[]
  private_tags?: readonly string[]
  use: string
  status?: LocationStatus
  /** How long ago it was created and launched; unlaunched locations have no second number. */
  days: readonly [created: number, launched?: number]
  behaviour?: Behaviour
  /** Docks (by number) whose hardware behaves in a way of its own. */
  odd_docks?: Readonly<Record<number, Behaviour>>
  /** Docks (by number) that stand in fault, with their alarm. */
  faults?: Readonly<Record<number, 'lock_jam' | 'forced_open' | 'tamper'>>
  /** How long it has been silent, in hours. */
  silent_h?: number
  /** Not yet there, or there and never heard of. */
  hardware?: 'none' | 'never_seen'
  power_save?: 'none' | 'rfid_turned_off' | 'remote_wakeup' | 'local_wakeup'
  generation?: 'G1' | 'G2' | 'G3'
  /** How much more or less than elsewhere its docks are used. */
  demand?: number
  is_free?: boolean
  organizations?: Partial<Record<OrganizationPart, OrganizationName>>
  message?: string
}

export interface City {
  city: string
  state: string
  country: string
  region_tag: string
  time_zone: string
  currency: string
  /** Price of an hour after the free ones, in minor units. */
  hour_minor: number
  support_phone: string
  support_email: string
  organizations: Record<OrganizationPart, OrganizationName>
  riders: number
  sites: readonly Site[]
}
