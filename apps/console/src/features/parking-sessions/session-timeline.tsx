import { IconCalendar, IconLock, IconLockOpen, IconTerminal2, IconX } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { commandNames, commandRules } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusText } from '../../ui/details/status.tsx'
import type { TimelineStep } from '../../ui/details/timeline.tsx'
import { SessionStory } from '../../ui/session/session-page.tsx'
import { paymentEventLabels } from '../payments/payment-event-labels.ts'

type Entry = ParkingSessionDetails['timeline'][number]

const verbs: Record<string, { title: string; icon: TablerIcon }> = {
  booked: { title: 'Booked', icon: IconCalendar },
  opened: { title: 'Locked, session started', icon: IconLock },
  ended: { title: 'Unlocked, session ended', icon: IconLockOpen },
  cancelled: { title: 'Booking cancelled', icon: IconX },
}

/** What happened in order; an open session waits for its end. Sessions from before the events were kept show their two ends. */
export function SessionTimeline({ session }: { session: ParkingSessionDetails }) {
  const { exact } = useFormat()
  const recorded = session.timeline.map((entry) => stepOf(entry, exact))
  const hasBegun = session.timeline.some(({ verb }) => verb === 'opened' || verb === 'booked')
  const steps: TimelineStep[] = [
    ...(hasBegun
      ? []
      : [{ id: 'began', icon: IconLock, title: t('Locked, session started'), time: exact(session.started_at) }]),
    ...recorded,
    ...(session.ended_at !== null && !session.timeline.some(({ verb }) => verb === 'ended' || verb === 'cancelled')
      ? [{ id: 'ended', icon: IconLockOpen, title: t('Unlocked, session ended'), time: exact(session.ended_at) }]
      : []),
    ...(session.ended_at === null ? [waiting(session.status === 'booked')] : []),
  ]
  return <SessionStory steps={steps} />
}

const waiting = (isBooked: boolean): TimelineStep =>
  isBooked
    ? {
        id: 'waits',
        title: t('Still booked'),
        detail: t('Ends when the hold expires or a bike is locked'),
        isOpen: true,
      }
    : { id: 'waits', title: t('Still parked'), detail: t('Ends when the lock opens'), isOpen: true }

function stepOf(entry: Entry, exact: (at: string) => string): TimelineStep {
  const by = entry.actor_kind === 'person' && entry.actor_name !== null ? entry.actor_name : null
  const time = exact(entry.at)
  if (entry.kind === 'command') {
    const name = commandNames.find((one) => one === entry.verb)
    const title = name ? t(commandRules[name].label) : entry.verb
    return { id: entry.id, icon: IconTerminal2, title, time, detail: <CommandDetail entry={entry} by={by} /> }
  }
  const look = (entry.kind === 'payment' ? paymentEventLabels : verbs)[entry.verb]
  const detail = [by, entry.detail].filter((part) => part !== null).join(': ')
  return {
    id: entry.id,
    title: look ? t(look.title) : entry.verb,
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
