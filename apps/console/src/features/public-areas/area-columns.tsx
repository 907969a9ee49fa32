import type { PublicArea, publicAreas } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, OfCell } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'

type State = Pick<PublicArea, 'feed_state' | 'feed_problems'>

export const feedWord = ({ feed_state, feed_problems: count }: State): string | undefined => {
  if (feed_state !== 'faulty') return undefined
  return count === 1 ? t('1 problem') : t('{{count}} problems', { count })
}

export function FeedStateText({ feed_state, feed_problems }: State) {
  const word = feedWord({ feed_state, feed_problems })
  return <StatusText of="feed" value={feed_state} {...(word === undefined ? {} : { word })} />
}

export function When({ at }: { at: string | null }) {
  return at === null ? <Nothing /> : <RelativeTime at={at} />
}

export const areaColumns: readonly ListColumn<typeof publicAreas>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 230,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  {
    id: 'organization_name',
    header: 'Owner organization',
    cell: ({ organization_id: id, organization_name: name }) => <OrganizationLink id={id} name={name} />,
    width: 210,
  },
  {
    id: 'locations',
    header: 'In the feeds',
    align: 'end',
    cell: ({ public_locations, locations }) => <OfCell part={public_locations} of={locations} />,
    width: 110,
    exports: ['public_locations', 'locations'],
    watch: ({ public_locations, locations }) => `${public_locations} ${locations}`,
  },
  {
    id: 'feed_problems',
    header: 'Feeds',
    cell: (area) => <FeedStateText {...area} />,
    width: 140,
    exports: ['feed_state', 'feed_problems'],
    watch: ({ feed_state, feed_problems }) => `${feed_state} ${feed_problems}`,
  },
  { id: 'checked_at', header: 'Checked', cell: ({ checked_at }) => <When at={checked_at} />, width: 120 },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 300 },
  { ...createdColumn, isHiddenAtFirst: true },
  updatedColumn,
  idColumn,
]

export const AreaCard = ({ area }: { area: PublicArea }) => (
  <RowCard
    title={area.name}
    trailing={<FeedStateText {...area} />}
    facts={t('{{part}} of {{all}} locations in the feeds', { part: area.public_locations, all: area.locations })}
  >
    {area.organization_name}
  </RowCard>
)
