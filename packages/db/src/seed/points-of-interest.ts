import {
  rolesOfLevel,
  AccessLevel,
  PointIcon,
  PointType,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Insertable } from 'kysely'
import type { PointsOfInterestTable, ResourceGroupMembersTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Place } from './locations.ts'
import type { OrganizationName, Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

// label | type | icon | access level | latitude longitude | external id | location | days since created | description
const tallinn = `
Balti jaam, joogivesi          | utility-water    | water   | public   | 59.44041 24.73655 | TLN-W-001 | 104217 | 350 | Drinking fountain by the platform; shut from November to April.
Telliskivi, joogivesi          | utility-water    | water   | public   | 59.43955 24.72961 | TLN-W-002 | 104275 | 348 |
Vabaduse väljak, joogivesi     | utility-water    | water   | public   | 59.43369 24.74511 | TLN-W-003 | 104364 | 348 | Behind the stairs to St John's.
Pirita rand, joogivesi         | utility-water    | water   | public   | 59.46801 24.83301 | TLN-W-004 | 104448 | 214 | Two taps, one at the height of a child.
Kadriorg, Luigetiik            | utility-water    | water   | public   | 59.43781 24.78352 | TLN-W-005 |        | 205 |
Stroomi rand, joogivesi        | utility-water    | water   | public   | 59.44243 24.68392 | TLN-W-006 |        | 205 |
Viru keskus, pump              | utility-pump     | pump    | public   | 59.43649 24.75560 | TLN-P-011 | 104233 | 340 | Foot pump with gauge, car and bicycle valves.
Noblessner, pump               | utility-pump     | pump    | public   | 59.45231 24.73102 | TLN-P-012 | 104288 | 339 |
TalTech, pump                  | utility-pump     | pump    | public   | 59.39561 24.67190 | TLN-P-013 | 104301 | 339 | Hose replaced in September.
Kristiine, pump                | utility-pump     | pump    | public   | 59.42749 24.72389 | TLN-P-014 | 104349 | 331 |
Nõmme turg, pump               | utility-pump     | pump    | partner  | 59.38671 24.68641 | TLN-P-015 | 104434 | 120 | Out of sight of riders until the square is paved again.
Ülemiste City, hooldusjaam     | utility-service  | service | public   | 59.42151 24.80259 | TLN-S-021 | 104260 | 301 | Stand, tools on cables, pump.
Tondi, hooldusjaam             | utility-service  | service | public   | 59.40489 24.71662 | TLN-S-022 | 104528 | 188 |
Telliskivi rattatöökoda        | utility-service  | service | partner  | 59.43988 24.72809 | TLN-S-023 | 104275 | 173 | Workshop of the crew; keys at the gate.
Kopli, Süsta park              | planned-location | planned | internal | 59.45712 24.68514 | PL-31     |        | 41  | Power is 12 m away; permit asked for.
Mustjõe, Paldiski mnt          | planned-location | planned | internal | 59.42591 24.66481 | PL-32     |        | 41  |
Väike-Õismäe tiik              | planned-location | planned | partner  | 59.41341 24.64802 | PL-33     |        | 37  | Baltic Park measures the ground.
Lasnamäe, Priisle              | planned-location | planned | internal | 59.44551 24.87092 | PL-34     |        | 12  |
Linnavalitsus, siseõu          | private          | private | internal | 59.43351 24.74412 |           |        | 96  | Bicycle room of the staff, gate code at the porter's.
Rotermanni rattaparkla         | public           | public  | public   | 59.43901 24.75461 |           | 104358 | 280 | Free stands of the city, not ours.
Raekoja plats, rattaparkla     | public           | public  | public   | 59.43698 24.74549 |           |        | 280 |
Lennusadam, rattaparkla        | public           | public  | partner  | 59.45101 24.73901 |           |        | 74  | Stands are moved for each exhibition.`

const oslo = `
Oslo S, drikkevann             | utility-water    | water   | public   | 59.91091 10.75112 | OSL-1001  | 203104 | 300 | Inside, by track 19; open with the station.
Aker Brygge, drikkevann        | utility-water    | water   | public   | 59.90998 10.72631 | OSL-1002  | 203156 | 300 |
Olaf Ryes plass, drikkevann    | utility-water    | water   | public   | 59.92339 10.75829 | OSL-1003  | 203201 | 298 | Turned off while it freezes.
Frognerparken, drikkevann      | utility-water    | water   | public   | 59.92551 10.70342 | OSL-1004  | 203285 | 240 |
Blindern, pumpe                | utility-pump     | pump    | public   | 59.93851 10.71849 | OSL-2001  | 203127 | 301 |
Majorstuen, pumpe              | utility-pump     | pump    | public   | 59.92961 10.71441 | OSL-2002  | 203141 | 301 | Gauge reads a little high.
Helsfyr, pumpe                 | utility-pump     | pump    | public   | 59.91321 10.80142 | OSL-2003  | 203228 | 190 |
Skøyen, pumpe                  | utility-pump     | pump    | public   | 59.92141 10.67941 | OSL-2004  | 203236 | 190 |
Nationaltheatret, sykkelfix    | utility-service  | service | public   | 59.91491 10.73161 | OSL-3001  | 203118 | 260 | Stand with tools; chain tool is missing.
Grønland, sykkelfix            | utility-service  | service | public   | 59.91251 10.76169 | OSL-3002  | 203195 | 260 |
Økern, verksted                | utility-service  | service | partner  | 59.92951 10.80671 | OSL-3003  | 203243 | 158 | Swap of batteries, weekdays 7 to 15.
Bjølsen, Maridalsveien         | planned-location | planned | internal | 59.94312 10.75491 | OSL-P-7   |        | 88  | Waits for the city's decision on the parking lane.
Torshov, Vogts gate            | planned-location | planned | internal | 59.93439 10.76739 | OSL-P-8   |        | 88  |
Storo, Vitaminveien            | planned-location | planned | partner  | 59.94471 10.77762 | OSL-P-9   |        | 62  | Roof would need a permit of its own.
Rådhuset, ansatte              | private          | private | internal | 59.91182 10.73361 |           |        | 130 |
Ekeberg, utsikten              | public           | public  | public   | 59.90121 10.76342 |           |        | 145 | Stands at the viewpoint.
Sognsvann, badeplass           | public           | public  | public   | 59.97291 10.73021 |           |        | 145 | Busy in summer; racks planned for 2027.
Tjuvholmen, sykkelstativ       | public           | public  | partner  | 59.90701 10.72041 |           |        | 90  |`

const baltimore = `
Fells Point fountain           | utility-water    | water   | public   | 39.28222 -76.59318 | BAL-W1  | 301063 | 320 | In Broadway Park, shut while it freezes.
Patterson Park fountain        | utility-water    | water   | public   | 39.28965 -76.57986 | BAL-W2  |        | 320 | At the central pavilion.
Pagoda fountain                | utility-water    | water   | public   | 39.29008 -76.58352 | BAL-W3  | 301117 | 318 |
Canton Waterfront fountain     | utility-water    | water   | public   | 39.27696 -76.57290 | BAL-W4  |        | 318 | Low pressure in dry summers.
Shot Tower air pump            | utility-pump     | pump    | public   | 39.28961 -76.60631 | BAL-A1  | 301012 | 340 |
Broadway air pump              | utility-pump     | pump    | public   | 39.28350 -76.59321 | BAL-A2  | 301044 | 340 | Head was stolen twice; camera stands across.
Harbor Campus air pump         | utility-pump     | pump    | public   | 39.28826 -76.60731 | BAL-A3  | 301091 | 250 |
Canton Crossing air pump       | utility-pump     | pump    | public   | 39.27652 -76.56672 | BAL-A4  | 301122 | 250 |
Henderson's Wharf repair stand | utility-service  | service | public   | 39.28018 -76.58935 | BAL-R1  | 301153 | 260 |
O'Donnell Square repair stand  | utility-service  | service | public   | 39.28010 -76.57431 | BAL-R2  | 301135 | 260 | Hex keys on cables, pump.
Lombard St repair stand        | utility-service  | service | public   | 39.28861 -76.60388 | BAL-R3  | 301088 | 233 |
Key Highway depot              | utility-service  | service | internal | 39.27357 -76.60284 | BAL-R4  |        | 233 | Spare docks and cables; ring at the side door.
Riverside Park                 | planned-location | planned | internal | 39.27089 -76.60790 | BAL-PL1 |        | 54  | The parks department wants the side of the pool.
Museum of Industry             | planned-location | planned | internal | 39.27403 -76.60106 | BAL-PL2 |        | 54  |
Latrobe Park                   | planned-location | planned | partner  | 39.26780 -76.59306 | BAL-PL3 |        | 20  | Parks department decides in spring.
Maritime Park racks            | public           | public  | public   | 39.27927 -76.59614 |         |        | 180 |
Federal Hill racks             | public           | public  | public   | 39.27990 -76.60780 |         |        | 180 | Full on sunny weekends.
Police headquarters cage       | private          | private | internal | 39.29025 -76.60718 |         |        | 110 | Badge of the city needed.
Visionary Art Museum racks     | public           | public  | partner  | 39.28036 -76.60693 |         |        | 66  |`

/** A point belongs to its creator's organization if the creator is a manager. */
const cities: readonly { table: string; owner: OrganizationName; maker: string }[] = [
  { table: tallinn, owner: 'Tallinn Mobility', maker: 'owner@demo.test' },
  { table: oslo, owner: 'Oslo Sykkelparkering AS', maker: 'siri.lund@oslosykkelparkering.test' },
  { table: baltimore, owner: 'Bay Bike Parking Inc', maker: 'dana.whitfield@baybike.test' },
]

interface Points {
  rows: Insertable<PointsOfInterestTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
}

export function makePoints(
  recordEvent: RecordEvent,
  now: number,
  places: readonly Place[],
  organizations: Organizations,
  staff: Staff,
): Points {
  const chance = chanceOf('points of interest')
  const result: Points = { rows: [], members: [] }
  for (const { table, owner, maker } of cities)
    for (const line of table.trim().split('\n')) {
      const { code, days, level, ...fields } = pointOf(line)
      const at = daysBefore(now, days)
      const id = chance.id(at)
      const location_id = places.find(({ site }) => site.code === code)?.id ?? null
      if (code !== '' && location_id === null)
        throw new Error(`A point of interest is at ${code}, which is not a location`)
      const after = { ...fields, access_level: level, location_id }
      result.rows.push({
        id,
        organization_id: organizations.idOf(owner),
        ...after,
        created_at: iso(at),
        updated_at: iso(at),
      })
      for (const part of rolesOfLevel[level])
        result.members.push({
          resource_type: 'point_of_interest',
          resource_id: id,
          group_id: organizations.groupOf(owner, part),
        })
      recordEvent(at, {
        ...({
          feature: 'points-of-interest',
          verb: 'created',
          resource_type: 'point_of_interest',
          resource_id: id,
        } as const),
        resource_name: fields.label,
        visible_through_id: null,
        actor: person(staff.named(maker)),
        after: {
          ...fields,
          access_level: level,
        },
      })
    }
  return result
}

function pointOf(line: string) {
  const [label = '', type, icon, level, place = '', external_id = '', code = '', days, description = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  const [latitude = Number.NaN, longitude = Number.NaN] = place.split(' ').map(Number)
  return {
    label,
    type: PointType.parse(type),
    icon_type: PointIcon.parse(icon),
    level: AccessLevel.parse(level),
    latitude,
    longitude,
    description,
    external_id,
    code,
    days: Number(days),
  }
}
