import { IconAlertCircle } from '@tabler/icons-react'
import { metresBetween } from '@wheelhouse/contract/fleets/area.ts'
import type { DockMark, LocationRow, locations, LocationTotals } from '@wheelhouse/contract/locations/locations.ts'
import type { ReactNode } from 'react'
import { distanceLabel } from '../../i18n/distance.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { isRentalPlace, issueSummary, locationTypeLabels, worstIssue } from './location-labels.ts'
import { useCan } from '../../session/can.ts'
import { TagList } from '../../ui/details/badge.tsx'
import { usePosition } from '../../stores/position.ts'
import { useClock } from '../../ui/base/clock.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { DimCell, NameCell, Nothing, NumberCell, OfCell } from '../../ui/data-table/cells.tsx'
import { DocksOverview } from '../../ui/docks/docks-overview.tsx'
import { DockBubble } from '../../ui/details/glyphs.tsx'
import { Link } from '../../ui/details/link.tsx'
import type { DockBubbleKind } from '../../ui/details/glyphs.tsx'
import { dockBubbleOf } from '../../ui/details/dock-bubble.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { DeviceIssuesButton, DeviceIssuesLink } from '../outages/device-issues-link.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import classes from './locations.module.css'

type Organized = 'owner' | 'operator' | 'distributor' | 'reseller'
const organization = (part: Organized, header: string): ListColumn<typeof locations> => ({
  id: `${part}_name` as const,
  header,
  cell: (row) => {
    const [id, name] = [row[`${part}_id`], row[`${part}_name`]]
    return id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />
  },
  width: 150,
})

/** It waits in the columns menu until the list is sorted by it. */
const docksColumn = (
  id: 'occupied_docks' | 'other_docks',
  header: string,
  width: number,
): ListColumn<typeof locations> => ({
  id,
  header,
  cell: (row) => <NumberCell value={row[id]} />,
  width,
  align: 'end',
  isHiddenAtFirst: true,
  hasTotal: true,
})

/** Spec section 2: all 19; the id and the total (which stands beside what is free) wait in the columns menu. */
export const locationColumns: readonly ListColumn<typeof locations>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="location_status" value={status} />,
    width: 150,
    pin: 'start',
    watch: ({ status }) => status,
  },
  {
    id: 'issues',
    header: 'Issues',
    headerGlyph: <IconAlertCircle size={14} />,
    cell: ({ id, code, label, issues, issue_kinds }) =>
      issues === 0 ? null : (
        <DeviceIssuesLink
          locationId={id}
          locationName={`${code} ${label}`}
          count={issues}
          summary={issueSummary(issue_kinds)}
        />
      ),
    width: 54,
    pin: 'start',
    hasTotal: true,
    watch: ({ issues }) => issues,
  },
  {
    id: 'code',
    header: 'Code',
    cell: ({ code }) => code,
    width: 70,
    pin: 'start',
    isHideable: false,
  },
  {
    id: 'label',
    header: 'Name',
    cell: ({ label }) => <NameCell>{label}</NameCell>,
    width: 184,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'address',
    header: 'Address',
    cell: ({ address }) => <DimCell>{address}</DimCell>,
    width: 166,
    isGrowing: true,
  },
  { id: 'docks', header: 'Docks overview', cell: (row) => <Docks {...row} />, width: 158, hasTotal: true, exports: [] },
  {
    id: 'health',
    header: 'Health',
    cell: ({ health }) => <StatusText of="health" value={health} />,
    width: 118,
    hasTotal: true,
    watch: ({ health }) => health,
  },
  {
    id: 'available_docks',
    header: 'Available docks',
    headerGlyph: t('Free'),
    cell: (row) => <OfCell part={row.available_docks} of={row.total_docks} />,
    width: 88,
    align: 'end',
    hasTotal: true,
    exports: ['available_docks', 'total_docks'],
    watch: (row) => row.available_docks,
  },
  docksColumn('occupied_docks', 'Occupied docks', 110),
  docksColumn('other_docks', 'Booked or out of contact', 170),
  {
    id: 'total_docks',
    header: 'Total docks',
    cell: (row) => <NumberCell value={row.total_docks} />,
    width: 92,
    align: 'end',
    isHiddenAtFirst: true,
    hasTotal: true,
  },
  {
    id: 'available_rentals',
    header: 'Available rentals',
    headerGlyph: t('Rentals'),
    cell: (row) => <Rentals {...row} />,
    width: 80,
    align: 'end',
    hasTotal: true,
    watch: (row) => row.available_rentals,
  },
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ tags }) => (tags.length === 0 ? <Nothing /> : <TagList tags={tags} />),
    width: 148,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => t(locationTypeLabels[type]), width: 130 },
  {
    id: 'created_at',
    header: 'Created',
    cell: (row) => <DateCell at={row.created_at} />,
    width: 104,
  },
  {
    id: 'launched_at',
    header: 'Launched',
    cell: (row) => <DateCell at={row.launched_at} />,
    width: 104,
  },
  organization('owner', 'Owner'),
  organization('operator', 'Operator'),
  organization('distributor', 'Distributor'),
  organization('reseller', 'Reseller'),
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => <CopyableId id={id} isMono />,
    width: 300,
    isHiddenAtFirst: true,
  },
]

