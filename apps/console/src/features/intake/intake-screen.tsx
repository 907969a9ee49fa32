import { IconCategory, IconProgress } from '@tabler/icons-react'
import { hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { Intake, intakes } from '@wheelhouse/contract/intake/intake.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DimCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { groupedHex } from '../../ui/details/copyable-id.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { intakesAddress } from './intake-address.ts'

const IntakePanel = lazyComponent(() => import('./intake-panel.tsx').then((module) => module.IntakePanel))

const typeWord = ({ type }: Pick<Intake, 'type'>): string => t(hardwareTypeLabels[type])
const meshWord = ({ mesh_id }: Intake) =>
  mesh_id === '00000000' ? <Nothing /> : <span className="mono">{groupedHex(mesh_id)}</span>

const columns: readonly ListColumn<typeof intakes>[] = [
  {
    id: 'hardware_id',
    header: 'ID',
    cell: ({ hardware_id }) => <span className="mono">{hardwareId(hardware_id)}</span>,
    width: 290,
    pin: 'start',
    isHideable: false,
    isLink: true,
    isGrowing: true,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StatusText of="intake" value={state} />, width: 130 },
  { id: 'type', header: 'Type', cell: (row) => <span>{typeWord(row)}</span>, width: 120 },
  {
    id: 'children',
    header: 'Children',
    cell: ({ children }) => <NumberCell value={children.length} />,
    width: 90,
    align: 'end',
  },
  { id: 'mesh_id', header: 'Mesh', cell: meshWord, width: 120 },
  {
    id: 'firmware_name',
    header: 'Firmware',
    cell: ({ firmware_name, firmware_version }) => (
      <span className="mono">{`${firmware_name} ${firmware_version}`}</span>
    ),
    width: 180,
  },
  { id: 'boots', header: 'Starts', cell: ({ boots }) => <NumberCell value={boots} />, width: 80, align: 'end' },
  { id: 'last_seen_at', header: 'Last start', cell: ({ last_seen_at: at }) => <RelativeTime at={at} />, width: 120 },
  { id: 'first_seen_at', header: 'First seen', cell: ({ first_seen_at: at }) => <RelativeTime at={at} />, width: 120 },
  {
    id: 'decided_by_name',
    header: 'Decided by',
    cell: ({ decided_by_name: name }) => (name === null ? <Nothing /> : <DimCell>{name}</DimCell>),
    width: 150,
  },
]

const card = (row: Intake) => (
  <RowCard
    title={hardwareId(row.hardware_id)}
    trailing={<RelativeTime at={row.last_seen_at} isShort />}
    facts={<StatusText of="intake" value={row.state} />}
  >
    {row.children.length === 0 ? typeWord(row) : childrenText(row)}
  </RowCard>
)

function childrenText(row: Intake): string {
  const count = row.children.length
  return count === 1
    ? t('{{type}} with 1 child', { type: typeWord(row) })
    : t('{{type}} with {{count}} children', { type: typeWord(row), count })
}

/** Hardware that connected with the provisioning secret. A person decides whether it belongs here. */
export const IntakeScreen = ({ search, onSearch }: ListScreenProps<typeof intakesAddress>) => (
  <>
    <ListPage
      address={intakesAddress}
      search={search}
      onSearch={onSearch}
      title={t('New hardware')}
      columns={columns}
      card={card}
      onOpen={({ id }) => onSearch({ ...search, open: id })}
      filters={{
        state: chip(t('State'), IconProgress, statusStyles.intake),
        type: chip(t('Type'), IconCategory, hardwareTypeLabels),
        id: null,
        last_seen_at: ageChip(t('Last start')),
      }}
      find={t('ID, mesh, MAC address or firmware')}
      words={{
        noMatch: t('No new hardware matches'),
        noData: t('No new hardware'),
        whyNoData: t('Hardware that connects for the first time with the provisioning secret appears here.'),
      }}
    />
    {search.open !== undefined && (
      <IntakePanel key={search.open} id={search.open} onClose={() => onSearch({ ...search, open: undefined })} />
    )}
  </>
)
