import { IconChartHistogram, IconPencil } from '@tabler/icons-react'
import { createDashboard, getDashboard, updateDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { call } from '../../api/api.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { LocationField } from '../locations/location-picker.tsx'
import { OrganizationField } from '../organizations/organization-picker.tsx'

const empty = { name: '', organization_id: null, location_ids: [], organization_ids: [] }
const idsOf = (named: readonly { id: string }[]): string[] => named.map(({ id }) => id)

export const NewDashboardDialog = ({
  onDone,
  onClose,
}: {
  onDone: (board: Dashboard) => void
  onClose: () => void
}) => (
  <Dialog opened onClose={onClose} title={t('New dashboard')} icon={IconChartHistogram} size={560}>
    <ContractForm route={createDashboard} defaults={empty} saveLabel={t('Create')} onDone={onDone} onCancel={onClose}>
      <Fields />
    </ContractForm>
  </Dialog>
)

export function EditDashboardDialog({ board, onClose }: { board: Dashboard; onClose: () => void }) {
  const params = { dashboard_id: board.id }
  return (
    <Dialog opened onClose={onClose} title={t('Edit {{name}}', { name: board.name })} icon={IconPencil} size={560}>
      <ContractForm
        route={updateDashboard}
        params={params}
        defaults={{
          name: board.name,
          organization_id: board.organization_id,
          location_ids: idsOf(board.locations),
          organization_ids: idsOf(board.organizations),
        }}
        version={board.version}
        fresh={() => call(getDashboard, { params })}
        onDone={onClose}
        onCancel={onClose}
      >
        <Fields />
      </ContractForm>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <TextField name="name" label={t('Name')} maxLength={120} />
    <OrganizationField
      name="organization_id"
      label={t('Owner organization')}
      help={t('Visible to people of this organization who may see dashboards.')}
    />
    <LocationField name="location_ids" label={t('Locations')} isMany />
    <OrganizationField
      name="organization_ids"
      label={t('Organizations')}
      isMany
      help={t(
        'Includes every location where the organization has a role. Choose at least one location or organization.',
      )}
    />
  </>
)