const hourMs = 3_600_000
type Hours = Pick<LocationRow, 'bubble_orange_hours' | 'bubble_red_hours'>

/** The same rule as on the location's page (spec section 9): colour by how long it has been occupied. */
function kindOf({ dock_state, dock_state_since, in_contact }: DockMark, hours: Hours, now: number): DockBubbleKind {
  const parkedHours = dock_state_since === null ? 0 : (now - Date.parse(dock_state_since)) / hourMs
  const atMostOrange = parkedHours >= hours.bubble_orange_hours ? 'orange' : 'none'
  const overdue = parkedHours >= hours.bubble_red_hours ? 'red' : atMostOrange
  return dockBubbleOf({ state: dock_state, no_contact: !in_contact, overdue })
}

/** Grows older by itself: renders again only when a bubble changes its colour. */
export function Docks({
  docks,
  lines,
  max,
  ...hours
}: Pick<LocationRow, 'docks'> & Hours & { lines?: 1 | 2; max?: number }) {
  const kinds = useClock(60_000, (now) => docks.map((mark) => kindOf(mark, hours, now)).join(' '))
  if (docks.length === 0) return <Nothing />
  // The clock compares answers, so the kinds are one text, and the compiler does not know what it is made of.
  return <DocksOverview docks={kinds.split(' ') as DockBubbleKind[]} lines={lines} max={max} />
}

/** Only rental places have any: elsewhere a dash, not a zero. The number leads to the vehicles there. */
function Rentals({ id, type, available_rentals: count }: LocationRow) {
  const maySee = useCan({ rental_device: ['GET'] })
  if (count > 0 && maySee)
    return (
      <Link href={`/rentals?location_id=${id}`}>
        <NumberCell value={count} />
      </Link>
    )
  return isRentalPlace({ type }) || count > 0 ? <NumberCell value={count} /> : <Nothing />
}

function DateCell({ at }: { at: string | null }) {
  const { date, exact } = useFormat()
  return at === null ? (
    <Nothing />
  ) : (
    <time dateTime={at} data-tip={exact(at)}>
      {date(at)}
    </time>
  )
}

/** Over all locations of the filter, from the server, under their columns. */
export function totalsCells(totals: LocationTotals, number: (value: number) => string): Record<string, ReactNode> {
  const occupied = totals.occupied + totals.occupied_orange + totals.occupied_red
  return {
    issues: totals.issues === 0 ? '' : number(totals.issues),
    docks: (
      <span className={classes.totals}>
        <DockBubble kind="occupied" size={9} label={t('Occupied')} /> {number(totals.occupied)}
        <DockBubble kind="over_24" size={10} label={t('24 h+')} /> {number(totals.occupied_orange)}
        <DockBubble kind="over_72" size={9} label={t('72 h+')} /> {number(totals.occupied_red)}
      </span>
    ),
    health: <span className={classes.totals}>{t('{{count}} online', { count: number(totals.online) })}</span>,
    available_docks: <OfCell part={totals.available_docks} of={totals.total_docks} />,
    total_docks: number(totals.total_docks),
    occupied_docks: number(occupied),
    other_docks: number(totals.total_docks - totals.available_docks - occupied),
    available_rentals: number(totals.available_rentals),
  }
}

/** Beside the count of free ones, on 360 px; what is beyond is counted. */
const fitInOneLine = 24

/** A row on a phone: name, code and what differs, the rack in one line, what is free. */
export function LocationCard({ location }: { location: LocationRow }) {
  const { label, code, status, health, available_docks, total_docks } = location
  return (
    <>
      <span className={classes.cardName}>
        <span>{label}</span>
        <DistanceTo location={location} />
      </span>
      <span className={classes.cardLine}>
        <span>{code}</span>
        {status !== 'launched' && <StatusText of="location_status" value={status} size={16} />}
        <StatusText of="health" value={health} size={16} />
      </span>
      <span className={classes.cardDocks}>
        <Docks {...location} lines={1} max={fitInOneLine} />
        <span>
          <strong>{available_docks}</strong> {t('of {{total}} free', { total: total_docks })}
        </span>
      </span>
    </>
  )
}

/** How far it is: nothing until the person allowed their position. */
function DistanceTo({ location: { latitude, longitude } }: { location: LocationRow }) {
  const { at } = usePosition()
  const { number } = useFormat()
  if (at === null || latitude === null || longitude === null) return null
  return <span className={classes.distance}>{distanceLabel(metresBetween(at, { latitude, longitude }), number)}</span>
}

/** What is wrong there, below its card. */
export const LocationIssues = ({ location }: { location: LocationRow }) =>
  location.issues === 0 ? null : (
    <DeviceIssuesButton locationId={location.id} locationName={location.label} worst={worstIssue(location)} />
  )
