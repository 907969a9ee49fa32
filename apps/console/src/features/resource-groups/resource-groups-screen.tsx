import { IconEye, IconLock } from '@tabler/icons-react'
import { createResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip, yesNoChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { resourceGroupsAddress } from './resource-group-address.ts'
import { ResourceGroupCard, resourceGroupColumns } from './resource-group-columns.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import { resourceGroupPath } from './resource-group-link.tsx'

const NewGroupDialog = lazyComponent(() =>
  import('./resource-group-dialog.tsx').then((module) => module.NewGroupDialog),
)

const rowName = ({ name }: ResourceGroupRow): string => name
const rowHref = ({ id }: ResourceGroupRow): string => resourceGroupPath(id)
const card = (row: ResourceGroupRow) => <ResourceGroupCard group={row} />

/** Groups decide who sees what: a role counts for everything in the group in which it is held. */
export function ResourceGroupsScreen({ search, onSearch }: ListScreenProps<typeof resourceGroupsAddress>) {
  const mayCreate = useCanCall(createResourceGroup)
  const navigate = useNavigateTo()
  return (
    <>
      <ListPage
        address={resourceGroupsAddress}
        search={search}
        onSearch={onSearch}
        name="resource-groups"
        title={t('Resource groups')}
        columns={resourceGroupColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          type: chip(t('Type'), IconLock, groupTypeLabels),
          public_facing: yesNoChip(t('Public-facing'), IconEye),
          organization_id: useOrganizationChip(search),
          created_at: ageChip(t('Created')),
        }}
        find={t('Name or description')}
        actions={
          mayCreate && <CreateButton label={t('New group')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No resource group matches'),
          noData: t('No resource groups yet'),
          whyNoData: t('Each organization has four; others are made for a district, a crew or a pilot.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewGroupDialog
          onDone={({ id }) => navigate?.(resourceGroupPath(id))}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
