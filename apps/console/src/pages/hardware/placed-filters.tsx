import {
  IconCategory,
  IconCircleCheck,
  IconHeartbeat,
  IconPlugConnectedX,
  IconVersions,
  IconWifiOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { offlineClasses } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import type { ValueChip } from '../../lists/list-filters.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'

type Firmware = 'firmware_name' | 'firmware_version'
type Asked = Partial<Record<Firmware | `${Firmware}_not`, readonly string[] | undefined>>

/**
 * Offers what links have asked for since the page was opened, because no list of all values exists: what is unticked stays among
 * the choices, to be ticked again.
 */
function useLinkedValues(
  label: string,
  ...asked: readonly (readonly string[] | undefined)[]
): ValueChip<string> | null {
  const [known, setKnown] = useState<readonly string[]>([])
  const fresh = asked.flatMap((values) => values ?? []).filter((value) => !known.includes(value))
  if (fresh.length > 0) setKnown([...new Set([...known, ...fresh])])
  const choices = known.map((value) => ({ value, label: value }))
  return choices.length === 0 ? null : { label, icon: IconVersions, choices }
}

/** The filters of hardware with its place. Null are those that have no chip, because only links from other screens use them. */
export function usePlacedFilters({ firmware_name, firmware_name_not, firmware_version, firmware_version_not }: Asked) {
  const name = useLinkedValues(t('Firmware'), firmware_name, firmware_name_not)
  const version = useLinkedValues(t('Firmware version'), firmware_version, firmware_version_not)
  return {
    type: chip(t('Type'), IconCategory, hardwareTypeLabels),
    health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
      glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
    }),
    offline_for: chip(t('Offline for'), IconWifiOff, offlineClasses, { isOffered: false }),
    uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
    firmware_name: name,
    firmware_version: version,
    config_hash: null,
    mesh_id: null,
    location_id: null,
    location_status: chip(t('Location status'), IconCircleCheck, statusStyles.location_status, {
      isOffered: false,
      glyph: (value) => <StatusGlyph of="location_status" value={value} />,
    }),
    last_heartbeat_at: ageChip(t('Last heartbeat')),
  }
}
