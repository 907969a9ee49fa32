import { IconCheck, IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { createRegion, getRegion, regions } from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig, RegionStatus } from '@wheelhouse/contract/regions/regions.ts'
import { useCanCall } from '../../session/can.ts'
import { Day } from '../../i18n/day-text.tsx'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { id, idAfter } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { ListScreenProps, SearchOf } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { NameCell } from '../../ui/data-table/cells.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { IconText } from '../../ui/details/icon-text.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'

export const regionsAddress = listAddress(regions, {
  /** The panel or form that is open: a region, `edit:` and a region, or a new one. */
  open: v.union([id, idAfter('edit:'), v.literal('new')]),
})
type RegionsSearch = SearchOf<typeof regionsAddress>

const regionOpen = ({ open }: RegionsSearch): { id: string; isEdited: boolean } | null => {
  if (open === undefined || open === 'new') return null
  return { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
}

/** Keys of `t`. */
export const statusLabels: Record<RegionStatus, string> = { enabled: 'Enabled', disabled: 'Disabled' }

export const Status = ({ status }: Pick<RegionConfig, 'status'>) =>
  status === 'enabled' ? (
    <IconText icon={IconCheck} tone="good">
      {t(statusLabels.enabled)}
    </IconText>
  ) : (
    <IconText icon={IconCircleOff} tone="dim">
      {t(statusLabels.disabled)}
    </IconText>
  )

const regionColumns: readonly ListColumn<typeof regions>[] = [
  {
    id: 'tag',
    header: 'Tag',
    cell: ({ tag }) => <span className="mono">{tag}</span>,
    width: 100,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    watch: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: Status, width: 120, watch: ({ status }) => status },
  {
    id: 'created_at',
    header: 'Created',
    cell: ({ created_at }) => <Day at={created_at} />,
    width: 120,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <Day at={updated_at} />,
    width: 120,
  },
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => <CopyableId id={id} isMono />,
    width: 290,
    isHiddenAtFirst: true,
  },
]

const RegionCard = ({ region }: { region: RegionConfig }) => (
  <RowCard
    title={region.name}
    trailing={<Status status={region.status} />}
    facts={<span className="mono">{region.tag}</span>}
  />
)

const NewRegionDialog = lazyComponent(() => import('./region-panel.tsx').then((module) => module.NewRegionDialog))
const OpenRegion = lazyComponent(() => import('./region-panel.tsx').then((module) => module.OpenRegion))

type ScreenProps = ListScreenProps<typeof regionsAddress>

const rowName = ({ name }: RegionConfig): string => name
const card = (row: RegionConfig) => <RegionCard region={row} />

interface RegionsScreenProps extends ScreenProps {
  history?: ((id: string) => ReactNode) | undefined
  /** What other features set for a region. */
  rules?: ((id: string) => ReactNode) | undefined
}

/** Where the service is offered: each region by the tag that organizations and locations carry. */
export function RegionsScreen({ search, onSearch, history, rules }: RegionsScreenProps) {
  const mayCreate = useCanCall(createRegion)
  const mayOpen = useCanCall(getRegion)
  const close = (): void => onSearch({ ...search, open: undefined })
  const open = (id: string): void => onSearch({ ...search, open: id })
  const opened = regionOpen(search)
  return (
    <>
      <ListPage
        address={regionsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Region configs')}
        columns={regionColumns}
        card={card}
        rowName={rowName}
        onOpen={({ id }) => open(id)}
        filters={{ status: chip(t('Status'), IconCircleCheck, statusLabels), created_at: ageChip(t('Created')) }}
        find={t('Tag or name')}
        actions={
          mayCreate && <CreateButton label={t('New region')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No region config matches'),
          noData: t('No region configs yet'),
          whyNoData: t('Regions where the service is offered appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && <NewRegionDialog onDone={({ id }) => open(id)} onClose={close} />}
      {mayOpen && opened && (
        <OpenRegion
          key={opened.id}
          {...opened}
          history={history}
          rules={rules}
          onEdit={(isEdited) => onSearch({ ...search, open: isEdited ? `edit:${opened.id}` : opened.id })}
          onClose={close}
        />
      )}
    </>
  )
}
