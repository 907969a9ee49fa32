import { Button } from '@mantine/core'
import { IconCircleCheck, IconWorldPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  createRegion,
  exportRegions,
  getRegion,
  listRegions,
  regionStatuses,
} from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { listed } from '../../lists/list-search.ts'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { RegionCard, regionColumns, statusLabels } from './region-columns.tsx'
import { closed, filterOf, regionOpen } from './region-search.ts'
import type { RegionsSearch } from './region-search.ts'

const NewRegionDialog = lazyComponent(() => import('./region-dialog.tsx').then((module) => module.NewRegionDialog))
const OpenRegion = lazyComponent(() => import('./region-panel.tsx').then((module) => module.OpenRegion))

interface ScreenProps {
  /** The address is the state. */
  search: RegionsSearch
  onSearch: (search: RegionsSearch, options?: { replace: boolean }) => void
}

const rowName = ({ name }: RegionConfig): string => name
const card = (row: RegionConfig) => <RegionCard region={row} />
const byTag = { column: 'tag', direction: 'asc' } as const

/** Where the service is offered: each region by the tag that organizations and locations carry. */
export function RegionsScreen({ search, onSearch, history }: ScreenProps & { history?: (id: string) => ReactNode }) {
  const mayCreate = useCanCall(createRegion)
  const mayOpen = useCanCall(getRegion)
  const close = (): void => onSearch(closed(search))
  const open = (id: string): void => onSearch({ ...search, open: id })
  const opened = regionOpen(search)
  return (
    <>
      <ListPage
        list="regions"
        title={t('Region configs')}
        route={listRegions}
        exports={exportRegions}
        query={filterOf(search)}
        search={search}
        onSearch={onSearch}
        sort={byTag}
        columns={regionColumns}
        card={card}
        rowName={rowName}
        onOpen={({ id }) => open(id)}
        filters={filtersOf(search, onSearch)}
        find={t('Tag or name')}
        actions={
          mayCreate && (
            <Button
              variant="filled"
              leftSection={<IconWorldPlus size={15} stroke={1.75} />}
              onClick={() => onSearch({ ...search, open: 'new' })}
            >
              {t('New region')}
            </Button>
          )
        }
        words={{
          noMatch: t('No region config matches'),
          noData: t('No region configs yet'),
          whyNoData: t('Regions in which the service is offered appear here.'),
        }}
      />
      {search.open === 'new' && mayCreate && <NewRegionDialog onDone={({ id }) => open(id)} onClose={close} />}
      {mayOpen && opened && (
        <OpenRegion
          key={opened.id}
          {...opened}
          history={history}
          onEdit={(isEdited) => onSearch({ ...search, open: isEdited ? `edit:${opened.id}` : opened.id })}
          onClose={close}
        />
      )}
    </>
  )
}

function filtersOf(search: RegionsSearch, onSearch: ScreenProps['onSearch']): Filter[] {
  return [
    {
      id: 'status',
      operators: [
        {
          value: 'is',
          label: t('is'),
        },
      ],
      operator: 'is',
      isOffered: true,
      label: t('Status'),
      icon: IconCircleCheck,
      choices: regionStatuses.map((value) => ({
        value,
        label: t(statusLabels[value]),
      })),
      selected: search.status ?? [],
      onChange: ({ selected }) =>
        onSearch({
          ...search,
          status: listed(selected),
        }),
    },
  ]
}
