import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createRegion, getRegion } from '@wheelhouse/contract/regions/regions.ts'
import type { RegionConfig } from '@wheelhouse/contract/regions/regions.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { RegionCard, regionColumns, statusLabels } from './region-columns.tsx'
import { regionOpen, regionsAddress } from './region-search.ts'

const NewRegionDialog = lazyComponent(() => import('./region-dialog.tsx').then((module) => module.NewRegionDialog))
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
