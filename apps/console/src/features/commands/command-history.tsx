import { Button, NativeSelect } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import {
  commandNames,
  exportLocationCommands,
  listDeviceCommands,
  listLocationCommands,
} from '@wheelhouse/contract/commands/commands.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { useCanCall } from '../../session/can.ts'
import { deviceName } from '../devices/device-labels.ts'
import { total, useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useLivePages } from '../../live/use-live.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { durationLabel, RelativeTime } from '../../ui/details/time.tsx'
import { commandLabel, reasonWord } from './command-offers.ts'
import { failureLabels } from './command-progress.ts'
import classes from './commands.module.css'

/** What was sent to a device, by whom, why, and how it ended; newest first. */
export function CommandHistory({ deviceId }: { deviceId: string }) {
  const list = useLivePages(listDeviceCommands, { params: { device_id: deviceId }, query: { limit: 20 } })
  return <History list={list} />
}

interface LocationCommandsProps {
  locationId: string
  devices: readonly Device[]
}

/** What was sent to the devices of a location; of one of them, or of one name. */
export function LocationCommands(props: LocationCommandsProps) {
  return useCanCall(listLocationCommands) ? <LocationCommandHistory {...props} /> : null
}

interface Chosen {
  device_id?: string
  name?: string
}

function LocationCommandHistory({ locationId, devices }: LocationCommandsProps) {
  const format = useFormat()
  const [chosen, setChosen] = useState<Chosen>({})
  const params = { location_id: locationId }
  const list = useLivePages(listLocationCommands, { params, query: { limit: 20, ...chosen } })
  const first = list.data?.pages[0]
  const actions = (
    <>
      <CommandFilters devices={devices} chosen={chosen} onChange={setChosen} />
      {first !== undefined && first.total > 0 && (
        <ListExport
          isSmall
          route={exportLocationCommands}
          params={params}
          query={{ ...chosen }}
          title={t('Export the commands')}
          count={total(format, first)}
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

type CommandPages = UseInfiniteQueryResult<InfiniteData<{ items: Command[] }>>

function History({ list, hasDevice = false }: { list: CommandPages; hasDevice?: boolean }) {
  if (list.data === undefined)
    return list.error ? (
      <ErrorState
        title={listLocationCommands.says.failed}
        detail={list.error.message}
        onRetry={() => void list.refetch()}
      />
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
  const word =
    status === 'failed' && failure !== null ? t('Failed: {{reason}}', { reason: failureLabels(failure) }) : undefined
  const took = ended_at === null ? null : durationLabel(Date.parse(ended_at) - Date.parse(created_at))
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
