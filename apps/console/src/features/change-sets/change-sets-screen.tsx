import { IconAdjustments, IconProgress } from '@tabler/icons-react'
import type { ChangeSet, changeSets } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { changeSetPath } from './change-set-address.ts'
import type { changeSetsAddress } from './change-set-address.ts'
import { changeSetsAddress as address } from './change-set-address.ts'
import { changeText, kindLabels } from './change-set-labels.ts'

const Ago = ({ at }: { at: string | null }) => (at === null ? <Nothing /> : <RelativeTime at={at} />)

const columns: readonly ListColumn<typeof changeSets>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  { id: 'status', header: 'State', cell: ({ status }) => <StatusText of="change_set" value={status} />, width: 140 },
  { id: 'kind', header: 'Change', cell: (row) => <DimCell>{changeText(row)}</DimCell>, width: 230 },
  { id: 'devices', header: 'Devices', cell: ({ devices }) => <NumberCell value={devices} />, width: 90, align: 'end' },
  { id: 'done', header: 'Done', cell: ({ done }) => <NumberCell value={done} />, width: 80, align: 'end' },
  { id: 'failed', header: 'Failed', cell: ({ failed }) => <NumberCell value={failed} />, width: 80, align: 'end' },
  { id: 'skipped', header: 'Skipped', cell: ({ skipped }) => <NumberCell value={skipped} />, width: 90, align: 'end' },
  {
    id: 'rolled_back',
    header: 'Rolled back',
    cell: (row) => <NumberCell value={row.rolled_back} />,
    width: 110,
    align: 'end',
  },
  {
    id: 'planned_by_name',
    header: 'Planned by',
    cell: ({ planned_by_name: name }) => <DimCell>{name}</DimCell>,
    width: 150,
  },
  { id: 'planned_at', header: 'Planned', cell: ({ planned_at }) => <RelativeTime at={planned_at} />, width: 110 },
  { id: 'ended_at', header: 'Ended', cell: ({ ended_at }) => <Ago at={ended_at} />, width: 110 },
]

const progressText = ({ done, failed, devices, skipped }: ChangeSet): string =>
  failed > 0
    ? t('{{done}} of {{count}} done, {{failed}} failed', { done, count: devices - skipped, failed })
    : t('{{done}} of {{count}} done', { done, count: devices - skipped })

const card = (row: ChangeSet) => (
  <RowCard
    title={row.name}
    trailing={<RelativeTime at={row.planned_at} isShort />}
    facts={<StatusText of="change_set" value={row.status} />}
    childrenTrailing={progressText(row)}
  >
    {changeText(row)}
  </RowCard>
)

const rowHref = ({ id }: ChangeSet): string => changeSetPath(id)

/** Every change of several devices: what is planned, under way, halted, over or taken back. */
export const ChangeSetsScreen = ({ search, onSearch }: ListScreenProps<typeof changeSetsAddress>) => (
  <ListPage
    address={address}
    search={search}
    onSearch={onSearch}
    title={t('Change sets')}
    columns={columns}
    card={card}
    rowHref={rowHref}
    filters={{
      status: chip(t('State'), IconProgress, statusStyles.change_set),
      kind: chip(t('Change'), IconAdjustments, kindLabels),
      id: null,
      planned_at: ageChip(t('Planned')),
    }}
    find={t('Name or comment')}
    words={{
      noMatch: t('No change set matches'),
      noData: t('No change sets yet'),
      whyNoData: t(
        'A template, a configuration or firmware that is applied to several devices is planned as a change set.',
      ),
    }}
  />
)
