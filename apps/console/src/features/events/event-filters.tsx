import { IconCalendar, IconCategory, IconUser, IconUsers } from '@tabler/icons-react'
import { periodDaysAtMost } from '@wheelhouse/contract/calendar-days.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { actorKinds } from '@wheelhouse/contract/events/events.ts'
import { eventKinds, verbsOf } from '@wheelhouse/contract/events/event-kinds.ts'
import type { EventFeature, EventKindName } from '@wheelhouse/contract/events/event-kinds.ts'
import { daysOf, instantsOf, spanLabels, spanOf } from '../../lists/day-span.ts'
import type { DaySpan } from '../../lists/day-span.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Filter } from '../../ui/list-parts/filter-chip.tsx'

const DaysForm = lazyComponent(() => import('../../lists/days-form.tsx').then((module) => module.DaysForm))

const namedPeriods = { day: 1, week: 7, quarter: 90, year: 365 } as const
/** A name, or two days of the reader's calendar, both included: `2026-10-01..2026-10-31`. None: the last 30 days. */
export type EventPeriod = keyof typeof namedPeriods | DaySpan

/** Part of the address: the same link shows the same events. */
export interface EventFilter {
  /** Features, or a feature with one of its verbs: `locations launched`. */
  feature?: string[]
  actor_kind?: AuditEvent['actor_kind'][]
  actor_id?: string
  period?: EventPeriod
}

const periodLabels: Record<keyof typeof namedPeriods, string> = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  quarter: 'Last 90 days',
  year: 'Last year',
}

const hourMs = 3_600_000
/** Whole hours, so that the same filter is the same question. */
const hoursAgo = (days: number): string =>
  new Date((Math.floor(Date.now() / hourMs) - days * 24) * hourMs).toISOString()

/** What the call asks; days begin and end by the reader's clock. */
export function rangeOf(period: EventPeriod | undefined, timeZone: string): { from?: string; to?: string } {
  if (period === undefined) return {}
  const days = daysOf(period)
  // What is no span of days is a name.
  if (days === null) return { from: hoursAgo(namedPeriods[period as keyof typeof namedPeriods] ?? 30) }
  return instantsOf(days, timeZone)
}

export function queryOf({ feature, period, ...filter }: EventFilter, timeZone: string) {
  const features = feature?.filter((kind) => !kind.includes(' '))
  const kinds = feature?.filter((kind) => kind.includes(' '))
  return {
    ...filter,
    ...(features?.length ? { feature: features } : {}),
    ...(kinds?.length ? { kind: kinds } : {}),
    ...rangeOf(period, timeZone),
  }
}

const is = (label = t('is')) => [{ value: 'is', label }]
const list = <T extends string>(selected: string[]) =>
  // The compiler knows what is selected as text only; every choice of these filters is a T.
  selected.length > 0 ? (selected as T[]) : undefined

/** Verbs that a filter words otherwise: their name says little, or something else. */
const verbLabels: Partial<Record<EventKindName, string>> = {
  'devices door': 'door opened or closed',
  'devices qr_code': 'QR code',
  'devices boot': 'started',
  'devices photo': 'photo taken',
  'devices delete_pending': 'deletion requested',
  'devices kept': 'deletion cancelled',
  'intake child_entered': 'new hardware in a mesh',
  'security-photos link_given': 'link created',
  'service-fees unpaid': 'not paid',
  'maintenance-log hours_updated': 'working hours updated',
  'work-plans activated': 'switched on',
  'work-plans disabled': 'switched off',
  'price-lists updated': 'renamed',
  'payments not_cancelled': 'could not be cancelled',
  'payments reinstated': 'paid after it was cancelled',
  'payments no_answer': 'no answer from the provider',
  'dashboards link_opened': 'public link switched on or updated',
  'dashboards link_closed': 'public link switched off',
  'reports run_again': 'started again',
  'reports made': 'ready',
  'reports link_given': 'download link created',
  'reports expired': 'file deleted',
  'feedback written_down': 'recorded for a rider',
  'feedback taken_up': 'work started',
  'allowlists enabled': 'switched on',
  'allowlists disabled': 'switched off',
  'allowlists sync_retried': 'synchronization restarted',
  'subscriptions enabled': 'switched on',
  'subscriptions disabled': 'switched off',
  'notifier replayed': 'sent again',
  'console-users reinvited': 'invited again',
  'users revealed': 'personal data shown',
  'find-user found': 'looked up by phone, email, PIN or key',
  'search found': 'looked up by phone, email, PIN or key',
  'rental-sessions force_ended': 'ended by staff',
  'rental-sessions cancelled': 'reservation ended',
  'rental-sessions late_report': 'reported late',
  'devices position': 'position reported',
  'commands late_answer': 'late answer',
  'external-devices sim_asked': 'SIM status requested',
  'external-devices sim_status': 'SIM status',
  'external-devices sms_sent': 'SMS sent',
  'external-devices sms_ended': 'SMS ended',
  'resource-groups belongs_changed': 'groups updated',
}

