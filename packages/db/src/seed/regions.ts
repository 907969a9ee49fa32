import { RegionStatus, RegionTag } from '@wheelhouse/contract/regions/regions.ts'
import type { Insertable } from 'kysely'
import type { RegionConfigsTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

// tag | name | status | days since created, since disabled
const table = `
ee    | Estonia    | enabled  | 729
no    | Norway     | enabled  | 610
us_md | Maryland   | enabled  | 570
fi    | Finland    | disabled | 140 138
lv    | Latvia     | disabled | 420 95
us_wa | Washington | disabled | 33  30`

/** The three regions with cities, two in preparation and one that was abandoned. */
export function makeRegions(recordEvent: RecordEvent, now: number, staff: Staff): Insertable<RegionConfigsTable>[] {
  const chance = chanceOf('regions')
  const actor = person(staff.named('joonas.virta@wheelhouse.test'))
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [tag, name = '', status, ages = ''] = line.split('|').map((cell) => cell.trim())
      const [created = 0, disabled] = ages.split(/\s+/).map((days) => daysBefore(now, Number(days)))
      const id = chance.id(created)
      const of = {
        feature: 'regions',
        resource_type: 'console',
        resource_id: id,
        resource_name: name,
        visible_through_id: null,
        actor,
      } as const
      recordEvent(created, { ...of, verb: 'created', after: { tag, name, status: 'enabled' } })
      if (disabled !== undefined)
        recordEvent(disabled, { ...of, verb: 'disabled', before: { status: 'enabled' }, after: { status: 'disabled' } })
      return {
        id,
        tag: RegionTag.parse(tag),
        name,
        status: RegionStatus.parse(status),
        created_at: iso(created),
        updated_at: iso(disabled ?? created),
        version: disabled === undefined ? 1 : 2,
      }
    })
}
