import {
  IconArrowUp,
  IconCheck,
  IconClockExclamation,
  IconCpu,
  IconHelpCircle,
  IconVersions,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { firmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import type { FirmwareVersion } from '@wheelhouse/contract/firmware/firmware.ts'
import { t } from '../../i18n/i18n.ts'
import { useLinkedValues } from '../../lists/linked-values.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { Nothing } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { PlanFirmwareButton } from '../change-sets/plan-firmware-picker.tsx'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { firmwareAddress } from './firmware-address.ts'
import { hardwareOfFirmware } from './firmware-link.ts'
import classes from './firmware.module.css'

const looks: Record<FirmwareVersion['standing'], { word: string; icon: TablerIcon }> = {
  newest: { word: 'Newest', icon: IconCheck },
  behind: { word: 'Behind', icon: IconClockExclamation },
  ahead: { word: 'Ahead of stable', icon: IconArrowUp },
  unknown: { word: 'Unknown', icon: IconHelpCircle },
}
const standingLabels = {
  newest: looks.newest.word,
  behind: looks.behind.word,
  ahead: looks.ahead.word,
  unknown: looks.unknown.word,
}

function Standing({ standing }: Pick<FirmwareVersion, 'standing'>) {
  const { word, icon: Icon } = looks[standing]
  return (
    <span className={classes.standing} data-standing={standing}>
      <Icon size={14} aria-hidden /> {t(word)}
    </span>
  )
}

const mono = (text: string | null) => (text === null ? <Nothing /> : <span className="mono">{text}</span>)

const columns: readonly ListColumn<typeof firmwareVersions>[] = [
  {
    id: 'firmware_name',
    header: 'Firmware',
    cell: ({ firmware_name }) => mono(firmware_name),
    width: 180,
    pin: 'start',
    isHideable: false,
    isLink: true,
    isGrowing: true,
  },
  { id: 'version', header: 'Version', cell: ({ version }) => mono(version), width: 120 },
  { id: 'standing', header: 'State', cell: Standing, width: 150 },
  { id: 'pieces', header: 'Pieces', cell: ({ pieces }) => <span>{pieces}</span>, width: 90, align: 'end' },
  { id: 'stable', header: 'Stable', cell: ({ stable }) => mono(stable), width: 110 },
  { id: 'testing', header: 'Testing', cell: ({ testing }) => mono(testing), width: 130 },
  { id: 'development', header: 'Development', cell: ({ development }) => mono(development), width: 130 },
  { id: 'fallback', header: 'Fallback', cell: ({ fallback }) => mono(fallback), width: 110 },
]

const card = (row: FirmwareVersion) => (
  <RowCard title={`${row.firmware_name} ${row.version}`} trailing={<Standing standing={row.standing} />} facts={null}>
    {row.pieces === 1 ? t('1 piece') : t('{{count}} pieces', { count: row.pieces })}
  </RowCard>
)

/** The hardware that runs this version, at the same places. */
function rowHref({ firmware_name, version }: FirmwareVersion, dashboard_id: string | undefined): string {
  const hardware = hardwareOfFirmware({ name: firmware_name, version })
  return dashboard_id === undefined ? hardware : `${hardware}&dashboard_id=${dashboard_id}`
}

/** Versions in the field, and what is behind the newest. An update of one device is a command, of several a change set. */
export const FirmwareScreen = ({ search, onSearch }: ListScreenProps<typeof firmwareAddress>) => {
  const { dashboard_id } = search
  const dashboard = useDashboardChip(dashboard_id, () => onSearch({ ...search, dashboard_id: undefined }))
  const name = useLinkedValues({ label: t('Firmware'), icon: IconCpu }, search.firmware_name, search.firmware_name_not)
  return (
    <ListPage
      address={firmwareAddress}
      search={search}
      onSearch={onSearch}
      title={t('Firmware')}
      columns={columns}
      card={card}
      rowHref={(row) => rowHref(row, dashboard_id)}
      isLive={false}
      actions={<PlanFirmwareButton />}
      filters={{
        standing: chip(t('State'), IconVersions, standingLabels),
        firmware_name: name,
        dashboard_id: dashboard,
      }}
      find={t('Firmware or version')}
      words={{
        noMatch: t('No firmware matches'),
        noData: t('No firmware reported yet'),
        whyNoData: t('Hardware reports its firmware with its first heartbeat.'),
      }}
    />
  )
}
