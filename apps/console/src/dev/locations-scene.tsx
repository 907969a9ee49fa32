import { Button, SegmentedControl } from '@mantine/core'
import {
  IconAlertCircle,
  IconCircleDashedCheck,
  IconDownload,
  IconFolders,
  IconMap2,
  IconMessage2,
  IconPlus,
  IconTable,
  IconTag,
} from '@tabler/icons-react'
import { useState } from 'react'
import { TagList } from '../ui/details/badge.tsx'
import { OfflineBar } from '../ui/frame/bars.tsx'
import { BulkBar } from '../ui/list-parts/bulk-bar.tsx'
import { DimCell, IssueCount, NameCell, NumberCell, OfCell } from '../ui/data-table/cells.tsx'
import { TableControls } from '../ui/list-parts/columns-menu.tsx'
import type { Column } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { firstLayout } from '../ui/data-table/layout.ts'
import type { Sort } from '../ui/data-table/table-head.tsx'
import { DocksOverview } from '../ui/docks/docks-overview.tsx'
import { FilterBar } from '../ui/list-parts/filter-bar.tsx'
import { DockBubble } from '../ui/details/glyphs.tsx'
import { DockLegend } from '../ui/list-parts/legend.tsx'
import { Page, Tabs } from '../ui/frame/page.tsx'
import { RowCard } from '../ui/list-parts/row-card.tsx'
import { NoMatch } from '../ui/frame/states.tsx'
import { StatusText } from '../ui/details/status.tsx'
import { FrameScene } from './frame-scene.tsx'
import { usePhone } from '../ui/frame/app-frame.tsx'
import classes from './dev.module.css'
import { useSampleFilters } from './sample-filters.ts'
import { manyLocations, sampleLocations, type SampleLocation } from './sample-rows.ts'

const columns: readonly Column<SampleLocation>[] = [
  {
    id: 'status',
    header: 'Status',
    width: 152,
    pin: 'start',
    isSortable: true,
    isHideable: false,
    cell: (row) => <StatusText of="location_status" value={row.status} />,
    watch: (row) => row.status,
  },
  {
    id: 'issues',
    header: 'Issues',
    headerGlyph: <IconAlertCircle size={14} />,
    width: 48,
    pin: 'start',
    isSortable: true,
    cell: (row) => <IssueCount count={row.issues} summary={`Out of order: ${row.issues}`} />,
  },
  { id: 'code', header: 'Code', width: 70, pin: 'start', isSortable: true, isHideable: false, cell: (row) => row.code },
  {
    id: 'name',
    header: 'Name',
    width: 180,
    pin: 'start',
    isSortable: true,
    isHideable: false,
    isLink: true,
    cell: (row) => <NameCell>{row.name}</NameCell>,
  },
  { id: 'address', header: 'Address', width: 164, isSortable: true, cell: (row) => <DimCell>{row.address}</DimCell> },
  { id: 'docks', header: 'Docks overview', width: 156, cell: (row) => <DocksOverview docks={row.docks} /> },
  {
    id: 'health',
    header: 'Health',
    width: 124,
    isSortable: true,
    cell: (row) => <StatusText of="health" value={row.health} />,
    watch: (row) => row.health,
  },
  {
    id: 'free',
    header: 'Free',
    width: 66,
    align: 'end',
    isSortable: true,
    cell: (row) => <OfCell part={row.free} of={row.docks.length} />,
    watch: (row) => row.free,
  },
  {
    id: 'rentals',
    header: 'Rentals',
    width: 66,
    align: 'end',
    isSortable: true,
    cell: (row) => <NumberCell value={row.rentals} />,
  },
  { id: 'tags', header: 'Tags', width: 140, cell: (row) => <TagList tags={row.tags} /> },
  { id: 'type', header: 'Type', width: 120, isSortable: true, cell: (row) => <DimCell>{row.type}</DimCell> },
  { id: 'owner', header: 'Owner', width: 150, isSortable: true, cell: (row) => <DimCell>{row.owner}</DimCell> },
  {
    id: 'created_at',
    header: 'Created',
    width: 110,
    isSortable: true,
    isHiddenAtFirst: true,
    cell: (row) => row.created_at,
  },
]

