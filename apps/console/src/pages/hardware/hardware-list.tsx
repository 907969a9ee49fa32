import { IconCategory, IconHeartbeat, IconPlugConnectedX } from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { useDashboardChip } from '../../features/dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../../features/organizations/organization-choices.ts'
import { hardwarePath } from '../../features/hardware/hardware-link.tsx'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { hardwareListAddress } from './hardware-address.ts'
import { PlacedCard, placedColumns } from './placed-columns.tsx'

const card = (row: PlacedHardware) => <PlacedCard hardware={row} />
const rowHref = ({ id }: PlacedHardware): string => hardwarePath(id)

/** All hardware that this person sees, built in or in stock. */
export function HardwareList({ search, onSearch }: ListScreenProps<typeof hardwareListAddress>) {
  const organization = useOrganizationChip({ isOffered: false })
  const dashboard = useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined }))
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
        type: chip(t('Type'), IconCategory, hardwareTypeLabels),
        health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
          glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
        }),
        uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
        // These come with a link from another screen; the search field finds them too.
        firmware_name: null,
        firmware_version: null,
        config_hash: null,
        mesh_id: null,
        location_id: null,
        organization_id: organization,
        dashboard_id: dashboard,
        last_heartbeat_at: ageChip(t('Last heartbeat')),
      }}
      find={t('ID, mesh, firmware, location, vehicle or comment')}
      words={{
        noMatch: t('No hardware matches'),
        noData: t('No hardware that you can see'),
        whyNoData: t('Hardware of your locations appears here.'),
      }}
    />
  )
}
