import type { LocationStatus, LocationType } from '@wheelhouse/contract/locations/location-values.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { Insertable } from 'kysely'
import type { LocationsTable, MaintenanceMessagesTable, ResourceGroupMembersTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Organizations } from './people/organizations.ts'
import type { City, Site } from './sites/sites.ts'
import { overstayLimitOf } from './overstays/overstay-rules.ts'
import { dayMs, daysBefore, hourMs, iso } from './times.ts'

export interface Place {
  id: string
  site: Site
  city: City
  type: LocationType
  status: LocationStatus
  createdAt: number
  launchedAt: number | null
  /** The last contact before it fell silent or was taken out of service; `now` if all is well. */
  lastSeenAt: number
  heartbeat_s: number
  is_free: boolean
  free_parking_hours: number
}

interface Places {
  places: Place[]
  rows: Insertable<LocationsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  messages: Insertable<MaintenanceMessagesTable>[]
}

function iconOf(type: LocationType): string {
  if (type.startsWith('scooter')) return 'scooter'
  if (type === 'bike_lockers') return 'locker'
  if (type === 'bike_hangar') return 'hangar'
  return type.startsWith('bike_house') ? 'house' : 'bike'
}

/** Seconds between two heartbeats by power-save strategy (values: expected heartbeat interval). */
const heartbeats = { none: 60, remote_wakeup: 300, rfid_turned_off: 900, local_wakeup: 900 } as const

/** How long ago an obsolete location was taken down; its sessions end there. */
export const obsoleteDays = 47
export const maintenanceDays = 3

export function makePlaces(now: number, cities: readonly City[], organizations: Organizations): Places {
  const chance = chanceOf('locations')
  const messageChance = chanceOf('maintenance-messages')
  const result: Places = { places: [], rows: [], members: [], messages: [] }
  for (const city of cities)
    for (const site of city.sites) {
      const place = placeOf(now, city, site, chance.id(daysBefore(now, site.days[0])))
      result.places.push(place)
      result.rows.push(rowOf(place, organizations))
      result.members.push(...membersOf(place, organizations))
      if (site.message)
        result.messages.push(messageOf(place.id, site.message, messageChance.id(messageAt(now)), iso(messageAt(now))))
    }
  return result
}

function silenceMs({ status, behaviour, silent_h }: Site): number {
  if (status === 'obsolete') return obsoleteDays * dayMs
  return behaviour === 'half_dead' ? 0 : (silent_h ?? 0) * hourMs
}

function placeOf(now: number, city: City, site: Site, id: string): Place {
  const [created, launched] = site.days
  const { status } = site
  const is_free = site.is_free ?? false
  const paidParkingHours = site.use === 'transit_authority' ? 12 : 4
  return {
    id,
    site,
    city,
    status,
    is_free,
    type: site.type,
    createdAt: daysBefore(now, created),
    launchedAt: launched === undefined ? null : daysBefore(now, launched) + 3 * hourMs,
    lastSeenAt: now - silenceMs(site),
    heartbeat_s: heartbeats[site.power_save ?? 'none'],
    free_parking_hours: is_free ? 0 : paidParkingHours,
  }
}

function rowOf(place: Place, organizations: Organizations): Insertable<LocationsTable> {
  const { site, city } = place
  const parts = { ...city.organizations, ...site.organizations }
  return {
    id: place.id,
    code: site.code,
    label: site.label,
    address: `${site.address}, ${city.city}`,
    state: city.state,
    city: city.city,
    district: site.district,
    country: city.country,
    type: place.type,
    generation: site.generation ?? 'G3',
    status: place.status,
    power_save: site.power_save ?? 'none',
    use_case: site.use,
    latitude: site.latitude,
    longitude: site.longitude,
    time_zone: city.time_zone,
    icon_type: iconOf(place.type),
    public_tags: [city.city.toLowerCase().replaceAll(' ', '_'), ...site.tags],
    private_tags: [...(site.private_tags ?? [])],
    hidden_admin_description: `Contract with ${parts.owner}; site survey and keys with ${parts.operator}.`,
    ...flagsOf(place),
    ...parkingOf(place),
    overstay_limit_h: overstayLimitOf(place),
    support_phone: city.support_phone,
    support_email: city.support_email,
    terms_url: `https://terms.wheelhouse.test/${city.region_tag}`,
    owner_id: organizations.idOf(parts.owner),
    operator_id: organizations.idOf(parts.operator),
    distributor_id: organizations.idOf(parts.distributor),
    reseller_id: organizations.idOf(parts.reseller),
    created_at: iso(place.createdAt),
    updated_at: iso(place.launchedAt ?? place.createdAt),
    launched_at: place.launchedAt === null ? null : iso(place.launchedAt),
  }
}

/** Set by support a day ago; `history.ts` records the event. */
export const messageAt = (now: number): number => now - 26 * hourMs

const messageOf = (
  location_id: string,
  text: string,
  id: string,
  at: string,
): Insertable<MaintenanceMessagesTable> => ({
  id,
  location_id,
  text,
  starts_at: at,
  ends_at: null,
  created_by: null,
  created_at: at,
})

const flagsOf = ({ site, type, status, is_free }: Place) => ({
  is_free,
  has_booking: hasBooking(type),
  has_app_parking: true,
  has_rfid_parking: site.power_save !== 'rfid_turned_off',
  has_e_charging: site.tags.includes('e_charging'),
  is_publicly_visible: status === 'launched' || status === 'launched_offline' || status === 'maintenance',
  has_camera: site.guards > 0,
  has_auto_restarts: site.generation === undefined,
})

export const hasBooking = (type: LocationType): boolean =>
  type === 'bike_docks' || type === 'bike_lockers' || type.startsWith('scooter_docks')

const parkingOf = ({ is_free, free_parking_hours, city }: Place) => ({
  free_parking_hours,
  free_parking_summary: is_free ? 'Free for everyone' : `First ${free_parking_hours} hours free`,
  free_parking_details: is_free
    ? 'Paid by the owner of the place.'
    : `Then ${(city.hour_minor / 100).toFixed(2)} ${city.currency} an hour, at most three days.`,
})

function membersOf({ id, site, city }: Place, organizations: Organizations): Insertable<ResourceGroupMembersTable>[] {
  const parts = { ...city.organizations, ...site.organizations }
  const groups = organizationRoles.map((part) => organizations.groupOf(parts[part], part))
  if (site.district === 'Kesklinn') groups.push(organizations.centre)
  if (site.private_tags?.includes('winter_watch')) groups.push(organizations.pilot)
  return groups.map((group_id) => ({ resource_type: 'location', resource_id: id, group_id }))
}
