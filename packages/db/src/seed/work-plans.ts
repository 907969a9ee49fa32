import type { Insertable } from 'kysely'
import { LogPriority, LogResource, LogType } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { WorkPlanKind, WorkPlanPeriod, WorkPlanStatus } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlanLocationsTable, WorkPlansTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Place } from './locations.ts'
import { organizationNamed } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

// organization | maker | kind | status | name | type | priority | resource | every | period | clock | triggers | first digits of
// the codes, none: all | description
const table = `
Tallinn Mobility       | m | template  | active   | Lock bar does not retract    | repair     | high   | on_site_technician |   |         |       |                  |        | Grease the lock bar, check the spring and replace it if it is worn. Lock and unlock ten times.
Tallinn Mobility       | m | template  | active   | Reader does not answer       | repair     | medium | on_site_technician |   |         |       |                  |        | Clean the reader and try three cards. Replace the reader if one of them is not read.
Tallinn Mobility       | m | template  | active   | Graffiti and stickers        | cleaning   | low    | partner            |   |         |       |                  |        | Remove graffiti and stickers from the terminal and the docks. Take a photo before and after.
Tallinn Mobility       | m | template  | disabled | Winter cover                 | other      | low    | partner            |   |         |       |                  |        | Put the winter cover on the terminal and check that the reader works through it.
Tallinn Mobility       | m | recurring | active   | Quarterly inspection         | inspection | low    | on_site_technician | 3 | monthly | 08:00 |                  | 104    | Check every lock, light and cable. Tighten the bolts of the racks and note what is worn.
Tallinn Mobility       | m | recurring | disabled | Weekly cleaning of the house | cleaning   | low    | partner            | 1 | weekly  | 06:30 |                  | 104455 | Sweep the house, empty the bins and clean the glass of the doors.
Tallinn Mobility       | m | rule      | disabled | Outage: visit the location   | repair     | high   | on_site_technician |   |         |       | outage           |        | The location is out of contact. Check the power supply and the controller, then the mobile connection.
Tallinn Mobility       | m | rule      | disabled | Lock jam: mend the dock      | repair     | medium | on_site_technician |   |         |       | lock_jam         |        | The dock reports a lock jam. Check the lock bar and the latch sensor.
Oslo Sykkelparkering AS | m | template  | active  | Cracked cover                | replacement | medium | partner           |   |         |       |                  |        | Replace the cover of the dock and check that no water came in.
Oslo Sykkelparkering AS | m | rule      | disabled | Tampering: secure the dock  | vandalism  | high   | on_site_technician |   |         |       | tamper wire_cut  | 203    | Somebody tampered with the dock. Secure it and take photos for the police.
Bay Bike Parking Inc   | d | recurring | active   | Sand in the locks            | cleaning   | low    | partner            | 1 | yearly  | 07:00 |                  | 301104 | Blow the sand out of all locks and grease them.`

const makers: Readonly<Record<string, string>> = {
  m: 'maarja.tuisk@wheelhouse.test',
  d: 'dana.whitfield@baybike.test',
}

interface WorkPlans {
  plans: Insertable<WorkPlansTable>[]
  locations: Insertable<WorkPlanLocationsTable>[]
}

interface Given {
  places: readonly Place[]
  organizations: Organizations
  staff: Staff
}

const made = 60

/** Planned work of each city. Rules are off, as they are in a new installation. */
export function makeWorkPlans(recordEvent: RecordEvent, now: number, given: Given): WorkPlans {
  const chance = chanceOf('work-plans')
  const at = daysBefore(now, made)
  const result: WorkPlans = { plans: [], locations: [] }
  for (const line of table.trim().split('\n')) {
    const { codes, maker, organization, ...fields } = cellsOf(line)
    const id = chance.id(at)
    const plan = {
      ...fields,
      starts_at: fields.clock === '' ? null : `${iso(at).slice(0, 10)}T${fields.clock}`,
      organization_id: given.organizations.idOf(organization),
    }
    const { clock: _, ...row } = plan
    // Runs of the past made nothing: the demonstration begins now.
    const times = { active_since: iso(now), created_at: iso(at), updated_at: iso(at) }
    result.plans.push({ id, ...row, ...times })
    const covered = given.places.filter(({ site }) => codes !== '' && site.code.startsWith(codes))
    result.locations.push(...covered.map((place) => ({ plan_id: id, location_id: place.id })))
    recordEvent(at, {
      feature: 'work-plans',
      verb: 'created',
      resource_type: 'work_plan',
      resource_id: id,
      resource_name: row.name,
      visible_through_id: null,
      actor: person(given.staff.named(makers[maker] ?? '')),
      after: { kind: row.kind, status: row.status, description: row.description, locations: covered.length || 'all' },
    })
  }
  return result
}

function cellsOf(line: string) {
  const [organization = '', maker = '', kind, status, name = '', type, priority, resource, ...rest] = line
    .split('|')
    .map((cell) => cell.trim())
  const [every, period, clock = '', triggers = '', codes = '', description = ''] = rest
  return {
    organization: organizationNamed(organization),
    maker,
    kind: WorkPlanKind.parse(kind),
    status: WorkPlanStatus.parse(status),
    name,
    description,
    type: LogType.parse(type),
    priority: LogPriority.parse(priority),
    resource: LogResource.parse(resource),
    every: every === '' ? 1 : Number(every),
    period: period === '' ? null : WorkPlanPeriod.parse(period),
    clock,
    triggers: triggers.split(' ').filter(Boolean),
    codes,
  }
}
