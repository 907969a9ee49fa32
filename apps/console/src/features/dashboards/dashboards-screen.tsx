import { IconLink } from '@tabler/icons-react'
import { createDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { t } from '../../i18n/i18n.ts'
import { linkedChip } from '../../lists/linked-chip.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { dashboardPath, dashboardsAddress } from './dashboard-address.ts'
import { DashboardCard, dashboardColumns } from './dashboard-columns.tsx'

const NewDashboardDialog = lazyComponent(() =>
  import('./dashboard-dialogs.tsx').then((module) => module.NewDashboardDialog),
)

const rowName = ({ name }: Dashboard): string => name
const rowHref = ({ id }: Dashboard): string => dashboardPath(id)
const card = (row: Dashboard) => <DashboardCard board={row} />

interface DashboardsScreenProps extends ListScreenProps<typeof dashboardsAddress> {
  onCreated: (id: string) => void
}

/** Every dashboard that the person may see, found by its name, its organization and its places. */
export function DashboardsScreen({ search, onSearch, onCreated }: DashboardsScreenProps) {
  const mayCreate = useCanCall(createDashboard)
  return (
    <>
      <ListPage
        address={dashboardsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Dashboards')}
        columns={dashboardColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          organization_id: useOrganizationChip(search),
          location_id: linkedChip({
            id: 'location_id',
            label: t('Location'),
            value: search.location_id,
            text: t('this location'),
            onRemove: () => onSearch({ ...search, location_id: undefined }),
          }),
          public_link: chip(t('Public link'), IconLink, { on: { word: 'On' }, off: { word: 'Off' } }),
          created_at: ageChip(t('Created')),
        }}
        find={t('Name, organization or location')}
        actions={
          mayCreate && <CreateButton label={t('New dashboard')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No dashboard matches'),
          noData: t('No dashboards yet'),
          whyNoData: t('A dashboard shows how locations are used and how well they work.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewDashboardDialog
          onDone={({ id }) => onCreated(id)}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
