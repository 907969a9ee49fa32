import { ActionIcon, Button } from '@mantine/core'
import { IconAlertOctagon, IconClockHour8, IconToggleLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getWorkingHours } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import { createWorkPlan, getWorkPlan } from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlan, WorkPlanKind } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { kindOf, openedPlan, openOf, plansAddress, plansPath } from './work-plan-address.ts'
import type { PlanRef } from './work-plan-address.ts'
import { columnsOf, PlanCard } from './work-plan-columns.tsx'
import { planStatusLabels } from './work-plan-labels.ts'

const NewPlanDialog = lazyComponent(() => import('./work-plan-dialogs.tsx').then((module) => module.NewPlanDialog))
const OpenPlan = lazyComponent(() => import('./work-plan-panel.tsx').then((module) => module.OpenPlan))
const WorkingHoursDialog = lazyComponent(() =>
  import('./working-hours-dialog.tsx').then((module) => module.WorkingHoursDialog),
)

const card = (row: WorkPlan) => <PlanCard plan={row} />
const rowName = ({ name }: WorkPlan): string => name

const tabsFor = (kind: WorkPlanKind) => [
  { id: 'template', label: t('Templates'), href: plansPath, isActive: kind === 'template' },
  {
    id: 'recurring',
    label: t('Recurring jobs'),
    href: `${plansPath}?view=recurring`,
    isActive: kind === 'recurring',
  },
  { id: 'rule', label: t('Rules'), href: `${plansPath}?view=rule`, isActive: kind === 'rule' },
]

const createLabels: Record<WorkPlanKind, string> = {
  template: 'New template',
  recurring: 'New recurring job',
  rule: 'New rule',
}

const emptyWords: Record<WorkPlanKind, { noData: string; whyNoData: string }> = {
  template: { noData: 'No templates yet', whyNoData: 'A template fills in a new log entry for a frequent job.' },
  recurring: { noData: 'No recurring jobs yet', whyNoData: 'A recurring job creates log entries on a schedule.' },
  rule: {
    noData: 'No rules yet',
    whyNoData:
      'A rule creates a log entry when an outage or an alarm starts, and resolves the entry when the outage or alarm ends.',
  },
}

interface ScreenProps extends ListScreenProps<typeof plansAddress> {
  /** Events belong to another feature: the application puts them in. */
  history?: (plan: PlanRef) => ReactNode
}

/** Work that comes again: templates, jobs by the calendar, and rules by which outages and alarms make entries. */
export function WorkPlansScreen({ search, onSearch, history }: ScreenProps) {
  const mayCreate = useCanCall(createWorkPlan)
  const mayOpen = useCanCall(getWorkPlan)
  const mayHours = useCanCall(getWorkingHours)
  const kind = kindOf(search)
  const opened = openedPlan(search)
  const close = (): void => onSearch({ ...search, open: undefined })
  const open = (plan: Pick<WorkPlan, 'id' | 'organization_id'>): void => onSearch({ ...search, open: openOf(plan) })
  return (
    <>
      <ListPage
        address={plansAddress}
        search={search}
        onSearch={onSearch}
        title={t('Planned work')}
        name={`work-plans-${kind}`}
        columns={columnsOf(kind)}
        card={card}
        rowName={rowName}
        onOpen={open}
        query={{ kind: [kind] }}
        filters={{
          status: chip(t('Status'), IconToggleLeft, planStatusLabels),
          priority: chip(t('Priority'), IconAlertOctagon, statusStyles.priority, {
            glyph: (value) => <StatusGlyph of="priority" value={value} />,
          }),
          organization_id: useOrganizationChip(search),
          created_at: ageChip(t('Created')),
          // The tabs ask for it.
          kind: null,
        }}
        find={t('Name or description')}
        tabs={tabsFor(kind)}
        actions={
          <>
            {mayHours && <HoursButton onClick={() => onSearch({ ...search, open: 'hours' })} />}
            {mayCreate && (
              <CreateButton label={t(createLabels[kind])} onClick={() => onSearch({ ...search, open: 'new' })} />
            )}
          </>
        }
        words={{
          noMatch: t('No planned work matches'),
          noData: t(emptyWords[kind].noData),
          whyNoData: t(emptyWords[kind].whyNoData),
        }}
      />
      {search.open === 'new' && mayCreate && <NewPlanDialog kind={kind} onDone={open} onClose={close} />}
      {search.open === 'hours' && mayHours && <WorkingHoursDialog onClose={close} />}
      {mayOpen && opened && (
        <OpenPlan
          key={opened.work_plan_id}
          plan={opened}
          isEdited={opened.isEdited}
          history={history}
          onEdit={(isEdited) =>
            onSearch({
              ...search,
              open: `${isEdited ? 'edit:' : ''}${opened.organization_id}.${opened.work_plan_id}`,
            })
          }
          onClose={close}
        />
      )}
    </>
  )
}

/** On a phone its glyph alone, which leaves room for the title. */
function HoursButton({ onClick }: { onClick: () => void }) {
  const isPhone = usePhone()
  if (isPhone)
    return (
      <ActionIcon variant="subtle" aria-label={t('Working hours')} onClick={onClick}>
        <IconClockHour8 size={22} aria-hidden />
      </ActionIcon>
    )
  return (
    <Button leftSection={<IconClockHour8 size={15} aria-hidden />} onClick={onClick}>
      {t('Working hours')}
    </Button>
  )
}
