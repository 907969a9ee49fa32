import type { Organization, organizations } from '@wheelhouse/contract/organizations/organization-details.ts'
import { Day } from '../../i18n/day-text.tsx'
import { createdColumn, idColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell } from '../../ui/data-table/cells.tsx'
import { TagList } from '../../ui/details/badge.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'

export const organizationColumns: readonly ListColumn<typeof organizations>[] = [
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
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ tags }) => (tags.length === 0 ? <Nothing /> : <TagList tags={tags} shown={4} />),
    width: 240,
  },
  {
    id: 'location_count',
    header: 'Locations',
    cell: ({ location_count }) => <NumberCell value={location_count} />,
    width: 96,
    align: 'end',
  },
  {
    id: 'console_user_count',
    header: 'Console users',
    cell: ({ console_user_count }) => <NumberCell value={console_user_count} />,
    width: 116,
    align: 'end',
  },
  { id: 'email', header: 'Email', cell: ({ email }) => <DimCell>{email}</DimCell>, width: 220 },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <DimCell>{phone}</DimCell>, width: 140 },
  {
    id: 'link',
    header: 'Link',
    cell: ({ link }) => <DimCell>{link.replace(/^https:\/\//, '')}</DimCell>,
    width: 200,
    isHiddenAtFirst: true,
  },
  { id: 'comment', header: 'Comment', cell: ({ comment }) => <DimCell>{comment}</DimCell>, width: 260 },
  createdColumn,
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <Day at={updated_at} />,
    width: 110,
    isHiddenAtFirst: true,
    exports: [],
  },
  idColumn,
]

export const OrganizationCard = ({ organization }: { organization: Organization }) => (
  <RowCard title={organization.name} facts={<TagList tags={organization.tags} shown={3} />}>
    {organization.email || undefined}
  </RowCard>
)