const rowId = (row: SampleLocation) => row.id
const rowHref = (row: SampleLocation) => `/dev/ui?scene=location&code=${row.code}`
const card = (row: SampleLocation) => (
  <RowCard
    title={row.name}
    trailing="180 m"
    childrenTrailing={
      <>
        <b>{row.free}</b> of {row.docks.length} free
      </>
    }
    note={
      row.issues > 0 && (
        <>
          <IconAlertCircle size={16} />
          Dock 15 lock jam
        </>
      )
    }
    facts={
      <>
        {row.code} {row.status !== 'launched' && <StatusText of="location_status" value={row.status} />}{' '}
        <StatusText of="health" value={row.health} />
      </>
    }
  >
    <DocksOverview docks={row.docks} lines={1} max={24} />
  </RowCard>
)

const totals = {
  docks: (
    <span className={classes.totals}>
      <DockBubble kind="occupied" size={9} /> 4,012 <DockBubble kind="over_24" size={9} /> 286{' '}
      <DockBubble kind="over_72" size={9} /> 97
    </span>
  ),
  health: '389 online',
  free: '3,411',
  rentals: '214',
}

const actions = (
  <>
    <SegmentedControl
      data={[
        {
          value: 'table',
          label: (
            <span className={classes.segment}>
              <IconTable size={15} />
              Table
            </span>
          ),
        },
        {
          value: 'map',
          label: (
            <span className={classes.segment}>
              <IconMap2 size={15} />
              Map
            </span>
          ),
        },
      ]}
    />
    <Button leftSection={<IconDownload size={15} />}>Export</Button>
    <Button variant="filled" leftSection={<IconPlus size={15} />}>
      New location
    </Button>
  </>
)

const bulkActions = [
  { label: 'Tags', icon: IconTag, onClick: () => undefined },
  { label: 'Status', icon: IconCircleDashedCheck, onClick: () => undefined },
  { label: 'Resource groups', icon: IconFolders, onClick: () => undefined },
  { label: 'Maintenance message', icon: IconMessage2, onClick: () => undefined },
]

const savedViews = (
  <Tabs
    label="Saved views"
    tabs={[
      { id: 'all', label: 'All', href: '/dev/ui?1', isActive: true, count: 428 },
      { id: 'attention', label: 'Needs attention', href: '/dev/ui?2', isActive: false, count: 17 },
      { id: 'oslo', label: 'Oslo, launched', href: '/dev/ui?3', isActive: false, count: 118 },
      { id: 'month', label: 'To launch this month', href: '/dev/ui?4', isActive: false, count: 9 },
    ]}
  />
)

type LocationsSceneProps = { count?: number; isOffline?: boolean; show?: 'rows' | 'waiting' | 'no match' }

export function LocationsScene({ count = 0, isOffline = false, show = 'rows' }: LocationsSceneProps) {
  const [rows] = useState(() => {
    if (show !== 'rows') return []
    return count > 0 ? manyLocations(count) : sampleLocations
  })
  const [sort, setSort] = useState<Sort>({ column: 'code', direction: 'asc' })
  const [selection, setSelection] = useState<ReadonlySet<string>>(
    new Set(count > 0 || show !== 'rows' ? [] : ['104260', '203104', '203156']),
  )
  const [layout, setLayout] = useState(firstLayout)
  const filters = useSampleFilters()
  const isPhone = usePhone()
  const filter = (
    <FilterBar
      search={{ value: '', placeholder: 'Code, name or address', onChange: () => undefined }}
      filters={filters}
      onClear={() => undefined}
      controls={<TableControls columns={columns} layout={layout} onLayout={setLayout} />}
    />
  )
  return (
    <FrameScene active="Locations" banner={isOffline && <OfflineBar since="10:38" />}>
      <Page
        title="Locations"
        count={isPhone ? '23 near you' : 428}
        {...(isPhone
          ? {}
          : { live: { state: 'live' }, onLive: () => undefined, actions, views: savedViews, legend: <DockLegend /> })}
        filter={filter}
      >
        <DataTable
          label="Locations"
          isLoading={show === 'waiting'}
          state={show === 'no match' && <NoMatch title="No location matches" onClear={() => undefined} />}
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowHref={rowHref}
          card={card}
          total={{ total: 428, total_is_exact: true }}
          sort={sort}
          onSort={setSort}
          selection={selection}
          onSelection={setSelection}
          layout={layout}
          onLayout={setLayout}
          totals={totals}
          totalsLabel="Totals, 428 locations"
          bulk={
            selection.size > 0 ? (
              <BulkBar
                selected={selection.size}
                total={428}
                onAll={() => undefined}
                onClose={() => setSelection(new Set())}
                actions={bulkActions}
              />
            ) : undefined
          }
        />
      </Page>
    </FrameScene>
  )
}
