import { Button, NativeSelect } from '@mantine/core'
import type { Command, HardwareCommand } from '@wheelhouse/contract/commands/commands.ts'
import { deviceCommands, hardwareCommands, locationCommands } from '@wheelhouse/contract/commands/commands.ts'
import { commandNames } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import type { FilterValues } from '../../lists/list-address.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { commandLabel, reasonWord } from './command-offers.ts'
import { CommandAnswer } from './command-answer.tsx'
import { failureText } from './command-end.ts'
import classes from './commands.module.css'

const pageSize = 20

/** What was sent to a device, by whom, why, and how it ended; newest first. */
export function CommandHistory({ deviceId }: { deviceId: string }) {
  const list = useList(
    deviceCommands.route,
    { limit: pageSize },
    {
      params: { device_id: deviceId },
      isLive: true,
    },
  )
  return <History list={list} />
}

/** The same of a piece of hardware, wherever it was. */
export function HardwareCommandHistory({ id }: { id: string }) {
  const params = { hardware_id: id }
  const list = useList(hardwareCommands.route, { limit: pageSize }, { params, isLive: true })
  return (
    <section className={classes.ofLocation}>
      <SectionHead
        title={t('Command history')}
        actions={
          list.rows.length > 0 && (
            <ListExport
              route={hardwareCommands.csv}
              params={params}
              query={{}}
              title={t('Export the commands')}
              count={list.count ?? ''}
            />
          )
        }
      />
      <History list={list} hasDevice />
    </section>
  )
}

type Chosen = FilterValues<typeof locationCommands>

interface LocationCommandsProps {
  locationId: string
  devices: readonly Device[]
  /** Part of the address. */
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** What was sent to the devices of a location; of one of them, or of one name. */
export function LocationCommands(props: LocationCommandsProps) {
  return useCanCall(locationCommands.route) ? <LocationCommandHistory {...props} /> : null
}

function LocationCommandHistory({ locationId, devices, chosen, onChoose }: LocationCommandsProps) {
  const params = { location_id: locationId }
  const list = useList(
    locationCommands.route,
    { limit: pageSize, ...chosen },
    {
      params,
      isLive: true,
    },
  )
  const actions = (
    <>
      <CommandFilters devices={devices} chosen={chosen} onChange={onChoose} />
      {list.rows.length > 0 && (
        <ListExport
          route={locationCommands.csv}
          params={params}
          query={{ ...chosen }}
          title={t('Export the commands')}
          count={list.count ?? ''}
        />
      )}
    </>
  )
  return (
    <section className={classes.ofLocation}>
      <SectionHead title={t('Commands')} actions={actions} />
      <History list={list} hasDevice />
    </section>
  )
}

interface CommandFiltersProps {
  devices: readonly Device[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

function CommandFilters({ devices, chosen, onChange }: CommandFiltersProps) {
  const { device_id = '', name = '' } = chosen
  const change = (to: Chosen) =>
    onChange(Object.fromEntries(Object.entries({ ...chosen, ...to }).filter(([, value]) => value !== '')))
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('Device')}
        value={device_id}
        onChange={(event) => change({ device_id: event.currentTarget.value })}
        data={[
          { value: '', label: t('All devices') },
          ...devices.map((one) => ({ value: one.id, label: deviceName(one) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Command')}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data={[
          { value: '', label: t('All commands') },
          ...commandNames.map((one) => ({ value: one, label: commandLabel(one) })),
        ]}
      />
    </>
  )
}

type AnyCommand = Command | HardwareCommand

export function History({ list, hasDevice = false }: { list: List<AnyCommand>; hasDevice?: boolean }) {
  if (list.rows.length === 0) {
    if (list.error !== null)
      return <ErrorState title={locationCommands.says.failed} detail={list.error.message} onRetry={list.retry} />
    return list.isLoading ? <Skeleton lines={4} /> : <NoData title={t('No commands yet')} />
  }
  return (
    <>
      <ol className={classes.history}>
        {list.rows.map((command) => (
          <Line key={command.id} command={command} hasDevice={hasDevice} />
        ))}
      </ol>
      {list.hasMore && (
        <Button size="xs" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

function Line({ command, hasDevice }: { command: AnyCommand; hasDevice: boolean }) {
  const { device_type: type, device_number: number } = command
  const { name, status, failure, created_at, ended_at, requested_by_name, reason, comment } = command
  const word = status === 'failed' && failure !== null ? failureText(command, failure) : undefined
  const isElsewhere = 'is_elsewhere' in command && command.is_elsewhere
  const took = ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(created_at)
  return (
    <li>
      <span className={classes.historyHead}>
        <strong>{commandLabel(name)}</strong>
        {hasDevice && type !== null && number !== null && <span>{deviceName({ type, number })}</span>}
        <Place command={command} />
        <StatusText of="command" value={status} {...(word === undefined ? {} : { word })} />
        <span className={classes.when}>
          <RelativeTime at={created_at} isShort />
        </span>
      </span>
      <span className={classes.historyLine}>
        {[
          requested_by_name ?? (isElsewhere ? null : t('System')),
          reason && reasonWord(reason),
          comment && `“${comment}”`,
          took >= 1_000 && t('after {{time}}', { time: durationLabel(took) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <CommandAnswer command={command} />
    </li>
  )
}

/** Where hardware was when it was sent: it moves. Nothing of what was sent while it was in stock. */
function Place({ command }: { command: AnyCommand }) {
  if (!('location_code' in command)) return null
  const { is_elsewhere, location_id, location_label, location_code } = command
  if (is_elsewhere) return <span>{t('a location that you may not see')}</span>
  if (location_id === null) return null
  return <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
}
