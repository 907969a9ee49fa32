import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { useDashboardChip } from '../../features/dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../../features/organizations/organization-choices.ts'
import { hardwarePath } from '../../features/hardware/hardware-link.tsx'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { hardwareListAddress } from './hardware-address.ts'
import { PlacedCard, placedColumns } from './placed-columns.tsx'
import { usePlacedFilters } from './placed-filters.tsx'

const card = (row: PlacedHardware) => <PlacedCard hardware={row} />
const rowHref = ({ id }: PlacedHardware): string => hardwarePath(id)

/** All hardware that this person sees, built in or in stock. */
export function HardwareList({ search, onSearch }: ListScreenProps<typeof hardwareListAddress>) {
  const organization = useOrganizationChip(search, { isOffered: false })
  const dashboard = useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined }))
  const placed = usePlacedFilters(search)
  return (
    <ListPage
      address={hardwareListAddress}
      search={search}
      onSearch={onSearch}
      title={t('All hardware')}
      columns={placedColumns}
      card={card}
      rowHref={rowHref}
      filters={{
        ...placed,
        organization_id: organization,
        dashboard_id: dashboard,
      }}
      find={t('ID, mesh, firmware, location, rental device or comment')}
      words={{
        noMatch: t('No hardware matches'),
        noData: t('No hardware that you may see'),
        whyNoData: t('Hardware of your locations appears here.'),
      }}
    />
  )
}
