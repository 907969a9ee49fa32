import type { WorkPlan, WorkPlanKind, workPlans } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { t } from '../../i18n/i18n.ts'
import { idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { logTypeLabels } from '../maintenance-log/entry-labels.ts'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { placesText, planStatusLabels, whenText } from './work-plan-labels.ts'

export const PlanStatus = ({ status }: Pick<WorkPlan, 'status'>) => (
  <StatusText of="reminder" value={status} word={t(planStatusLabels[status])} />
)
export const PlanPriority = ({ priority }: Pick<WorkPlan, 'priority'>) => <StatusText of="priority" value={priority} />

/** With the exact time in the tip. */
export function When({ at }: { at: string | null }) {
  return at === null ? <Nothing /> : <RelativeTime at={at} />
}

const columns: readonly ListColumn<typeof workPlans>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: PlanStatus, width: 110, watch: ({ status }) => status },
  {
    id: 'triggers',
    header: 'Trigger',
    cell: (plan) => whenText(plan),
    width: 240,
    watch: (plan) => whenText(plan),
  },
  {
    id: 'locations',
    header: 'Locations',
    cell: (plan) => <DimCell>{placesText(plan)}</DimCell>,
    width: 220,
    isGrowing: true,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => t(logTypeLabels[type]), width: 110 },
  { id: 'priority', header: 'Priority', cell: PlanPriority, width: 100, watch: ({ priority }) => priority },
  {
    id: 'entries',
    header: 'Entries',
    cell: ({ entries }) => <NumberCell value={entries} />,
    width: 80,
    align: 'end',
    watch: ({ entries }) => String(entries),
  },
  {
    id: 'last_entry_at',
    header: 'Last entry',
    cell: ({ last_entry_at: at }) => <When at={at} />,
    width: 110,
    watch: ({ last_entry_at }) => last_entry_at ?? '',
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id, organization_name }) => (
      <OrganizationLink id={organization_id} name={organization_name} />
    ),
    width: 170,
  },
  { ...updatedColumn, isHiddenAtFirst: true },
  idColumn,
]

/** A template makes nothing by itself. */
const onlyOfMakers = ['triggers', 'entries', 'last_entry_at']
const templateColumns = columns.filter(({ id }) => !onlyOfMakers.includes(id))

export const columnsOf = (kind: WorkPlanKind): readonly ListColumn<typeof workPlans>[] =>
  kind === 'template' ? templateColumns : columns

export const PlanCard = ({ plan }: { plan: WorkPlan }) => (
  <RowCard
    title={plan.name}
    trailing={<PlanStatus status={plan.status} />}
    facts={
      <>
        <span>{plan.kind === 'template' ? t(logTypeLabels[plan.type]) : whenText(plan)}</span>
        <span>{placesText(plan)}</span>
      </>
    }
  >
    {plan.description}
  </RowCard>
)
