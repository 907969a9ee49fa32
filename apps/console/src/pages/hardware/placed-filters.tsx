import {
  IconAdjustments,
  IconCategory,
  IconCircleCheck,
  IconHeartbeat,
  IconPlugConnectedX,
  IconTopologyStar3,
  IconVersions,
  IconWifiOff,
} from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { offlineClasses } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { useLocationChip } from '../../features/locations/location-choices.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedValues } from '../../lists/linked-values.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import { groupedHex } from '../../ui/details/copyable-id.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'

type Linked = 'firmware_name' | 'firmware_version' | 'config_hash' | 'mesh_id'
type Asked = Partial<Record<Linked | `${Linked}_not`, readonly string[] | undefined>> &
  Parameters<typeof useLocationChip>[0]

/** The filters of hardware with its place. */
export function usePlacedFilters(search: Asked) {
  const { firmware_name, firmware_name_not, firmware_version, firmware_version_not } = search
  const { config_hash, config_hash_not, mesh_id, mesh_id_not } = search
  const name = useLinkedValues({ label: t('Firmware'), icon: IconVersions }, firmware_name, firmware_name_not)
  const version = useLinkedValues(
    { label: t('Firmware version'), icon: IconVersions },
    firmware_version,
    firmware_version_not,
  )
  const config = useLinkedValues({ label: t('Config'), icon: IconAdjustments }, config_hash, config_hash_not)
  const mesh = useLinkedValues({ label: t('Mesh'), icon: IconTopologyStar3, textOf: groupedHex }, mesh_id, mesh_id_not)
  const location = useLocationChip(search)
  return {
    type: chip(t('Type'), IconCategory, hardwareTypeLabels),
    health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
      glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
    }),
    offline_for: chip(t('Offline for'), IconWifiOff, offlineClasses, { isOffered: false }),
    uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
    firmware_name: name,
    firmware_version: version,
    config_hash: config,
    mesh_id: mesh,
    location_id: location && { ...location, isOffered: false },
    location_status: chip(t('Location status'), IconCircleCheck, statusStyles.location_status, {
      isOffered: false,
      glyph: (value) => <StatusGlyph of="location_status" value={value} />,
    }),
    last_heartbeat_at: ageChip(t('Last heartbeat')),
  }
}
