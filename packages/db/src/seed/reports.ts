import type { Insertable } from 'kysely'
import { daysOf, Timeframe } from '@wheelhouse/contract/reports/timeframes.ts'
import type { ReportsTable, ResourceGroupMembersTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import { organizationNamed } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

/** Days ago | type | format | preset | status, with the failure | organization | maker | repeats | description. */
const table = `
2  | location_usage     | xlsx | last_month    | pending        | Tallinn Mobility | owner@demo.test   | yes | Use of the Tallinn stations
1  | location_uptime    | csv  | current_month | pending        | Tallinn Mobility | owner@demo.test   | no  | Uptime for the service contract
1  | detailed_parking   | xlsx | last_month    | pending        | Tallinn Mobility | support@demo.test | no  | Parking sessions for the city
3  | payment            | csv  | last_month    | failed storage | Tallinn Mobility | support@demo.test | no  | Payments for the accountant
40 | locations_metadata | csv  | current_year  | expired        | Tallinn Mobility | owner@demo.test   | no  | Locations for the open data portal`

interface Reports {
  rows: Insertable<ReportsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
}

function cellsOf(line: string) {
  const [days, type = '', format = '', timeframe, state = '', owner = '', maker = '', repeats, description = ''] = line
    .split('|')
    .map((part) => part.trim())
  const preset = Timeframe.exclude(['own']).parse(timeframe)
  return { days, type, format, timeframe: preset, state, owner: organizationNamed(owner), maker, repeats, description }
}

/** Of each state one. What is pending is made after the seed, because the files are not a part of the database. */
export function makeReports(
  recordEvent: RecordEvent,
  now: number,
  { organizations, staff }: { organizations: Organizations; staff: Staff },
): Reports {
  const chance = chanceOf('reports')
  const result: Reports = { rows: [], members: [] }
  for (const line of table.trim().split('\n')) {
    const { days, type, format, timeframe, state, owner, maker, repeats, description } = cellsOf(line)
    const at = daysBefore(now, Number(days))
    const id = chance.id(at)
    const by = staff.named(maker)
    const [status = '', failure = null] = state.split(' ')
    const organization_id = organizations.idOf(owner)
    result.rows.push({
      id,
      organization_id,
      description,
      type,
      format,
      of_organization_id: organization_id,
      timeframe,
      ...daysOf(timeframe, new Date(at)),
      status,
      failure,
      repeats_monthly: repeats === 'yes',
      run_by: by.id,
      repeats_by: repeats === 'yes' ? by.id : null,
      created_by: by.id,
      created_at: iso(at),
      started_at: null,
      ended_at: status === 'pending' ? null : iso(at + 20_000),
      updated_at: iso(at),
    })
    result.members.push({ resource_type: 'report', resource_id: id, group_id: organizations.groupOf(owner, 'owner') })
    const about = { feature: 'reports', resource_type: 'report', resource_id: id, resource_name: description } as const
    recordEvent(at, { ...about, verb: 'created', visible_through_id: null, actor: person(by), after: { type, format } })
  }
  return result
}
