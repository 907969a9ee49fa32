import type { Dashboard, dashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { Day } from '../../i18n/day-text.tsx'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'

const namedAtMost = 2

/** The first names, then how many more. */
export function placesText({ organizations, locations }: Pick<Dashboard, 'organizations' | 'locations'>): string {
  const all = [...organizations, ...locations]
  const names = all.slice(0, namedAtMost).map(({ name }) => name)
  const more = all.length - names.length
  return more > 0 ? t('{{names}} and {{count}} more', { names: names.join(', '), count: more }) : names.join(', ')
}

const PublicLink = ({ public_link }: Dashboard) =>
  public_link === null ? <Nothing /> : <StatusText of="payment" value="approved" word={t('On')} />

export const dashboardColumns: readonly ListColumn<typeof dashboards>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 260,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  {
    id: 'organization_name',
    header: 'Owner organization',
    cell: ({ organization_id, organization_name }) => (
      <OrganizationLink id={organization_id} name={organization_name} />
    ),
    width: 200,
  },
  {
    id: 'locations',
    header: 'Locations and organizations',
    cell: (board) => <DimCell>{placesText(board)}</DimCell>,
    width: 300,
  },
  { id: 'tiles', header: 'Charts', cell: ({ tiles }) => tiles.length, width: 80, align: 'end' },
  { id: 'public_link', header: 'Public link', cell: PublicLink, width: 110 },
  { id: 'created_at', header: 'Created', cell: ({ created_at }) => <Day at={created_at} />, width: 110 },
  {
    id: 'updated_at',
    header: 'Updated',
    cell: ({ updated_at }) => <Day at={updated_at} />,
    width: 110,
    isHiddenAtFirst: true,
  },
]

export const DashboardCard = ({ board }: { board: Dashboard }) => (
  <RowCard title={board.name} facts={board.organization_name}>
    {placesText(board)}
  </RowCard>
)
