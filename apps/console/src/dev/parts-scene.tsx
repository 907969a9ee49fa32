import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconArchive, IconMessage2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { NoticeBar, OfflineBar, StaleBar } from '../ui/frame/bars.tsx'
import { CommandProgress } from '../ui/details/command-progress.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { DockBubble } from '../ui/details/glyphs.tsx'
import { KeyValueGrid } from '../ui/details/key-values.tsx'
import { LiveBadge } from '../ui/frame/live-badge.tsx'
import { NeededPermission } from '../features/permissions/needed-permission.tsx'
import { ErrorState, NoMatch, NoPermission, PermissionSentence, Skeleton } from '../ui/frame/states.tsx'
import { statusStyles, type StatusFamily } from '../ui/details/status-styles.ts'
import { StatusPill, StatusText } from '../ui/details/status.tsx'
import { Duration, RelativeTime } from '../ui/details/time.tsx'
import { Timeline } from '../ui/details/timeline.tsx'
import { Toasts, type Toast } from '../ui/frame/toasts.tsx'
import * as palette from '../theme/palette.ts'
import classes from './dev.module.css'

const nothing = () => undefined
const startedAt = new Date(Date.now() - 72_000).toISOString()
const fourMinutesAgo = new Date(Date.now() - 240_000).toISOString()
const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3>{title}</h3>
    {children}
  </>
)

const Palette = () => (
  <div className={classes.swatches}>
    {Object.entries(palette).map(([name, shades]) => [
      <span key={name}>{name}</span>,
      ...shades.map((shade) => <i key={name + shade} style={{ background: shade }} />),
    ])}
  </div>
)

const Family = ({ of }: { of: StatusFamily }) => (
  <div className={classes.three}>
    {Object.keys(statusStyles[of]).map((value) => (
      <StatusText key={value} of={of} value={value} />
    ))}
  </div>
)

const bubbles = keysOf(statusStyles.dock_bubble)

const Glyphs = () => (
  <section id="glyphs">
    <Titled title="Palette">
      <Palette />
    </Titled>
    <Titled title="Location status">
      <Family of="location_status" />
    </Titled>
    <Titled title="Health">
      <Family of="health" />
    </Titled>
    <Titled title="Heartbeat">
      <Family of="heartbeat" />
    </Titled>
    <Titled title="Dock bubbles, 8, 10 and 16 px">
      <div className={classes.three}>
        {bubbles.map((kind) => (
          <span key={kind} className={classes.state}>
            <DockBubble kind={kind} size={8} />
            <DockBubble kind={kind} size={10} />
            <DockBubble kind={kind} size={16} />
            {statusStyles.dock_bubble[kind].word}
          </span>
        ))}
      </div>
    </Titled>
    <Titled title="Payment">
      <Family of="payment" />
    </Titled>
    <Titled title="Command">
      <Family of="command" />
    </Titled>
    <Titled title="Pills">
      <div className={classes.flow}>
        {Object.keys(statusStyles.location_status).map((value) => (
          <StatusPill key={value} of="location_status" value={value} />
        ))}
        <StatusPill of="payment" value="needs_approval" />
        <StatusPill of="pending" value="delete_pending" />
      </div>
    </Titled>
  </section>
)

const Controls = ({ onConfirm, onToasts }: { onConfirm: () => void; onToasts: () => void }) => (
  <section id="controls">
    <Titled title="Buttons">
      <div className={classes.flow}>
        <Button variant="filled" leftSection={<IconPlus size={15} />}>
          Primary
        </Button>
        <Button>Default</Button>
        <Button variant="subtle">Quiet</Button>
        <Button data-danger leftSection={<IconTrash size={15} />} onClick={onConfirm}>
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="filled" loading>
          Saving
        </Button>
        <Button size="xs">Small 24</Button>
        <SegmentedControl data={['Table', 'Map']} aria-label="View" />
        <Button onClick={onToasts}>Show toasts</Button>
      </div>
    </Titled>
    <Titled title="Form">
      <div className={classes.field}>
        <span>Label</span>
        <TextInput aria-label="Label" defaultValue="Balti jaam, perroon 1" />
      </div>
      <div className={classes.field}>
        <span>Code</span>
        <TextInput aria-label="Code" defaultValue="10421" error="Code is a six-digit number" />
      </div>
      <div className={classes.field}>
        <span>App parking</span>
        <Switch label="Riders can park with the app" defaultChecked />
      </div>
    </Titled>
    <Titled title="Command progress">
      <CommandProgress title="Firmware 2.14.3, 24 docks" since={startedAt} step="received" counts={[24, 24, 17, 9]} />
      <div style={{ height: 8 }} />
      <CommandProgress
        title="Force unlock, dock 07"
        since=""
        step="ended"
        end={{ status: 'hardware_timeout', took_ms: 30_000 }}
        onSendAgain={nothing}
      />
      <div style={{ height: 8 }} />
      <CommandProgress title="Identify, dock 03" since="" step="ended" end={{ status: 'success', took_ms: 1_900 }} />
    </Titled>
    <Titled title="Timeline">
      <Timeline
        steps={[
          { id: '1', title: 'Locked', detail: 'Key RFID 00745A70, lock confirmed after 1.1 s', time: '08:09:47' },
          { id: '2', title: 'Charge failed twice', tone: 'red', icon: IconTrash, detail: 'Card declined' },
          { id: '3', title: 'Waits for a decision', isOpen: true, detail: '16 h so far' },
        ]}
      />
    </Titled>
    <Titled title="Facts">
      <KeyValueGrid
        items={[
          { label: 'Hardware', value: <span className="mono">a4c1 38f0 9e42</span> },
          { label: 'Voltage', value: '11.9', unit: 'V' },
          { label: 'Phone', value: null },
        ]}
      />
    </Titled>
  </section>
)

