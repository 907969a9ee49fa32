import { locationStatuses, locationTypes, useCases } from '@wheelhouse/contract/locations/location-values.ts'
import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus, LocationType } from '@wheelhouse/contract/locations/location-values.ts'
import type { OrganizationName } from '../people/organizations.ts'

export type Behaviour =
  | 'normal'
  | 'offline'
  | 'late'
  | 'flapping'
  | 'slow'
  | 'refusing'
  | 'duplicate'
  | 'out_of_order'
  | 'half_dead'
  | 'wrong_clock'
  | 'config_locked'
  | 'config_unreadable'

/** Exceptions at a location. */
export interface SiteDetails {
  /** Names of the rows, beginning at the entrance. */
  rows?: readonly string[]
  private_tags?: readonly string[]
  behaviour?: Behaviour
  /** Docks (by number) whose hardware behaves differently. */
  odd_docks?: Readonly<Record<number, Behaviour>>
  /** Docks (by number) in fault, with their alarm. */
  faults?: Readonly<Record<number, 'lock_jam' | 'forced_open' | 'tamper'>>
  /** How long it has been silent, in hours. */
  silent_h?: number
  /** Not installed yet, or installed without any contact so far. */
  hardware?: 'none' | 'never_seen'
  power_save?: 'none' | 'rfid_turned_off' | 'remote_wakeup' | 'local_wakeup'
  generation?: 'G1' | 'G2' | 'G3'
  /** Use of its docks relative to other locations. */
  demand?: number
  is_free?: boolean
  organizations?: Partial<Record<OrganizationRole, OrganizationName>>
  message?: string
}

/** One location of the demonstration, as a person would describe it. */
export interface Site extends SiteDetails {
  code: string
  label: string
  address: string
  district: string
  latitude: number
  longitude: number
  type: LocationType
  /** Number of docks, lockers or rental docks, depending on the type of the location. */
  docks: number
  doors: number
  guards: number
  use: string
  status: LocationStatus
  /** Days since it was created and launched; without a second number it was never launched. */
  days: readonly [created: number, launched?: number]
  tags: readonly string[]
}

export interface City {
  city: string
  state: string
  country: string
  region_tag: string
  time_zone: string
  currency: string
  /** Price per hour after the free ones, in minor units. */
  hour_minor: number
  support_phone: string
  support_email: string
  organizations: Record<OrganizationRole, OrganizationName>
  riders: number
  sites: readonly Site[]
}

const columns = 11

/** Reads the table of a city, one line per location, and adds the exceptions. A line that does not fit is an error. */
export function sitesOf(table: string, details: Readonly<Record<string, SiteDetails>>): Site[] {
  const sites = table
    .trim()
    .split('\n')
    .map((line) => ({ ...siteOf(line), ...details[line.slice(0, 6)] }))
  const stray = Object.keys(details).find((code) => !sites.some((site) => site.code === code))
  if (stray) throw new Error(`There are details of ${stray}, which is no location`)
  return sites
}

function siteOf(line: string): Site {
  const cells = line.split('|').map((cell) => cell.trim())
  if (cells.length !== columns) throw new Error(`A location has ${columns} columns: ${line}`)
  const [code = '', label, address, district, at, type, things, use, status, days, tags] = cells
  const [latitude, longitude] = numbers(at)
  const [created, launched] = numbers(days)
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(things ?? '')?.[1] ?? 0)
  return {
    code,
    label: label ?? '',
    address: address ?? '',
    district: district ?? '',
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
    type: oneOf(locationTypes, type),
    docks: count('dock'),
    doors: count('door'),
    guards: count('guard'),
    use: oneOf(useCases, use),
    status: oneOf(locationStatuses, status),
    days: [created ?? 0, launched],
    tags: (tags ?? '').split(' '),
  }
}

const numbers = (cell: string | undefined): number[] => (cell ?? '').split(' ').map(Number)

function oneOf<T extends string>(words: readonly T[], cell: string | undefined): T {
  const word = words.find((one) => one === cell)
  if (!word) throw new Error(`${cell} is none of ${words.join(', ')}`)
  return word
}
