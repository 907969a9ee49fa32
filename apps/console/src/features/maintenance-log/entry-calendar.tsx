import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { listLogEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntry } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { useFormManner } from '../../forms/form-locale.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useClock } from '../../ui/base/clock.ts'
import { StatusGlyph } from '../../ui/details/status.tsx'
import { instantAt, wallTime } from '../../ui/form/wall-time.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { entriesAddress } from './entry-address.ts'
import type { EntriesSearch } from './entry-address.ts'
import { entryName } from './entry-labels.ts'
import classes from './entry-calendar.module.css'

interface EntryCalendarProps {
  search: EntriesSearch
  onSearch: (search: EntriesSearch) => void
  onOpen: (entry: LogEntry) => void
}

const entriesAtMost = 500
const shownADay = 4
const minuteMs = 60_000

/** The entries of a month on the days on which they are due, in the person's own time zone. */
export function EntryCalendar({ search, onSearch, onOpen }: EntryCalendarProps) {
  const { timeZone, firstDayOfWeek, language } = useFormManner()
  const isPhone = usePhone()
  const today = useClock(minuteMs, (now) => wallTime(new Date(now).toISOString(), timeZone).slice(0, 10))
  const month = search.month ?? today.slice(0, 7)
  const days = daysOfMonth(month, firstDayOfWeek)
  const found = useLive(
    listLogEntries,
    { query: { ...entriesAddress.filter(search), ...spanOf(days, timeZone), sort: 'due_at', limit: entriesAtMost } },
    { placeholderData: keepPreviousData },
  )
  const show = (next: string | undefined): void => onSearch({ ...search, month: next })
  const total = found.data?.total ?? 0
  const drawn = { days, month, today, onOpen }
  return (
    <div className={classes.calendar}>
      <header className={classes.head}>
        <h2>{monthName(month, language)}</h2>
        <ActionIcon variant="subtle" aria-label={t('Previous month')} onClick={() => show(monthBeside(month, -1))}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" aria-label={t('Next month')} onClick={() => show(monthBeside(month, 1))}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button disabled={search.month === undefined} onClick={() => show(undefined)}>
          {t('Today')}
        </Button>
        {total > entriesAtMost && (
          <span role="status">{t('of {{count}}; narrow the filter to see all', { count: total })}</span>
        )}
      </header>
      <Loaded
        query={found}
        failed={listLogEntries.says.failed}
        bones={isPhone ? <Skeleton lines={8} /> : <Month {...drawn} entries={noEntries} isWaiting />}
      >
        {({ items }) => <Month {...drawn} entries={items} />}
      </Loaded>
    </div>
  )
}

const noEntries: readonly LogEntry[] = []

interface MonthProps {
  /** Whole weeks. */
  days: readonly string[]
  month: string
  today: string
  entries: readonly LogEntry[]
  onOpen: (entry: LogEntry) => void
  isWaiting?: boolean
}

/** On a phone only the days on which something is due. */
function Month({ days, month, today, entries, onOpen, isWaiting = false }: MonthProps) {
  const { timeZone, language } = useFormManner()
  const isPhone = usePhone()
  const { longDay } = useFormat()
  const byDay = Map.groupBy(entries, ({ due_at }) => wallTime(due_at, timeZone).slice(0, 10))
  const shown = isPhone ? days.filter((day) => day.startsWith(month) && byDay.has(day)) : days
  return (
    <>
      {!isPhone && <Weekdays days={days.slice(0, 7)} language={language} />}
      {isPhone && shown.length === 0 && <p className={classes.nothing}>{t('Nothing is due in this month')}</p>}
      <ol className={classes.days} aria-busy={isWaiting}>
        {shown.map((day) => (
          <Day
            key={day}
            day={day}
            label={longDay(day)}
            entries={byDay.get(day) ?? []}
            isToday={day === today}
            isOther={!day.startsWith(month)}
            isPhone={isPhone}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </>
  )
}

/** From the first midnight to the one after the last day. */
function spanOf(days: readonly string[], timeZone: string) {
  const last = new Date(`${days.at(-1) ?? ''}T00:00:00Z`)
  last.setUTCDate(last.getUTCDate() + 1)
  return {
    due_from: instantAt(`${days[0] ?? ''}T00:00`, timeZone) ?? undefined,
    due_to: instantAt(`${last.toISOString().slice(0, 10)}T00:00`, timeZone) ?? undefined,
  }
}

const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )

const Weekdays = ({ days, language }: { days: readonly string[]; language: string }) => (
  <div className={classes.weekdays} aria-hidden>
    {days.map((day) => (
      <span key={day}>
        {new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
          Date.parse(`${day}T00:00:00Z`),
        )}
      </span>
    ))}
  </div>
)

interface DayProps {
  day: string
  label: string
  entries: readonly LogEntry[]
  isToday: boolean
  isOther: boolean
  isPhone: boolean
  onOpen: (entry: LogEntry) => void
}

function Day({ day, label, entries, isToday, isOther, isPhone, onOpen }: DayProps) {
  const [isWhole, setWhole] = useState(isPhone)
  const shown = isWhole ? entries : entries.slice(0, shownADay)
  return (
    <li className={classes.day} data-today={isToday || undefined} data-other={isOther || undefined} aria-label={label}>
      <span className={classes.number} aria-hidden>
        {isPhone ? label : Number(day.slice(8))}
      </span>
      {shown.map((entry) => (
        <button
          key={entry.id}
          type="button"
          className={classes.entry}
          data-overdue={entry.is_overdue || undefined}
          onClick={() => onOpen(entry)}
          aria-label={`${entryName(entry)} ${entry.location_label}`}
        >
          <StatusGlyph of="priority" value={entry.priority} size={13} />
          <span>{entryName(entry)}</span>
          <span>{entry.location_label}</span>
        </button>
      ))}
      {entries.length > shown.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {t('{{count}} more', { count: entries.length - shown.length })}
        </button>
      )}
    </li>
  )
}

const dayMs = 86_400_000
const text = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The days of the weeks that a month touches, as a calendar shows them; plain days, without a time zone. */
function daysOfMonth(month: string, firstDayOfWeek: number): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const before = (new Date(first).getUTCDay() - firstDayOfWeek + 7) % 7
  const start = first - before * dayMs
  const next = Date.parse(`${monthBeside(month, 1)}-01T00:00:00Z`)
  const weeks = Math.ceil((next - start) / (7 * dayMs))
  return Array.from({ length: weeks * 7 }, (_, at) => text(start + at * dayMs))
}

function monthBeside(month: string, step: 1 | -1): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + step)
  return at.toISOString().slice(0, 7)
}
