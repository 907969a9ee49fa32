import type { Insertable } from 'kysely'
import { usualTiles } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartId, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import type {
  DashboardLocationsTable,
  DashboardOrganizationsTable,
  DashboardsTable,
  ResourceGroupMembersTable,
} from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Place } from './locations.ts'
import type { OrganizationName, Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

interface Lines {
  name: string
  owner: OrganizationName
  maker: string
  days: number
  tiles: readonly Tile[]
  /** Organizations whose locations count. */
  of: readonly OrganizationName[]
  /** First digits of the codes of single locations. */
  codes?: string
  placesAtMost?: number
}

const small = (chart: ChartId): Tile => ({ chart, size: 'small' })
const wide = (chart: ChartId): Tile => ({ chart, size: 'wide' })

const operations: readonly Tile[] = [
  wide('sessions'),
  small('uptime'),
  wide('occupancy_week'),
  small('best_locations'),
  small('commands'),
  small('latency'),
  small('maintenance'),
  small('offline_devices'),
  small('overstays'),
  small('firmware'),
  wide('revenue'),
  small('ratings'),
]

const dashboards: readonly Lines[] = [
  {
    name: 'All cities, operations',
    owner: 'Wheelhouse',
    maker: 'superadmin@demo.test',
    days: 75,
    tiles: operations,
    of: ['Tallinn Mobility', 'Baltic Park OÜ', 'Oslo Sykkelparkering AS', 'Bay Bike Parking Inc'],
  },
  {
    name: 'Tallinn, bicycle parking',
    owner: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    days: 40,
    tiles: usualTiles,
    of: ['Tallinn Mobility'],
  },
  {
    name: 'Oslo S and around',
    owner: 'Oslo Sykkelparkering AS',
    maker: 'maarja.tuisk@wheelhouse.test',
    days: 12,
    tiles: [wide('sessions'), small('occupancy'), wide('occupancy_week'), small('duration')],
    of: [],
    codes: '203',
    placesAtMost: 4,
  },
]

interface Dashboards {
  rows: Insertable<DashboardsTable>[]
  locations: Insertable<DashboardLocationsTable>[]
  organizations: Insertable<DashboardOrganizationsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
}

interface Given {
  places: readonly Place[]
  organizations: Organizations
  staff: Staff
}

/** One of the provider over everything, one of a city and one of a few stations. */
export function makeDashboards(
  recordEvent: RecordEvent,
  now: number,
  { places, organizations, staff }: Given,
): Dashboards {
  const chance = chanceOf('dashboards')
  const result: Dashboards = { rows: [], locations: [], organizations: [], members: [] }
  for (const { name, owner, maker, days, tiles, of, codes, placesAtMost } of dashboards) {
    const at = daysBefore(now, days)
    const id = chance.id(at)
    const created_by = staff.named(maker).id
    const row = { id, name, organization_id: organizations.idOf(owner), tiles: [...tiles], created_by }
    result.rows.push({ ...row, created_at: iso(at), updated_at: iso(at), version: 1 })
    const group_id = organizations.groupOf(owner, 'owner')
    result.members.push({ resource_type: 'dashboards', resource_id: id, group_id })
    const picked = places
      .filter(({ site }) => codes !== undefined && site.code.startsWith(codes))
      .slice(0, placesAtMost)
    result.locations.push(...picked.map((place) => ({ dashboard_id: id, location_id: place.id })))
    result.organizations.push(...of.map((one) => ({ dashboard_id: id, organization_id: organizations.idOf(one) })))
    recordEvent(at, {
      ...({ feature: 'dashboards', resource_type: 'dashboards', verb: 'created' } as const),
      resource_id: id,
      resource_name: name,
      visible_through_id: null,
      actor: person(staff.named(maker)),
      after: { name, locations: picked.length, organizations: of.length },
    })
  }
  return result
}
