import { IconCategory, IconHeartbeat } from '@tabler/icons-react'
import { deviceTypes, heartbeatHealths } from '@wheelhouse/contract/devices/devices.ts'
import { exportUnassignedHardware, listUnassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import type { Hardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { deviceTypeWord } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { listed } from '../../lists/list-search.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { HeartbeatGlyph } from '../../ui/details/glyphs.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { HardwareCard, hardwareColumns } from './hardware-columns.tsx'
import { filterOf } from './hardware-search.ts'
import type { HardwareSearch } from './hardware-search.ts'

interface ScreenProps {
  /** The address is the state. */
  search: HardwareSearch
  onSearch: (search: HardwareSearch, options?: { replace: boolean }) => void
}

const card = (row: Hardware) => <HardwareCard hardware={row} />
const byId = { column: 'id', direction: 'asc' } as const

/** What lies in stock: assigned to no device. It is built in from its device, where it goes. */
export const UnassignedHardwareScreen = ({ search, onSearch }: ScreenProps) => (
  <ListPage
    list="unassigned-hardware"
    title={t('Unassigned hardware')}
    route={listUnassignedHardware}
    exports={exportUnassignedHardware}
    query={filterOf(search)}
    search={search}
    onSearch={onSearch}
    sort={byId}
    columns={hardwareColumns}
    card={card}
    filters={filtersOf(search, onSearch)}
    find={t('Id, mesh or comment')}
    words={{
      noMatch: t('No unassigned hardware matches'),
      noData: t('No unassigned hardware'),
      whyNoData: t('What is removed from a device or never was built in appears here.'),
    }}
  />
)

function filtersOf(search: HardwareSearch, onSearch: ScreenProps['onSearch']): Filter[] {
  const chosen = (id: 'type' | 'health') => ({
    id,
    operators: [
      {
        value: 'is',
        label: t('is'),
      },
    ],
    operator: 'is',
    isOffered: true,
    selected: search[id] ?? [],
    onChange: ({ selected }: { selected: string[] }) =>
      onSearch({
        ...search,
        [id]: listed(selected),
      }),
  })
  return [
    {
      ...chosen('type'),
      label: t('Type'),
      icon: IconCategory,
      choices: deviceTypes.map((value) => ({ value, label: deviceTypeWord(value) })),
    },
    {
      ...chosen('health'),
      label: t('Heartbeat'),
      icon: IconHeartbeat,
      choices: heartbeatHealths.map((value) => ({
        value,
        label: t(statusStyles.heartbeat[value].word),
        glyph: <HeartbeatGlyph kind={value} label="" />,
      })),
    },
  ]
}
