import { IconCategory, IconHeartbeat, IconPlugConnectedX, IconTopologyStar3 } from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { getHardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedValues } from '../../lists/linked-values.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { groupedHex } from '../../ui/details/copyable-id.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { HardwareCard, hardwareColumns } from './hardware-columns.tsx'
import { hardwarePath } from './hardware-link.tsx'
import { hardwareAddress } from './hardware-search.ts'

const card = (row: Hardware) => <HardwareCard hardware={row} />
const rowHref = ({ id }: Hardware): string => hardwarePath(id)

/** Hardware in stock: it is assigned to no device. It is built in from the page of its device. */
export function UnassignedHardwareScreen({ search, onSearch }: ListScreenProps<typeof hardwareAddress>) {
  const mayOpen = useCanCall(getHardwareDetails)
  const mesh = useLinkedValues(
    { label: t('Mesh'), icon: IconTopologyStar3, textOf: groupedHex },
    search.mesh_id,
    search.mesh_id_not,
  )
  return (
    <ListPage
      address={hardwareAddress}
      search={search}
      onSearch={onSearch}
      title={t('Unassigned hardware')}
      columns={hardwareColumns}
      card={card}
      rowHref={mayOpen ? rowHref : undefined}
      filters={{
        type: chip(t('Type'), IconCategory, hardwareTypeLabels),
        health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
          glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
        }),
        uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
        mesh_id: mesh,
        last_heartbeat_at: ageChip(t('Last heartbeat')),
      }}
      find={t('ID, mesh or comment')}
      words={{
        noMatch: t('No unassigned hardware matches'),
        noData: t('No unassigned hardware'),
        whyNoData: t('Hardware that is not in a device appears here.'),
      }}
    />
  )
}
