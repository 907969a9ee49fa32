import { ActionIcon, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconAlertOctagon,
  IconCalendarMonth,
  IconCalendarShare,
  IconCategory,
  IconClockExclamation,
  IconLayoutKanban,
  IconList,
  IconPencil,
  IconProgress,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  createLogEntry,
  editLogEntries,
  getLogEntry,
  getLogTotals,
  listPresentAssignees,
  moveLogEntries,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { getLogCalendar } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import { read } from '../../api/api.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import { namedValues } from '../../lists/filter-operators.ts'
import { linkedDeviceChip } from '../../lists/linked-chip.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { statusStyles } from '../../ui/details/status-styles.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { Menu, MenuItem } from '../../ui/dialogs/overlay.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'
import { useNamedPeople } from '../console-users/person-labels.ts'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { closed, entriesAddress, openedEntry, openOf } from './entry-address.ts'
import type { EntriesSearch, EntryRef } from './entry-address.ts'
import { EntryCard, entryColumns, totalsCells } from './entry-columns.tsx'
import { entryName, logResourceLabels, logTypeLabels } from './entry-labels.ts'

const NewEntryDialog = lazyComponent(() => import('./entry-dialogs.tsx').then((module) => module.NewEntryDialog))
const OpenEntry = lazyComponent(() => import('./entry-panel.tsx').then((module) => module.OpenEntry))
const EntryBoard = lazyComponent(() => import('./entry-board.tsx').then((module) => module.EntryBoard))
const EntryCalendar = lazyComponent(() => import('./entry-calendar.tsx').then((module) => module.EntryCalendar))
const CalendarDialog = lazyComponent(() => import('./calendar-dialog.tsx').then((module) => module.CalendarDialog))
const MoveBulkDialog = lazyComponent(() => import('./bulk-dialogs.tsx').then((module) => module.MoveBulkDialog))
const EditBulkDialog = lazyComponent(() => import('./bulk-dialogs.tsx').then((module) => module.EditBulkDialog))

type ScreenProps = ListScreenProps<typeof entriesAddress>

const rowName = (entry: LogEntry): string => `${entryName(entry)} ${entry.location_label}`
const card = (row: LogEntry) => <EntryCard entry={row} />

const bulkActions: readonly BulkAction[] = [
  { label: t('Status'), icon: IconProgress, route: moveLogEntries, dialog: MoveBulkDialog },
  { label: t('Edit'), icon: IconPencil, route: editLogEntries, dialog: EditBulkDialog },
]

/** Work on locations and devices: as a list, as a board by status, and on the days on which it is due. */
export function MaintenanceLogScreen({
  search,
  onSearch,
  history,
}: ScreenProps & { history?: (entry: EntryRef) => ReactNode }) {
  const mayCreate = useCanCall(createLogEntry)
  const mayOpen = useCanCall(getLogEntry)
  const close = (): void => onSearch(closed(search))
  const open = (entry: Pick<LogEntry, 'id' | 'location_id'>): void =>
    onSearch({ ...closed(search), open: openOf(entry) })
  const opened = openedEntry(search)
  return (
    <>
      <ListPage
        address={entriesAddress}
        search={search}
        onSearch={onSearch}
        title={t('Maintenance log')}
        columns={entryColumns}
        card={card}
        rowName={rowName}
        onOpen={open}
        filters={useChips(search, onSearch)}
        find={t('Number, description or location')}
        bulkActions={bulkActions}
        tabs={search.view === 'board' ? undefined : stateTabs(search)}
        totals={useTotals(search)}
        actions={<HeadActions search={search} onSearch={onSearch} mayCreate={mayCreate} />}
        instead={insteadOf(search, onSearch, open)}
        words={{
          noMatch: t('No log entry matches'),
          noData: search.state === undefined ? t('No open log entries') : t('No log entries yet'),
          whyNoData: t('Work on your locations and their devices appears here.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewEntryDialog
          place={search.place}
          device={search.device}
          onPlace={(place) => onSearch({ ...search, place, device: undefined })}
          onDone={open}
          onClose={close}
        />
      )}
      {mayOpen && opened && (
        <OpenEntry
          key={opened.log_entry_id}
          entry={opened}
          isEdited={opened.isEdited}
          history={history}
          onEdit={(isEdited) =>
            onSearch({ ...search, open: `${isEdited ? 'edit:' : ''}${opened.location_id}.${opened.log_entry_id}` })
          }
          onClose={close}
        />
      )}
    </>
  )
}

function insteadOf(search: EntriesSearch, onSearch: ScreenProps['onSearch'], open: (entry: LogEntry) => void) {
  if (search.view === 'board') return <EntryBoard search={search} onOpen={open} />
  if (search.view === 'calendar') return <EntryCalendar search={search} onSearch={onSearch} onOpen={open} />
  return undefined
}

function stateTabs({ state, view }: EntriesSearch) {
  const shown = view === undefined ? '' : `view=${view}`
  const href = (query: string): string => `/maintenance-log?${[query, shown].filter(Boolean).join('&')}`
  return [
    { id: 'open', label: t('Open'), href: href(''), isActive: state === undefined },
    { id: 'closed', label: t('Closed'), href: href('state=closed'), isActive: state === 'closed' },
    { id: 'all', label: t('All'), href: href('state=all'), isActive: state === 'all' },
  ]
}

/** Over all entries of the filter. */
function useTotals(search: EntriesSearch) {
  const { money, number } = useFormat()
  const may = useCanCall(getLogTotals)
  const { data } = useLive(
    getLogTotals,
    { query: entriesAddress.filter(search) },
    { enabled: may && search.view === undefined, placeholderData: keepPreviousData },
  )
  return (
    data && {
      cells: totalsCells(data, money),
      label:
        data.entries === 1 ? t('Totals, 1 entry') : t('Totals, {{count}} entries', { count: number(data.entries) }),
    }
  )
}

function useChips(search: EntriesSearch, onSearch: ScreenProps['onSearch']): Chips<typeof logEntries> {
  return {
    // The columns of the board are the statuses.
    status:
      search.view === 'board'
        ? null
        : chip(t('Status'), IconProgress, statusStyles.maintenance, {
            glyph: (value) => <StatusGlyph of="maintenance" value={value} />,
          }),
    priority: chip(t('Priority'), IconAlertOctagon, statusStyles.priority, {
      glyph: (value) => <StatusGlyph of="priority" value={value} />,
    }),
    overdue: overdueChip(search, onSearch),
    assignee_id: useAssigneeChip(search),
    type: chip(t('Type'), IconCategory, logTypeLabels),
    resource: chip(t('Resource'), IconUsersGroup, logResourceLabels, { isOffered: false }),
    location_id: useLocationChip(search),
    organization_id: useOrganizationChip(search, { isOffered: false }),
    dashboard_id: useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined })),
    created_at: ageChip(t('Created')),
    device_id: linkedDeviceChip(search.device_id, () => onSearch({ ...search, device_id: undefined })),
    // The tabs and the calendar ask these.
    state: null,
    due_from: null,
    due_to: null,
  }
}