const States = () => (
  <section id="states">
    <Titled title="Loading, empty, error">
      <div className={classes.two}>
        <div>
          <Skeleton />
        </div>
        <div>
          <NoMatch title="No location matches" onClear={nothing} />
        </div>
        <div>
          <ErrorState title="Fetching locations failed" detail="Network Error" onRetry={nothing} />
        </div>
        <div>
          <PermissionSentence value={NeededPermission}>
            <NoPermission action="GETPAYMENTS" resource="payment" />
          </PermissionSentence>
        </div>
      </div>
    </Titled>
    <Titled title="Bars">
      <StaleBar why="Fetch location failed" age="4 min" onRetry={nothing} />
      <OfflineBar since="10:38" age="4 min" />
      <OfflineBar since="10:38" age="12 s" isServerAway onRetry={nothing} />
      <NoticeBar isBox tone="violet" icon={<IconMessage2 size={16} />}>
        A charge waits for your decision.
      </NoticeBar>
      <NoticeBar tone="grey" icon={<IconArchive size={16} />}>
        Obsolete: nothing new is set up here.
      </NoticeBar>
    </Titled>
    <Titled title="Live badge">
      <div className={classes.flow}>
        <LiveBadge live={{ state: 'live' }} onToggle={nothing} />
        <LiveBadge live={{ state: 'paused', waiting: 14 }} onToggle={nothing} />
        <LiveBadge live={{ state: 'stale', age: '4 min' }} />
      </div>
    </Titled>
    <Titled title="Time">
      <div className={classes.flow}>
        <RelativeTime at={fourMinutesAgo} /> · <Duration ms={112_400_000} /> · <Duration ms={356_400_000} /> ·{' '}
        <Duration ms={356_400_000} isShort />
      </div>
    </Titled>
    <Titled title="Maintenance, priority, session, rental device">
      <Family of="maintenance" />
      <br />
      <Family of="priority" />
      <br />
      <Family of="session" />
      <br />
      <Family of="rental_device" />
    </Titled>
  </section>
)

const toasts: Toast[] = [
  { id: 'launch', level: 'success', text: 'Location launched successfully', detail: '104333 Lennujaam, saabumine' },
  {
    id: 'hardware',
    level: 'error',
    text: 'Hardware already assigned',
    detail: 'a4c1 38f0 9e is in dock 04 of 203104',
    link: {
      label: 'Open',
      href: '/dev/ui',
    },
  },
]

/** Glyphs, controls and states side by side, as they are held against their picture. */
export function PartsScene() {
  const [isAsked, setAsked] = useState(location.search.includes('confirm'))
  const [shown, setShown] = useState<Toast[]>([])
  return (
    <div className={classes.parts}>
      <Glyphs />
      <Controls onConfirm={() => setAsked(true)} onToasts={() => setShown(toasts)} />
      <States />
      <Toasts toasts={shown} onClose={(id) => setShown(shown.filter((toast) => toast.id !== id))} />
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={nothing}
        icon={IconArchive}
        title="Make 104217 obsolete?"
        confirmLabel="Make obsolete"
        keepLabel="Keep"
        isDanger
        comment={{
          label: 'Reason',
          minLength: 10,
          maxLength: 500,
          isRequired: true,
          lastOnes: ['Station moved to the other side', 'Contract ended in October'],
        }}
      >
        Obsolete is final. 24 docks go out of service and 14 bikes are parked here now. When the station is moved or
        reused, make a new location.
      </ConfirmDialog>
    </div>
  )
}
