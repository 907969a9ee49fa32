import { IconRss } from '@tabler/icons-react'
import { createPublicArea } from '@wheelhouse/contract/public-areas/public-areas.ts'
import type { PublicArea } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { areaPath, areasAddress } from './area-address.ts'
import { AreaCard, areaColumns } from './area-columns.tsx'
import { feedStateLabels } from './area-labels.ts'

const NewAreaDialog = lazyComponent(() => import('./area-dialog.tsx').then((module) => module.NewAreaDialog))

const rowName = ({ name }: PublicArea): string => name
const rowHref = ({ id }: PublicArea): string => areaPath(id)
const card = (row: PublicArea) => <AreaCard area={row} />

interface PublicAreasScreenProps extends ListScreenProps<typeof areasAddress> {
  onCreated: (id: string) => void
}

/** What is shown to the public together, and whether its feeds keep their standards. */
export function PublicAreasScreen({ search, onSearch, onCreated }: PublicAreasScreenProps) {
  const mayCreate = useCanCall(createPublicArea)
  return (
    <>
      <ListPage
        address={areasAddress}
        search={search}
        onSearch={onSearch}
        title={t('Public areas')}
        columns={areaColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          organization_id: useOrganizationChip(search),
          feed_state: chip(t('Feeds'), IconRss, feedStateLabels),
          created_at: ageChip(t('Created')),
        }}
        find={t('Name or description')}
        actions={
          mayCreate && (
            <CreateButton label={t('New public area')} onClick={() => onSearch({ ...search, open: 'new' })} />
          )
        }
        words={{
          noMatch: t('No public area matches'),
          noData: t('No public areas yet'),
          whyNoData: t('A public area publishes locations: on a map for other websites and in open feeds.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewAreaDialog onDone={({ id }) => onCreated(id)} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}
