import { Button } from '@mantine/core'
import { IconBuilding, IconClock, IconMapPin, IconPencil, IconRocket } from '@tabler/icons-react'
import { useState } from 'react'
import { formatOf } from '../i18n/format.ts'
import { Badge, TagList } from '../ui/details/badge.tsx'
import { CopyableId, groupedHex } from '../ui/details/copyable-id.tsx'
import { CardBones, DetailsSkeleton, FrameBone, RowBones } from '../ui/details/details-skeleton.tsx'
import { DetailsHeader } from '../ui/details/details.tsx'
import { Card, FactStrip, KeyValueGrid } from '../ui/details/key-values.tsx'
import { LiveBadge, type LiveState } from '../ui/frame/live-badge.tsx'
import { Tabs } from '../ui/frame/page.tsx'
import { StatusGlyph, StatusPill, StatusText } from '../ui/details/status.tsx'
import { Duration, RelativeTime } from '../ui/details/time.tsx'
import { Timeline } from '../ui/details/timeline.tsx'
import classes from './dev.module.css'

const nothing = () => undefined
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const format = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'Europe/Tallinn' }, 'en-GB')

const tabs = [
  { id: 'standard', label: 'Standard', href: '/dev/ui#details', isActive: true },
  { id: 'info', label: 'Info', href: '/dev/ui#details', isActive: false },
  { id: 'fees', label: 'Service fees', href: '/dev/ui#details', isActive: false, count: 3 },
  { id: 'technical', label: 'Technical', href: '/dev/ui#details', isActive: false, count: 2, tone: 'amber' as const },
]

const Header = () => (
  <DetailsHeader
    crumbs={[{ label: 'Locations', href: '/dev/ui#details' }, { label: 'Balti jaam, perroon 1' }]}
    live={{ state: 'live' }}
    onLive={nothing}
    neighbours={{
      position: '3 of 17',
      listName: 'Needs attention',
      listHref: '/dev/ui#details',
      nextHref: '/dev/ui#details',
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
        <Button variant="filled" leftSection={<IconRocket size={15} />}>
          Launch
        </Button>
      </>
    }
    facts={[
      { icon: IconMapPin, value: 'Toompuiestee 37, Tallinn' },
      { icon: IconBuilding, value: 'Baltic Park OÜ', label: 'owner' },
      { icon: IconClock, value: <RelativeTime at={ago(94_000)} />, label: 'launched' },
    ]}
    tabs={<Tabs label="Views" tabs={tabs} />}
  />
)

const hardwareId = 'A4C138F09E4200FF12345678'

const Values = () => (
  <Card title="Dock 15" action={<CopyableId id="01900000-0000-7000-8000-00000000abcd">id</CopyableId>}>
    <KeyValueGrid
      columns={2}
      items={[
        {
          label: 'Hardware',
          value: (
            <CopyableId id={hardwareId} isMono>
              {groupedHex(hardwareId)}
            </CopyableId>
          ),
        },
        { label: 'Voltage', value: '11.9', unit: 'V' },
        { label: 'Heartbeat', value: <StatusText of="heartbeat" value="late" word="4 min ago" /> },
        { label: 'RFID', value: <span className="mono">{format.rfid('00745a70')}</span> },
        { label: 'Tags', value: <TagList tags={['ee', 'transit', 'covered', 'camera']} /> },
        { label: 'Phone', value: null },
        { label: 'Occupied', value: <Duration since={ago(112_400)} /> },
        { label: 'Seen', value: <RelativeTime at={ago(240)} exact={format.exact(ago(240))} /> },
      ]}
    />
  </Card>
)

/** Minor units: two decimals, none, three, and less than nothing. */
const Amounts = () => (
  <Card title="Money and time">
    <KeyValueGrid
      items={[
        { label: 'Euro', value: format.money(840, 'EUR') },
        { label: 'Yen', value: format.money(1250, 'JPY') },
        { label: 'Dinar', value: format.money(1250, 'KWD') },
        { label: 'Refund', value: format.money(-160, 'EUR') },
        { label: 'Moment', value: format.exact('2026-11-21T10:42:00.000Z') },
        { label: 'Day', value: format.longDay('2026-11-21') },
      ]}
    />
  </Card>
)

function Ages() {
  const [live, setLive] = useState<LiveState>({ state: 'live' })
  return (
    <Card title="Live badge and age">
      <div className={classes.flow}>
        <LiveBadge
          live={live}
          onToggle={() => setLive(live.state === 'live' ? { state: 'paused', waiting: 14 } : { state: 'live' })}
        />
        <LiveBadge live={{ state: 'paused', waiting: 0 }} onToggle={nothing} />
        <LiveBadge live={{ state: 'stale', age: '4 min' }} />
        <Badge>12</Badge>
        <Badge tone="amber">3</Badge>
        <Badge tone="red">1</Badge>
        <Badge tone="violet">2</Badge>
        <Badge tone="accent">new</Badge>
        <StatusGlyph of="health" value="some_offline" />
        <StatusGlyph of="heartbeat" value="long_offline" />
        <StatusGlyph of="priority" value="critical" />
      </div>
    </Card>
  )
}

const History = () => (
  <Card title="Timeline">
    <Timeline
      steps={[
        { id: '1', title: 'Booked', time: '08:01:12', tone: 'accent', detail: 'App, held for 10 min' },
        { id: '2', title: 'Locked', time: '08:09:47', detail: 'Key RFID 00745A70, lock confirmed after 1.1 s' },
        { id: '3', title: 'Charge failed twice', time: '17:40:02', tone: 'red', detail: 'Card declined' },
        { id: '4', title: 'Waits for a decision', isOpen: true, detail: '16 h so far' },
      ]}
    />
  </Card>
)

export const DetailsScene = () => (
  <>
    <div className={classes.framed}>
      <Header />
    </div>
    <div className={classes.cards}>
      <Values />
      <Amounts />
      <History />
      <Ages />
    </div>
    <div className={classes.framed}>
      <DetailsSkeleton title="Location" back={{ label: 'Locations', href: '/dev/ui#details' }}>
        <div className={classes.cards}>
          <CardBones lines={4} />
          <FrameBone height={120} />
        </div>
        <RowBones rows={3} />
      </DetailsSkeleton>
    </div>
    <Card title="Facts in a row, as on a phone">
      <FactStrip
        items={[
          { label: 'Heartbeat', value: <StatusText of="heartbeat" value="healthy" word="18 s" /> },
          { label: 'RSSI', value: '−63', unit: 'dBm' },
          { label: 'Voltage', value: '11.9', unit: 'V' },
          { label: 'Firmware', value: '2.14.3' },
        ]}
      />
    </Card>
  </>
)
