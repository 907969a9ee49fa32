import { ActionIcon, Button } from '@mantine/core'
import {
  IconBuilding,
  IconCircleDashedCheck,
  IconClock,
  IconColumns3,
  IconDots,
  IconFilter,
  IconHeadset,
  IconMapPin,
  IconParking,
  IconPencil,
  IconPlus,
  IconQrcode,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CommandMenu } from '../ui/frame/command-menu.tsx'
import { CommandProgress } from '../ui/details/command-progress.tsx'
import { Nothing, NumberCell } from '../ui/data-table/cells.tsx'
import type { Column } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { DetailsBody, DetailsHeader } from '../ui/details/details.tsx'
import { DockPlan } from '../ui/docks/dock-plan.tsx'
import { DockBubble } from '../ui/details/glyphs.tsx'
import { DockCounts } from '../ui/list-parts/legend.tsx'
import { SectionHead, Tabs } from '../ui/frame/page.tsx'
import { StatusPill, StatusText } from '../ui/details/status.tsx'
import { EventList } from '../ui/details/timeline.tsx'
import classes from './dev.module.css'
import { FrameScene } from './frame-scene.tsx'
import { commands, counts, events } from './sample-location.ts'
import { sampleDevices, type SampleDevice } from './sample-rows.ts'

const columns: readonly Column<SampleDevice>[] = [
  {
    id: 'number',
    header: '#',
    width: 44,
    isSortable: true,
    cell: (row) => <b className={classes.strong}>{row.number}</b>,
  },
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: (row) => (
      <span className={classes.state}>
        <DockBubble kind={row.bubble} size={10} />
        {row.word ||
          { locked: 'Locked', unlocked: 'Free', booked: 'Booked', unlocking: 'Unlocking', unknown: 'Unknown' }[
            row.state
          ]}
      </span>
    ),
  },
  {
    id: 'for',
    header: 'For',
    width: 88,
    align: 'end',
    cell: (row) => (row.since === 'Free' ? <Nothing /> : row.since),
  },
  {
    id: 'who',
    header: 'In use by',
    width: 112,
    cell: (row) => (row.who === null ? <Nothing /> : <a href="/dev/ui">{row.who}</a>),
  },
  { id: 'method', header: 'By', width: 68, cell: (row) => (row.state === 'unlocked' ? <Nothing /> : row.method) },
  {
    id: 'heartbeat',
    header: 'Heartbeat',
    width: 92,
    cell: (row) => <StatusText of="heartbeat" value={row.heartbeat} word="42 s" />,
  },
  { id: 'rssi', header: 'RSSI', width: 64, align: 'end', cell: (row) => <NumberCell value={row.rssi} /> },
  { id: 'firmware', header: 'Firmware', width: 90, cell: (row) => <span className="mono">{row.firmware}</span> },
  {
    id: 'pending',
    header: 'Pending',
    width: 150,
    isGrowing: true,
    cell: (row) => row.pending !== null && <StatusPill of="pending" value={row.pending} />,
  },
]

const rowId = (row: SampleDevice) => row.id
const nothing = () => undefined
const tile = (device: SampleDevice) => ({
  id: device.id,
  number: device.number,
  bubble: device.bubble,
  caption: device.since,
  label: `Dock ${device.number}, ${device.state} for ${device.since}`,
})
const planRows = [
  { label: 'Wall', docks: sampleDevices.slice(0, 12).map(tile) },
  { label: 'Platform', docks: sampleDevices.slice(12).map(tile) },
]
const tabs = (
  <Tabs
    label="View"
    tabs={[
      'Standard',
      'Info',
      'Service fees',
      'Technical',
      'Maintenance',
      'Photos',
      'External devices',
      'Permissions',
    ].map((label, index) => ({
      id: label,
      label,
      href: `/dev/ui?${label}`,
      isActive: index === 0,
      ...(index === 3 && { count: 2, tone: 'amber' as const }),
      ...(index === 4 && { count: 1 }),
    }))}
  />
)