/** Each feature whole, then with each of its verbs. */
export const kindChoices = (features: readonly EventFeature[]): { value: string; label: string }[] =>
  features.flatMap((feature) => {
    const label = t(eventKinds[feature].label)
    const verbs = verbsOf(feature).map((verb) => {
      // The verbs are the feature's, which the compiler does not connect.
      const kind = `${feature} ${verb}` as EventKindName
      return { value: kind, label: `${label}: ${t(verbLabels[kind] ?? verb.replaceAll('_', ' '))}` }
    })
    return [{ value: feature, label }, ...verbs]
  })

interface FiltersProps {
  filter: EventFilter
  /** Of which there can be events here. */
  features: readonly EventFeature[]
  onFilter: (filter: EventFilter) => void
  people: Filter['choices']
  format: Format
}

export function filtersOf({ filter, features, onFilter, people, format }: FiltersProps): Filter[] {
  const offered = { operators: is(), operator: 'is', isOffered: true }
  return [
    {
      ...offered,
      id: 'kind',
      label: t('Kind'),
      icon: IconCategory,
      choices: kindChoices(features),
      selected: filter.feature ?? [],
      onChange: ({ selected }) =>
        onFilter({
          ...filter,
          feature: list(selected),
        }),
    },
    {
      ...offered,
      id: 'by',
      label: t('By'),
      icon: IconUsers,
      selected: filter.actor_kind ?? [],
      choices: actorKinds.map((kind) => ({
        value: kind,
        label: t(kind),
      })),
      onChange: ({ selected }) =>
        onFilter({
          ...filter,
          actor_kind: list(selected),
        }),
    },
    {
      ...offered,
      id: 'person',
      label: t('Person'),
      icon: IconUser,
      choices: people,
      selected: filter.actor_id === undefined ? [] : [filter.actor_id],
      onChange: ({ selected }) =>
        onFilter({
          ...filter,
          actor_id: selected.at(-1),
        }),
    },
    {
      ...offered,
      id: 'time',
      label: t('Time'),
      icon: IconCalendar,
      operators: is(t('in')),
      choices: timeChoices(filter.period, format),
      selected: filter.period === undefined ? [] : [filter.period],
      ask: {
        label: t('Custom dates…'),
        form: ({ onDone }) => (
          <DaysForm
            days={daysOf(filter.period)}
            most={periodDaysAtMost}
            onChoose={(days) => (onDone(), onFilter({ ...filter, period: spanOf(days) }))}
          />
        ),
      },
      onChange: ({ selected }) =>
        onFilter({
          ...filter,
          // Its choices are periods, or the days of the filter.
          period: selected.at(-1) as EventPeriod | undefined,
        }),
    },
  ]
}

const timeChoices = (period: EventPeriod | undefined, { longDay }: Format): Filter['choices'] => {
  const days = daysOf(period)
  return [
    ...Object.entries(periodLabels).map(([value, label]) => ({ value, label: t(label) })),
    ...(days === null ? [] : [{ value: period ?? '', label: spanLabels(days, longDay) }]),
  ]
}
