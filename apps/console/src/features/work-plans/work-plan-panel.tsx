import { Button } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  deleteWorkPlan,
  getWorkPlan,
  switchWorkPlan,
  updateWorkPlan,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlanDetails } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { logResourceLabels, logTypeLabels } from '../maintenance-log/entry-labels.ts'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { refOf } from './work-plan-address.ts'
import type { PlanRef } from './work-plan-address.ts'
import { PlanPriority, PlanStatus, When } from './work-plan-columns.tsx'
import { EditPlanDialog } from './work-plan-dialogs.tsx'
import { kindLabels, placesText, whenText } from './work-plan-labels.ts'
import classes from './work-plans.module.css'

interface OpenPlanProps {
  plan: PlanRef
  isEdited: boolean
  /** Events belong to another feature: the application puts them in. */
  history: ((plan: PlanRef) => ReactNode) | undefined
  onEdit: (isEdited: boolean) => void
  onClose: () => void
}

/** The plan that the address names: read, or edited. */
export function OpenPlan({ plan: ref, isEdited, history, onEdit, onClose }: OpenPlanProps) {
  const params = { organization_id: ref.organization_id, work_plan_id: ref.work_plan_id }
  const plan = useLive(getWorkPlan, { params }, { isQuiet: true })
  const mayUpdate = useCanCall(updateWorkPlan)
  return (
    <ThingPanel
      query={plan}
      failed={getWorkPlan.says.failed}
      missing={notFoundText(t('planned work'))}
      title={t('Planned work')}
      onClose={onClose}
    >
      {(found) => (
        <>
          <PlanPanel
            plan={found}
            history={history}
            onEdit={mayUpdate ? () => onEdit(true) : undefined}
            onClose={onClose}
          />
          {isEdited && mayUpdate && <EditPlanDialog plan={found} onClose={() => onEdit(false)} />}
        </>
      )}
    </ThingPanel>
  )
}

interface PlanPanelProps extends Pick<OpenPlanProps, 'history' | 'onClose'> {
  plan: WorkPlanDetails
  onEdit: (() => void) | undefined
}

const PlanPanel = ({ plan, history, onEdit, onClose }: PlanPanelProps) => (
  <SidePanel
    onClose={onClose}
    title={plan.name}
    trailing={<PlanStatus status={plan.status} />}
    actions={<Actions plan={plan} onEdit={onEdit} onDeleted={onClose} />}
  >
    <p className={classes.description}>{plan.description}</p>
    <KeyValueGrid
      items={[
        { label: t('Kind'), value: t(kindLabels[plan.kind]) },
        ...(plan.kind === 'template' ? [] : [{ label: t('Trigger'), value: whenText(plan) }]),
        {
          label: t('Organization'),
          value: <OrganizationLink id={plan.organization_id} name={plan.organization_name} />,
        },
        { label: t('Type'), value: t(logTypeLabels[plan.type]) },
        { label: t('Priority'), value: <PlanPriority priority={plan.priority} /> },
        { label: t('Resource'), value: t(logResourceLabels[plan.resource]) },
        ...(plan.kind === 'template' ? [] : [{ label: t('Entries'), value: String(plan.entries) }]),
        ...(plan.kind === 'template' ? [] : [{ label: t('Last entry'), value: <When at={plan.last_entry_at} /> }]),
        { label: t('Updated'), value: <When at={plan.updated_at} /> },
        { label: t('ID'), value: <CopyableId id={plan.id} isMono /> },
      ]}
    />
    {plan.kind === 'rule' && plan.status === 'active' && (
      <p className={classes.quiet}>{t('An entry is created within a minute of the event.')}</p>
    )}
    <NextRuns plan={plan} />
    <Places plan={plan} />
    {history && (
      <section className={classes.section}>
        <h3>{t('Event history')}</h3>
        {history(refOf(plan))}
      </section>
    )}
  </SidePanel>
)

function Actions({ plan, onEdit, onDeleted }: Pick<PlanPanelProps, 'plan' | 'onEdit'> & { onDeleted: () => void }) {
  const isActive = plan.status === 'active'
  const input = { params: refOf(plan), version: plan.version }
  return (
    <>
      <ActionButton
        route={switchWorkPlan}
        input={{ ...input, body: { status: isActive ? 'disabled' : 'active' } }}
        label={isActive ? t('Switch off') : t('Switch on')}
        icon={isActive ? IconPlayerPause : IconPlayerPlay}
        variant={isActive ? 'default' : 'filled'}
        done={isActive ? t('Switched off') : t('Switched on')}
      />
      {onEdit && (
        <Button leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={deleteWorkPlan}
        input={input}
        label={t('Delete')}
        icon={IconTrash}
        isIconOnly
        confirm={{
          title: t('Delete {{label}}?', { label: plan.name }),
          children: t('No more entries are created. Existing entries stay in the maintenance log.'),
          isDanger: true,
          keepLabel: t('Keep plan'),
        }}
        onDone={onDeleted}
      />
    </>
  )
}

/** By the clock of the organization, since that is what the job keeps to. */
function NextRuns({ plan: { kind, status, next_runs, time_zone } }: { plan: WorkPlanDetails }) {
  const { dateTime } = useFormat(time_zone)
  if (kind !== 'recurring') return null
  return (
    <section className={classes.section}>
      <h3>
        {t('Next entries')} <span>{time_zone}</span>
      </h3>
      {status === 'disabled' && <p className={classes.quiet}>{t('Switch the job on to see the next entries.')}</p>}
      <ol className={classes.plain}>
        {next_runs.map((at) => (
          <li key={at}>{dateTime(at)}</li>
        ))}
      </ol>
    </section>
  )
}

const Places = ({ plan }: { plan: WorkPlanDetails }) => (
  <section className={classes.section}>
    <h3>
      {t('Locations')} {!plan.covers_all && <span>{plan.locations.length}</span>}
    </h3>
    {plan.covers_all && <p className={classes.quiet}>{placesText(plan)}</p>}
    <ul className={classes.plain}>
      {plan.locations.map(({ id, code, label }) => (
        <li key={id}>
          <LocationLink id={id} code={code} label={label} />
        </li>
      ))}
    </ul>
  </section>
)
