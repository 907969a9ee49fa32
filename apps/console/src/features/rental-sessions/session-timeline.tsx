import {
  IconCalendar,
  IconFlag,
  IconFlagOff,
  IconMapPinOff,
  IconPlayerPlay,
  IconTerminal2,
  IconX,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { RentalSessionDetails } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusText } from '../../ui/details/status.tsx'
import type { TimelineStep } from '../../ui/details/timeline.tsx'
import { SessionStory } from '../../ui/session/session-page.tsx'
import { rentalCommandLabel } from '../commands/rental-command-labels.ts'
import { paymentEventLabels } from '../payments/payment-event-labels.ts'

type Entry = RentalSessionDetails['timeline'][number]

const verbs: Record<string, { title: string; icon: TablerIcon }> = {
  reserved: { title: 'Reserved', icon: IconCalendar },
  rented: { title: 'Rental started', icon: IconPlayerPlay },
  returned: { title: 'Returned, rental ended', icon: IconFlag },
  returned_outside: { title: 'Returned outside the area, rental ended', icon: IconMapPinOff },
  force_ended: { title: 'Rental ended by staff', icon: IconFlagOff },
  cancelled: { title: 'Reservation ended', icon: IconX },
}
const beginnings = new Set(['reserved', 'rented'])

/** What happened in order; an open ride waits for its end. Rides from before the events were kept show their two ends. */
export function RentalSessionTimeline({ session }: { session: RentalSessionDetails }) {
  const { exact } = useFormat()
  const hasBegun = session.timeline.some(({ verb }) => beginnings.has(verb))
  const hasEnded = session.timeline.some(({ kind, verb }) => kind === 'event' && verb in verbs && !beginnings.has(verb))
  const steps: TimelineStep[] = [
    ...(hasBegun
      ? []
      : [{ id: 'began', icon: IconPlayerPlay, title: t('Rental started'), time: exact(session.started_at) }]),
    ...session.timeline.map((entry) => stepOf(entry, exact)),
    ...(session.ended_at !== null && !hasEnded
      ? [{ id: 'ended', icon: IconFlag, title: t('Rental ended'), time: exact(session.ended_at) }]
      : []),
    ...(session.ended_at === null ? [waiting(session.status === 'booked')] : []),
  ]
  return <SessionStory steps={steps} />
}

const waiting = (isBooked: boolean): TimelineStep =>
  isBooked
    ? {
        id: 'waits',
        title: t('Still reserved'),
        detail: t('Ends when the rental device is rented or the hold expires'),
        isOpen: true,
      }
    : { id: 'waits', title: t('Still rented'), detail: t('Ends when the rental device is returned'), isOpen: true }

function stepOf(entry: Entry, exact: (at: string) => string): TimelineStep {
  const by = entry.actor_kind === 'person' && entry.actor_name !== null ? entry.actor_name : null
  const time = exact(entry.at)
  if (entry.kind === 'command') {
    const detail = <CommandDetail entry={entry} by={by} />
    return { id: entry.id, icon: IconTerminal2, title: rentalCommandLabel(entry.verb), time, detail }
  }
  const look = (entry.kind === 'payment' ? paymentEventLabels : verbs)[entry.verb]
  const detail = [by, entry.detail].filter((part) => part !== null).join(': ')
  return {
    id: entry.id,
    title: look ? t(look.title) : entry.verb.replaceAll('_', ' '),
    time,
    ...(look ? { icon: look.icon } : {}),
    ...(detail ? { detail } : {}),
  }
}

const CommandDetail = ({ entry, by }: { entry: Entry; by: string | null }) => (
  <>
    {entry.status !== null && <StatusText of="command" value={entry.status} />}{' '}
    {[by, entry.detail && `“${entry.detail}”`].filter(Boolean).join(', ')}
  </>
)
