import { IconEye } from '@tabler/icons-react'
import type { ResourceGroupRow, resourceGroups } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

export function GroupType({ type }: Pick<ResourceGroupRow, 'type'>) {
  const { word, icon: Icon } = groupTypeLabels[type]
  return (
    <span className={classes.type} data-type={type}>
      <Icon size={14} aria-hidden /> {t(word)}
    </span>
  )
}

export const resourceGroupColumns: readonly ListColumn<typeof resourceGroups>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 260,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  { id: 'type', header: 'Type', cell: GroupType, width: 110 },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <DimCell>{description}</DimCell>,
    width: 300,
    isGrowing: true,
  },
  {
    id: 'location_count',
    header: 'Locations',
    cell: ({ location_count, covers_everything }) =>
      covers_everything ? t('All') : <NumberCell value={location_count} />,
    width: 96,
    align: 'end',
  },
  {
    id: 'person_count',
    header: 'People with roles',
    cell: ({ person_count }) => <NumberCell value={person_count} />,
    width: 136,
    align: 'end',
  },
  {
    id: 'is_public_facing',
    header: 'Public-facing',
    cell: ({ is_public_facing }) =>
      is_public_facing ? (
        <span className={classes.type}>
          <IconEye size={14} aria-hidden /> {t('Yes')}
        </span>
      ) : (
        <Nothing />
      ),
    width: 116,
    exports: [],
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
    exports: ['organization_name', 'organization_part'],
  },
  createdColumn,
  idColumn,
]

export const ResourceGroupCard = ({ group }: { group: ResourceGroupRow }) => (
  <RowCard title={group.name} trailing={<GroupType type={group.type} />} facts={group.organization_name ?? undefined}>
    {group.description}
  </RowCard>
)
