import { IconCategory, IconHeartbeat, IconPlugConnectedX, IconVersions } from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import type { ValueChip } from '../../lists/list-filters.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'

type Firmware = 'firmware_name' | 'firmware_version'
type Asked = Partial<Record<Firmware | `${Firmware}_not`, readonly string[] | undefined>>

/** What only a link asks for is shown while it is asked for; the search field finds it too. */
function linkedValues(label: string, values: readonly string[]): ValueChip<string> | null {
  const choices = values.map((value) => ({ value, label: value }))
  return choices.length === 0 ? null : { label, icon: IconVersions, choices }
}

/** The filters of hardware with its place. Null come with a link from another screen. */
export const placedFilters = ({ firmware_name, firmware_name_not, firmware_version, firmware_version_not }: Asked) => ({
  type: chip(t('Type'), IconCategory, hardwareTypeLabels),
  health: chip(t('Heartbeat'), IconHeartbeat, statusStyles.heartbeat, {
    glyph: (value) => <HeartbeatGlyph kind={value} label="" />,
  }),
  uninitialized: yesNoChip(t('Uninitialized'), IconPlugConnectedX),
  firmware_name: linkedValues(t('Firmware'), [...(firmware_name ?? []), ...(firmware_name_not ?? [])]),
  firmware_version: linkedValues(t('Firmware version'), [...(firmware_version ?? []), ...(firmware_version_not ?? [])]),
  config_hash: null,
  mesh_id: null,
  location_id: null,
  last_heartbeat_at: ageChip(t('Last heartbeat')),
})