const header = (
  <DetailsHeader
    crumbs={[{ label: 'Locations', href: '/dev/ui?scene=locations' }, { label: '104217' }]}
    live={{ state: 'live' }}
    onLive={nothing}
    neighbours={{
      position: '3 of 17',
      listName: 'Needs attention',
      listHref: '/dev/ui',
      previousHref: '/dev/ui?p',
      nextHref: '/dev/ui?n',
    }}
    name="Balti jaam, perroon 1"
    code="104217"
    states={
      <>
        <StatusPill of="location_status" value="launched" />
        <StatusText of="health" value="some_offline" />
      </>
    }
    actions={
      <>
        <Button leftSection={<IconPencil size={15} />}>Edit</Button>
        <Button leftSection={<IconCircleDashedCheck size={15} />}>Status</Button>
        <Button leftSection={<IconQrcode size={15} />}>Print codes</Button>
        <ActionIcon aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </>
    }
    facts={[
      { icon: IconMapPin, value: 'Toompuiestee 37, Tallinn' },
      { icon: IconBuilding, value: <a href="/dev/ui">Tallinn Mobility</a>, label: 'owner' },
      { icon: IconHeadset, value: <a href="/dev/ui">Baltic Park OÜ</a>, label: 'operator' },
      { icon: IconParking, value: 'Bike docks, G3' },
      { icon: IconClock, value: '10:42', label: 'Europe/Tallinn' },
    ]}
    tabs={tabs}
  />
)

export function LocationScene() {
  const [open, setOpen] = useState<{ id: string; at: HTMLElement } | null>(null)
  const [since] = useState(() => new Date(Date.now() - 9_000).toISOString())
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(['08']))
  useEffect(() => {
    const at = document.querySelector<HTMLElement>('[data-dock="08"]')
    if (at !== null && !location.search.includes('closed')) requestAnimationFrame(() => setOpen({ id: '08', at }))
  }, [])
  return (
    <FrameScene active="Locations">
      {header}
      <DetailsBody asideLabel="What moves" aside={<Aside since={since} />}>
        <div className={classes.rack}>
          <div className={classes.rackHead}>
            <DockCounts counts={counts} words={{ fault: 'Out of order' }} />
          </div>
          <DockPlan
            rows={planRows}
            selected={selection}
            openId={open?.id ?? null}
            onOpen={(id, at) => setOpen({ id, at })}
            onToggle={(id) => setSelection(new Set([...selection, id]))}
          />
        </div>
        <SectionHead
          title="Devices"
          count={26}
          detail="24 docks, 1 guard, 1 controller"
          actions={
            <>
              <Button variant="subtle" leftSection={<IconFilter size={15} />}>
                State
              </Button>
              <Button variant="subtle" leftSection={<IconColumns3 size={15} />}>
                Columns
              </Button>
              <Button leftSection={<IconPlus size={15} />}>Add devices</Button>
            </>
          }
        />
        <DataTable
          isWhole
          label="Devices"
          columns={columns}
          rows={sampleDevices}
          rowId={rowId}
          selection={selection}
          onSelection={setSelection}
        />
        {open !== null && (
          <CommandMenu
            opened
            onClose={() => setOpen(null)}
            at={open.at}
            glyph={<DockBubble kind="over_72" size={10} />}
            title={`Dock ${open.id}`}
            detail="locked for 4 d 3 h"
            groups={commands}
          />
        )}
      </DetailsBody>
    </FrameScene>
  )
}

const Aside = ({ since }: { since: string }) => (
  <>
    <CommandProgress title="Temporary unlock, dock 07" since={since} step="received">
      Kadri Mets. “Rider is at the rack, app has no signal.” Gives up after 30 s.
    </CommandProgress>
    <div className={classes.asideHead}>
      <h3>Events</h3>
      <span>updates by itself</span>
    </div>
    <EventList events={events} />
  </>
)
