import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { createLogEntry, logEntries, logStates } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { LogState } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { t } from '../../i18n/i18n.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { sortableBy } from '../../lists/list-columns.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { Segments } from '../../ui/base/segments.tsx'
import { askPanel } from '../../ui/dialogs/dialog-closing.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { refOf } from './entry-address.ts'
import type { EntryRef } from './entry-address.ts'
import { EntryCard, entryColumns } from './entry-columns.tsx'
import classes from './maintenance-log.module.css'

const NewEntryDialog = lazyComponent(() => import('./entry-dialogs.tsx').then((module) => module.NewEntryDialog))
const OpenEntry = lazyComponent(() => import('./entry-panel.tsx').then((module) => module.OpenEntry))

const hidden = ['location_label', 'resource', 'status_at', 'created_by_name', 'resolved_by_name', 'updated_at', 'id']
const columns = sortableBy(
  logEntries,
  entryColumns.filter(({ id }) => !hidden.includes(id)),
)
const card = (row: LogEntry) => <EntryCard entry={row} />
const { failed } = logEntries.says

const choices = [
  { value: 'open', label: t('Open') },
  { value: 'urgent', label: t('Urgent') },
  { value: 'closed', label: t('Closed') },
  { value: 'all', label: t('All') },
]

interface LocationLogPanelProps {
  locationId: string
  /** Open entries of critical and high priority alone, which the tab counts. */
  isUrgentOnly: boolean
  onUrgentOnly: (is: boolean) => void
  /** Events belong to another feature: the application puts them in. */
  history?: (entry: EntryRef) => ReactNode
}

/** What is to be done at a location, and what was. */
export function LocationLogPanel({ locationId, isUrgentOnly, onUrgentOnly, history }: LocationLogPanelProps) {
  const may = useCanCall(logEntries.route)
  const [state, setState] = useState<LogState>('open')
  const [open, setOpen] = useState<(EntryRef & { isEdited: boolean }) | null>(null)
  const [isNew, setNew] = useState(false)
  const which = isUrgentOnly ? ({ state: 'open', priority: [...urgentPriorities] } as const) : { state }
  const query = { location_id: [locationId], ...which, sort: 'due_at' } as const
  const list = useList(logEntries.route, query, {
    enabled: may,
    isLive: true,
    isRelevant: ({ location_id }) => location_id === locationId,
  })
  function choose(which: string): void {
    onUrgentOnly(which === 'urgent')
    const chosen = logStates.find((one) => one === which)
    if (chosen !== undefined) setState(chosen)
  }
  if (!may) return <NoPermission action="GET_MAINTENANCE_LOG_ENTRIES" resource="location" />
  return (
    <div className={classes.panel}>
      <SectionHead
        title={t('Maintenance log')}
        count={list.total?.total}
        actions={
          <>
            <Segments
              label={t('Which entries')}
              choices={choices}
              value={isUrgentOnly ? 'urgent' : state}
              onChange={choose}
            />
            <ListExport
              route={logEntries.csv}
              query={query}
              title={t('Export maintenance log')}
              count={list.count ?? ''}
            />
            <NewEntryButton onClick={() => askPanel(() => setNew(true))} />
          </>
        }
      />
      <ListRows
        label={t('Maintenance log')}
        columns={columns}
        list={list}
        failed={failed}
        isWhole
        onOpen={(entry) => askPanel(() => setOpen({ ...refOf(entry), isEdited: false }))}
        openId={open?.log_entry_id}
        card={card}
        words={isUrgentOnly ? { noData: t('No urgent log entries here') } : wordsFor(state)}
      />
      {isNew && (
        <NewEntryDialog
          place={locationId}
          isPlaceFixed
          onDone={(entry) => (setNew(false), setOpen({ ...refOf(entry), isEdited: false }))}
          onClose={() => setNew(false)}
        />
      )}
      {open && (
        <OpenEntry
          key={open.log_entry_id}
          entry={open}
          isEdited={open.isEdited}
          history={history}
          onEdit={(isEdited) => setOpen({ ...open, isEdited })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

function NewEntryButton({ onClick }: { onClick: () => void }) {
  const may = useCanCall(createLogEntry)
  if (!may) return null
  return (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={onClick}>
      {t('New entry')}
    </Button>
  )
}

const wordsFor = (state: LogState) =>
  state === 'open'
    ? { noData: t('No open log entries here'), whyNoData: t('There is no open work at this location.') }
    : { noData: t('No log entries here yet') }