const overdueChip = (search: EntriesSearch, onSearch: ScreenProps['onSearch']): Filter => ({
  id: 'overdue',
  label: t('Due'),
  icon: IconClockExclamation,
  isOffered: true,
  operators: [{ value: 'is', label: t('is') }],
  operator: 'is',
  choices: [{ value: 'yes', label: t('Overdue') }],
  selected: search.overdue === undefined ? [] : ['yes'],
  onChange: ({ selected }) => onSearch({ ...search, overdue: selected.length > 0 ? 'yes' : undefined }),
})

/** Offers those who have work; the address may ask for a person who has none. */
function useAssigneeChip({ assignee_id = [], assignee_id_not = [] }: EntriesSearch) {
  const may = useCanCall(listPresentAssignees)
  const { data = [] } = useQuery({ ...read(listPresentAssignees, {}, { isQuiet: true }), enabled: may })
  const known = data.map(({ id, name }) => ({ value: id, label: name }))
  const asked = namedValues([assignee_id, assignee_id_not], false)
  const others = useNamedPeople(asked.filter((id) => known.every(({ value }) => value !== id)))
  return {
    label: t('Assignee'),
    icon: IconUser,
    isOffered: true,
    choices: [...others, ...known],
  }
}

type View = 'list' | 'board' | 'calendar'

const viewIcons: Record<View, TablerIcon> = { list: IconList, board: IconLayoutKanban, calendar: IconCalendarMonth }

/** Three views of the same filter; on a phone in a menu, which leaves room for the title. */
function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const isPhone = usePhone()
  const views: { value: View; label: string }[] = [
    { value: 'list', label: t('List') },
    { value: 'board', label: t('Board') },
    { value: 'calendar', label: t('Calendar') },
  ]
  const Present = viewIcons[view]
  if (!isPhone) return <SegmentedControl aria-label={t('View')} data={views} value={view} onChange={onView} />
  return (
    <Menu
      position="bottom-end"
      withinPortal
      target={
        <ActionIcon variant="subtle" aria-label={t('View')}>
          <Present size={22} aria-hidden />
        </ActionIcon>
      }
    >
      {views.map(({ value, label }) => {
        const Icon = viewIcons[value]
        return (
          <MenuItem key={value} leftSection={<Icon size={18} aria-hidden />} onClick={() => onView(value)}>
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

function HeadActions({ search, onSearch, mayCreate }: ScreenProps & { mayCreate: boolean }) {
  const isPhone = usePhone()
  const mayCalendar = useCanCall(getLogCalendar)
  const [isCalendarOpen, setCalendarOpen] = useState(false)
  return (
    <>
      <ViewSwitch
        view={search.view ?? 'list'}
        onView={(view) => onSearch({ ...closed(search), view: view === 'list' ? undefined : view })}
      />
      {mayCalendar && !isPhone && (
        <ActionIcon variant="subtle" aria-label={t('Calendar address')} onClick={() => setCalendarOpen(true)}>
          <IconCalendarShare size={16} />
        </ActionIcon>
      )}
      {mayCreate && (
        <CreateButton label={t('New entry')} onClick={() => onSearch({ ...closed(search), open: 'new' })} />
      )}
      {isCalendarOpen && <CalendarDialog onClose={() => setCalendarOpen(false)} />}
    </>
  )
}
