import * as v from 'valibot'
import { workPlans } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlan, WorkPlanKind } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { idAfter, idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const plansPath = '/maintenance-log/planned-work'

export const plansAddress = listAddress(
  workPlans,
  {
    /** Templates are shown first. */
    view: v.picklist(['recurring', 'rule']),
    /** What is open: a new plan, the working hours, or an organization and a plan of it, read or edited. */
    open: v.union([v.picklist(['new', 'hours']), idPair, idAfter('edit:', idPair)]),
  },
  ['kind'],
)
export type PlansSearch = SearchOf<typeof plansAddress>

export const kindOf = ({ view }: Pick<PlansSearch, 'view'>): WorkPlanKind => view ?? 'template'

export interface PlanRef {
  organization_id: string
  work_plan_id: string
}

export const refOf = ({ organization_id, id }: Pick<WorkPlan, 'organization_id' | 'id'>): PlanRef => ({
  organization_id,
  work_plan_id: id,
})
export const openOf = ({ organization_id, id }: Pick<WorkPlan, 'organization_id' | 'id'>): string =>
  `${organization_id}.${id}`

export function openedPlan({ open }: Pick<PlansSearch, 'open'>): (PlanRef & { isEdited: boolean }) | null {
  if (open === undefined || open === 'new' || open === 'hours') return null
  const [organization_id = '', work_plan_id = ''] = open.replace('edit:', '').split('.')
  return { organization_id, work_plan_id, isEdited: open.startsWith('edit:') }
}
