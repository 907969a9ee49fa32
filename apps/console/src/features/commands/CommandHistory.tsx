import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Command } from '@wheelhouse/contract/commands.ts'
import { listDeviceCommands } from '@wheelhouse/contract/commands.ts'
import { infinite } from '../../lib/api.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { useFormat } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useRefetchOnChanges } from '../../lib/stream.ts'
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
          <Line key={command.id} command={command} />
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

function Line({ command }: { command: Command }) {
  const { exact } = useFormat()
  const { name, status, failure, created_at, ended_at, requested_by_name, reason, comment } = command
  const word = status === 'failed' && failure !== null ? t('Failed: {{reason}}', { reason: failureWords(failure) }) : undefined
  const took = ended_at === null ? null : durationWords(Date.parse(ended_at) - Date.parse(created_at))
  return (
    <li>
      <span className={classes.historyHead}>
        <strong>{commandLabel(name)}</strong>
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
