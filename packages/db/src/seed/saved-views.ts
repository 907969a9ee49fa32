import type { Insertable } from 'kysely'
import { attentionSearch } from '@wheelhouse/contract/locations/locations.ts'
import type { SavedViewsTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { daysBefore, iso } from './times.ts'

interface Given {
  organizations: Organizations
  staff: Staff
}

/** What the operations lead shares with all of the provider. */
export function makeSavedViews(now: number, { organizations, staff }: Given): Insertable<SavedViewsTable>[] {
  const at = daysBefore(now, 60)
  return [
    {
      id: chanceOf('saved views').id(at),
      person_id: staff.named('maarja.tuisk@wheelhouse.test').id,
      organization_id: organizations.idOf('Wheelhouse'),
      list: 'locations',
      name: 'Needs attention',
      search: attentionSearch(),
      created_at: iso(at),
    },
  ]
}
