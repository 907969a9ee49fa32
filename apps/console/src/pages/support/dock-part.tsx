import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { listDeviceCommands } from '@wheelhouse/contract/commands/commands.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { getDevice } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { addCaseNote } from '@wheelhouse/contract/support/support-cases.ts'
import { useWrite } from '../../api/api.ts'
import { CommandHistory } from '../../features/commands/command-history.tsx'
import { commandTitle, reasonWord } from '../../features/commands/command-offers.ts'
import { QuickCommands } from '../../features/commands/quick-commands.tsx'
import { DeviceLead, DeviceStrip } from '../../features/devices/device-facts.tsx'
import { deviceName, deviceWithin } from '../../features/devices/device-labels.ts'
import { devicePath } from '../../features/devices/device-link.tsx'
import type { EventFilter } from '../../features/events/event-history.tsx'
import { ForceEnd } from '../../features/parking-sessions/force-end.tsx'
import { AccessTracePanel } from '../../features/support/access-trace.tsx'
import { DeniedScansAtDevice } from '../../features/support/denied-scans.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded, bothOf } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { CardBones, Loading, Waiting } from '../../ui/details/details-skeleton.tsx'
import classes from './support-page.module.css'

const DeviceEventHistory = lazyComponent(() =>
  import('../../features/events/event-history.tsx').then((module) => module.DeviceEventHistory),
)

interface DockPartProps {
  deviceId: string
  userId: string | undefined
  accessKeyId: string | undefined
  /** Where it is noted what was sent. */
  caseRef: { rider_id: string; case_id: string } | null
  /** Of its events: part of the address. */
  filter: EventFilter
  onFilter: (filter: EventFilter) => void
}

/** The dock, what may be done to it at once, why it stays shut, and what happened there. */
export function DockPart(props: DockPartProps) {
  const device = useLive(getDevice, { params: { device_id: props.deviceId } }, { isQuiet: true })
  const locationId = device.data?.location_id
  const location = useLive(
    getLocation,
    { params: { location_id: locationId ?? 'none' } },
    { isQuiet: true, enabled: locationId !== undefined },
  )
  return (
    <Loaded query={bothOf(device, location)} failed={getDevice.says.failed} bones={<DockBones />}>
      {([dock, place]) => <Dock {...props} device={dock} location={place} />}
    </Loaded>
  )
}

const DockBones = () => (
  <Waiting>
    <Loading>
      <CardBones lines={8} />
    </Loading>
  </Waiting>
)

function Dock({
  device,
  location,
  userId,
  accessKeyId,
  caseRef,
  filter,
  onFilter,
}: DockPartProps & { device: Device; location: Location }) {
  const name = deviceWithin(device)
  return (
    <>
      <Card
        title={`${deviceName(device)}, ${location.code} ${location.label}`}
        action={<Link href={devicePath(location.id, device.id)}>{t('Location page')}</Link>}
      >
        <div className={classes.lead}>
          <DeviceLead device={device} hours={location} />
          <DeviceStrip device={device} />
          <Actions device={device} caseRef={caseRef} />
        </div>
      </Card>
      {userId !== undefined && (
        <Card title={t('Why can this person not open {{device}}?', { device: name })}>
          <AccessTracePanel userId={userId} deviceId={device.id} accessKeyId={accessKeyId} deviceName={name} />
        </Card>
      )}
      {userId === undefined && <DeniedScansAtDevice deviceId={device.id} />}
      <div className={classes.later}>
        <Histories device={device} timeZone={location.time_zone} filter={filter} onFilter={onFilter} />
      </div>
    </>
  )
}

/** What helps a caller, the gentlest first. */
const helping: readonly CommandName[] = ['temporary_unlock', 'force_unlock', 'force_cancel_booking', 'identify']

function Actions({ device, caseRef }: { device: Device; caseRef: DockPartProps['caseRef'] }) {
  const note = useWrite(addCaseNote)
  const onSent = (command: Command): void => {
    if (caseRef !== null) note.mutate({ params: caseRef, body: { text: noteOf(command) } })
  }
  return (
    <QuickCommands device={device} names={helping} onSent={onSent}>
      {device.session !== null && <EndSession sessionId={device.session.id} />}
    </QuickCommands>
  )
}

/** What was done, in the words of the person who did it. */
const noteOf = (command: Command): string =>
  t('Sent: {{command}}. {{reason}}: {{comment}}', {
    command: commandTitle(command),
    reason: reasonWord(command.reason ?? 'other'),
    comment: command.comment ?? '',
  })

function EndSession({ sessionId }: { sessionId: string }) {
  const may = useCanCall(getParkingSession)
  const session = useLive(getParkingSession, { params: { session_id: sessionId } }, { isQuiet: true, enabled: may })
  return session.data === undefined ? null : <ForceEnd session={session.data} />
}

type HistoriesProps = Pick<DockPartProps, 'filter' | 'onFilter'> & { device: Device; timeZone: string }

/** Its last commands, then everything that it reported. */
function Histories({ device, timeZone, filter, onFilter }: HistoriesProps) {
  const hasCommands = useCanCall(listDeviceCommands)
  const hasEvents = useCanCall(listLocationEvents)
  return (
    <>
      {hasCommands && (
        <Card title={t('Last commands')}>
          <CommandHistory deviceId={device.id} />
        </Card>
      )}
      {hasEvents && (
        <Card title={t('Last events')}>
          <DeviceEventHistory
            deviceId={device.id}
            locationId={device.location_id}
            timeZone={timeZone}
            filter={filter}
            onFilter={onFilter}
          />
        </Card>
      )}
    </>
  )
}
