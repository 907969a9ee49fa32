import { IconMessage2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/base/button.tsx'
import { useClock } from '../../ui/base/clock.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { DockPlan } from '../../ui/docks/dock-plan.tsx'
import { DockCounts } from '../../ui/list-parts/legend.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { DeviceCard } from './device-cells.tsx'
import { deviceColumns } from './device-columns.tsx'
import { bubbleCounts, devicesByType, dockRows, issuesAt, noContactWords } from './device-styles.ts'
import type { BubbleHours } from './device-styles.ts'
import { devicePath } from './device-link.tsx'
import classes from './devices.module.css'

/** The devices of a location, kept up to date by the stream. */
export function useLocationDevices(locationId: string) {
  const may = useCanCall(listLocationDevices)
  const devices = useLive(listLocationDevices, { params: { location_id: locationId } }, { enabled: may })
  return { ...devices, may }
}

interface DevicesPanelProps {
  location: Pick<Location, 'id' | 'status'> & BubbleHours
  /** "Shown in the app". */
  message: string
  /** The tile and row whose menu or panel is open. */
  openId: string | null
  onMenu: (id: string, at: HTMLElement) => void
  onOpen: (device: Device) => void
  /** Nothing may be sent: no menu in the rows, a tile opens the device. */
  hasMenu: boolean
  /** Chosen devices; without it none can be chosen. Shift-click or Ctrl-click on a tile, Space on a row. */
  selection?: ReadonlySet<string>
  onSelection?: (selection: ReadonlySet<string>) => void
  /** A bulk bar over the table. */
  bulk?: ReactNode
  /** With it the table has devices with an issue alone, and leads to all of them; the plan has all of them. */
  onAll: (() => void) | undefined
  /** At the right of the heading: new devices, their order. */
  actions?: ReactNode
  /** Where there is none yet. */
  firstAction?: ReactNode
}

/** Dock plan in physical order, and the same devices as a table for keyboard and screen reader. */
export function DevicesPanel(props: DevicesPanelProps) {
  const { data: devices, may, error, refetch } = useLocationDevices(props.location.id)
  if (!may) return <NoPermission action="GET" resource="device" />
  if (devices === undefined)
    return error ? (
      <ErrorState title={listLocationDevices.says.failed} detail={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={8} />
    )
  if (devices.length === 0)
    return (
      <NoData title={t('No devices yet')} action={props.firstAction}>
        {t('Devices appear here as soon as they are created.')}
      </NoData>
    )
  return (
    <>
      <Plan {...props} devices={devices} />
      <DevicesTable {...props} devices={devices} />
    </>
  )
}

const isMoving = ({ dock_state }: Device) => dock_state === 'locking' || dock_state === 'unlocking'

function Plan({
  devices,
  location,
  message,
  openId,
  onMenu,
  selection,
  onSelection,
}: DevicesPanelProps & { devices: Device[] }) {
  const step = devices.some(isMoving) ? 1_000 : 10_000
  const now = useClock(1_000, (at) => Math.floor(at / step) * step)
  const rows = dockRows(devices, location, now)
  if (rows.length === 0) return null
  return (
    <section className={classes.plan} aria-label={t('Dock plan')}>
      <div className={classes.counts}>
        <DockCounts
          counts={bubbleCounts(devices, location, now)}
          words={{
            over_24: `${location.bubble_orange_hours} h+`,
            over_72: `${location.bubble_red_hours} h+`,
            fault: t('Out of order'),
            no_contact: noContactWords(devices, location, now),
          }}
        />
        {message !== '' && (
          <p className={classes.message} data-tip={message}>
            <IconMessage2 size={15} aria-hidden />
            <strong>{t('Shown in the app')}</strong>
            <span>{message}</span>
          </p>
        )}
      </div>
      <DockPlan
        rows={rows}
        onOpen={onMenu}
        openId={openId}
        {...(selection && onSelection
          ? { selected: selection, onToggle: (id: string) => onSelection(toggled(selection, id)) }
          : {})}
      />
    </section>
  )
}

function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

const rowId = (device: Device): string => device.id

function DevicesTable({
  devices,
  location,
  onMenu,
  onOpen,
  hasMenu,
  actions,
  onAll,
  openId,
  ...props
}: DevicesPanelProps & { devices: Device[] }) {
  const isIssuesOnly = onAll !== undefined
  const shown = isIssuesOnly ? devices.filter(issuesAt(location)) : devices
  const columns = deviceColumns(location, hasMenu ? onMenu : null, openId)
  return (
    <section className={classes.table}>
      <SectionHead
        title={isIssuesOnly ? t('Devices with an issue') : t('Devices')}
        count={shown.length}
        detail={devicesByType(shown)}
        actions={
          isIssuesOnly ? (
            <>
              <Button size="xs" onClick={onAll}>
                {t('All devices')}
              </Button>
              {actions}
            </>
          ) : (
            actions
          )
        }
      />
      <DataTable
        label={t('Devices')}
        columns={columns}
        rows={shown}
        state={shown.length === 0 ? <NoData title={t('No device has an issue')} /> : undefined}
        rowId={rowId}
        rowHref={(device) => devicePath(device.location_id, device.id)}
        onOpen={onOpen}
        card={(device) => <DeviceCard device={device} hours={location} />}
        {...(props.selection && props.onSelection
          ? { selection: props.selection, onSelection: props.onSelection }
          : {})}
        bulk={props.bulk}
      />
    </section>
  )
}
