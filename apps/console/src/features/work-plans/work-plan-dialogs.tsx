import { IconCalendarPlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createWorkPlan,
  getWorkPlan,
  updateWorkPlan,
  workPlanFields,
} from '@wheelhouse/contract/work-plans/work-plans.ts'
import type { WorkPlanDetails, WorkPlanKind } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { valuesIn } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import { refOf } from './work-plan-address.ts'
import { PlanFields } from './work-plan-fields.tsx'

/** Only a template is on at first: a mistake in the others makes no entry until a person switches them on. */
const emptyOf = (kind: WorkPlanKind) => ({
  kind,
  status: kind === 'template' ? 'active' : 'disabled',
  name: '',
  description: '',
  type: kind === 'rule' ? 'repair' : 'inspection',
  priority: 'medium',
  resource: 'on_site_technician',
  starts_at: null,
  period: kind === 'recurring' ? 'weekly' : null,
  every: 1,
  triggers: [],
  location_ids: [],
})

const titles: Record<WorkPlanKind, string> = {
  template: 'New template',
  recurring: 'New recurring job',
  rule: 'New rule',
}

interface NewPlanProps {
  kind: WorkPlanKind
  onDone: (plan: WorkPlanDetails) => void
  onClose: () => void
}

export function NewPlanDialog({ kind, onDone, onClose }: NewPlanProps) {
  const [organization, setOrganization] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} title={t(titles[kind])} icon={IconCalendarPlus} size={600}>
      <OrganizationChoice value={organization} onChange={setOrganization} />
      {organization !== null && (
        <ContractForm
          route={createWorkPlan}
          params={{ organization_id: organization }}
          defaults={emptyOf(kind)}
          saveLabel={t('Create')}
          onDone={onDone}
          onCancel={onClose}
        >
          <PlanFields />
        </ContractForm>
      )}
    </Dialog>
  )
}

const editable = (plan: WorkPlanDetails) => ({ ...plan, location_ids: plan.locations.map(({ id }) => id) })

export function EditPlanDialog({ plan, onClose }: { plan: WorkPlanDetails; onClose: () => void }) {
  const params = refOf(plan)
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{label}}', { label: plan.name })} icon={IconPencil} size={600}>
      <ContractForm
        route={updateWorkPlan}
        params={{ ...params }}
        defaults={valuesIn(editable(plan), workPlanFields)}
        version={plan.version}
        fresh={async () => editable(await call(getWorkPlan, { params }))}
        onDone={onClose}
        onCancel={onClose}
      >
        <PlanFields />
      </ContractForm>
    </Dialog>
  )
}
