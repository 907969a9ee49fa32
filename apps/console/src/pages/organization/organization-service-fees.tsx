import { useQuery } from '@tanstack/react-query'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { listOrganizations } from '@wheelhouse/contract/organizations/organizations.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { ServiceFeesPanel } from '../../features/service-fees/service-fees-panel.tsx'
import { read } from '../../api/api.ts'
import { useCanCall } from '../../session/can.ts'
import type { FeeSearch } from '../../features/service-fees/fee-address.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { t } from '../../i18n/i18n.ts'
import { Page } from '../../ui/frame/page.tsx'

interface OrganizationServiceFeesProps {
  id: string
  search: FeeSearch
  onSearch: (search: FeeSearch) => void
}

/** The service fees overview of an organization: its own, and those of the locations it owns. */
export function OrganizationServiceFees({ id, search, onSearch }: OrganizationServiceFeesProps) {
  const may = useCanCall(listOrganizations)
  const { data } = useQuery({ ...read(listOrganizations, {}, { isQuiet: true }), enabled: may })
  const name = data?.find((organization) => organization.id === id)?.name
  const title = name === undefined ? t('Service fees') : t('Service fees of {{name}}', { name })
  useDocumentTitle(title)
  const mayHistory = useCanCall(serviceFeesOf.organization.events)
  return (
    <Page title={title}>
      <ServiceFeesPanel
        resource={{ type: 'organization', id }}
        search={search}
        onSearch={onSearch}
        history={mayHistory ? feeEvents : undefined}
      />
    </Page>
  )
}

/** What happened to one fee, in its panel. */
export const feeEvents = (fee: ServiceFee) => (
  <ThingEvents
    route={serviceFeesOf[fee.resource_type].events}
    params={{ [`${fee.resource_type}_id`]: fee.resource_id, [`${fee.resource_type}_fee_id`]: fee.id }}
  />
)
