import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Command } from '@wheelhouse/contract/commands.ts'
import { commandNames, listDeviceCommands, listLocationCommands } from '@wheelhouse/contract/commands.ts'
import type { Device } from '@wheelhouse/contract/devices.ts'
import type { Change } from '@wheelhouse/contract/events.ts'
import { infinite } from '../../lib/api.ts'
import { useMayCall } from '../../lib/can.ts'
import { deviceName } from '../../lib/device-words.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useRefetchOnChanges } from '../../lib/stream.ts'
import { SectionHead } from '../../ui/page.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/states.tsx'
import { StatusText } from '../../ui/status.tsx'
import { durationWords, RelativeTime } from '../../ui/time.tsx'
import { commandLabel, reasonWord } from './command-offers.ts'
import { failureWords } from './command-progress.ts'
import classes from './commands.module.css'

/** What was sent to a device, by whom, why, and how it ended; newest first. */
export function CommandHistory({ deviceId }: { deviceId: string }) {
  const list = useInfiniteQuery(
    infinite(listDeviceCommands, { params: { device_id: deviceId }, query: { limit: 20 } }, fetchFailures.commands),
  )
  useRefetchOnChanges([`/device/v1/devices/${deviceId}/commands`], (change) => change.type === 'command', 1_000)
  return <History list={list} />
}

/** What was sent to the devices of a location; of one of them, or of one name. */
export function LocationCommands({ locationId, devices }: { locationId: string; devices: readonly Device[] }) {
  const may = useMayCall(listLocationCommands)
  const [device, setDevice] = useState('')
  const [name, setName] = useState('')
  if (!may) return null
  const filters = (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('Device')}
        value={device}
        onChange={(event) => setDevice(event.currentTarget.value)}
        data={[{ value: '', label: t('All devices') }, ...devices.map((one) => ({ value: one.id, label: deviceName(one) }))]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('Command')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data={[{ value: '', label: t('All commands') }, ...commandNames.map((one) => ({ value: one, label: commandLabel(one) }))]}
      />
    </>
  )
  return (
    <section className={classes.ofLocation}>
      <SectionHead title={t('Commands')} actions={filters} />
      <LocationCommandHistory locationId={locationId} deviceId={device || undefined} name={name || undefined} />
    </section>
  )
}

interface LocationCommandHistoryProps {
  locationId: string
  /** Only this device's. */
  deviceId?: string | undefined
  name?: string | undefined
}

/** The same of all devices of a location, each line with its device. */
function LocationCommandHistory({ locationId, deviceId, name }: LocationCommandHistoryProps) {
  const query = { limit: 20, ...(deviceId ? { device_id: deviceId } : {}), ...(name ? { name } : {}) }
  const list = useInfiniteQuery(infinite(listLocationCommands, { params: { location_id: locationId }, query }, fetchFailures.commands))
  const isHere = (change: Change) => change.type === 'command' && change.location_id === locationId
  useRefetchOnChanges([`/location/v1/locations/${locationId}/commands`], isHere, 1_000)
  return <History list={list} hasDevice />
}

type CommandPages = UseInfiniteQueryResult<InfiniteData<{ items: Command[] }>>

function History({ list, hasDevice = false }: { list: CommandPages; hasDevice?: boolean }) {
  if (list.data === undefined)
    return list.error ? (
      <ErrorState title={fetchFailures.commands} detail={list.error.message} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton lines={4} />
    )
  const commands = list.data.pages.flatMap((page) => page.items)
  if (commands.length === 0) return <NoData title={t('No commands yet')} />
  return (
    <>
      <ol className={classes.history}>
        {commands.map((command) => (
          <Line key={command.id} command={command} hasDevice={hasDevice} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show older')}
        </Button>
      )}
    </>
  )
}

function Line({ command, hasDevice }: { command: Command; hasDevice: boolean }) {
  const { exact } = useFormat()
  const { device_type: type, device_number: number } = command
  const { name, status, failure, created_at, ended_at, requested_by_name, reason, comment } = command
  const word = status === 'failed' && failure !== null ? t('Failed: {{reason}}', { reason: failureWords(failure) }) : undefined
  const took = ended_at === null ? null : durationWords(Date.parse(ended_at) - Date.parse(created_at))
  return (
    <li>
      <span className={classes.historyHead}>
        <strong>{commandLabel(name)}</strong>
        {hasDevice && type !== null && number !== null && <span>{deviceName({ type, number })}</span>}
        <StatusText of="command" value={status} {...(word === undefined ? {} : { word })} />
        <span className={classes.when}>
          <RelativeTime at={created_at} exact={exact(created_at)} isShort />
        </span>
      </span>
      <span className={classes.historyLine}>
        {[
          requested_by_name ?? t('System'),
          reason && reasonWord(reason),
          comment && `“${comment}”`,
          took && t('after {{time}}', { time: took }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}
