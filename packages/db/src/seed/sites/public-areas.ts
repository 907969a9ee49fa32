import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import { publicStatuses } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { Insertable } from 'kysely'
import type { PublicAreaLocationsTable, PublicAreasTable, ResourceGroupMembersTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import { person } from '../history.ts'
import type { RecordEvent } from '../history.ts'
import type { Place } from '../locations.ts'
import type { OrganizationName, Organizations } from '../people/organizations.ts'
import type { Staff } from '../people/people.ts'
import { daysBefore, iso } from '../times.ts'

interface AreaPlan {
  name: string
  description: string
  owner: OrganizationName
  maker: string
  city: string
  days: number
}

const plans: readonly AreaPlan[] = [
  {
    name: 'Tallinn bike parking',
    description: 'All public racks, lockers and bike houses of the city, and the e-bikes that are left at them.',
    owner: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    city: 'Tallinn',
    days: 160,
  },
  {
    name: 'Sykkelparkering i Oslo',
    description: 'Bike parking at the stations and squares of Oslo, with the rental bikes in between.',
    owner: 'Oslo Sykkelparkering AS',
    maker: 'siri.lund@oslosykkelparkering.test',
    city: 'Oslo',
    days: 120,
  },
  {
    name: 'Baltimore harbor bike stations',
    description: 'Stations, campuses and squares around the harbor where everybody can park a bicycle.',
    owner: 'Bay Bike Parking Inc',
    maker: 'dana.whitfield@baybike.test',
    city: 'Baltimore',
    days: 80,
  },
]

interface PublicAreas {
  areas: Insertable<PublicAreasTable>[]
  locations: Insertable<PublicAreaLocationsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
}

interface Given {
  places: readonly Place[]
  organizations: Organizations
  staff: Staff
}

const isShown = ({ status }: Place): boolean => publicStatuses.some((one) => one === status)

/** One area a city: what its owner shows to the public. The check of the feeds runs with the first quarter of an hour. */
export function makePublicAreas(recordEvent: RecordEvent, now: number, { places, organizations, staff }: Given) {
  const chance = chanceOf('public areas')
  const made: PublicAreas = { areas: [], locations: [], members: [] }
  for (const { name, description, owner, maker, city, days } of plans) {
    const at = daysBefore(now, days)
    const id = chance.id(at)
    const here = places.filter((place) => place.city.city === city && isShown(place))
    const organization_id = organizations.idOf(owner)
    made.areas.push({ id, organization_id, name, description, created_at: iso(at), updated_at: iso(at) })
    made.locations.push(...here.map((place) => ({ area_id: id, location_id: place.id })))
    made.members.push(
      ...organizationRoles.map((role) => ({
        resource_type: 'public_area',
        resource_id: id,
        group_id: organizations.groupOf(owner, role),
      })),
    )
    recordEvent(at, {
      feature: 'public-areas',
      verb: 'created',
      actor: person(staff.named(maker)),
      resource_type: 'public_area',
      resource_id: id,
      resource_name: name,
      visible_through_id: null,
      after: { name, description, organization_name: owner, locations: here.length },
    })
  }
  return made
}
