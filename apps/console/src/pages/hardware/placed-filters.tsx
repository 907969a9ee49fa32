import { IconCategory, IconHeartbeat, IconPlugConnectedX } from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'

/** The filters of hardware with its place. Null come with a link from another screen; the search field finds them too. */
export const placedFilters = () => ({
  type: chip(t('Type'), IconCategory, hardwareTypeLabels),
  health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
    glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
  }),
  uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
  firmware_name: null,
  firmware_version: null,
  config_hash: null,
  mesh_id: null,
  location_id: null,
  last_heartbeat_at: ageChip(t('Last heartbeat')),
})
