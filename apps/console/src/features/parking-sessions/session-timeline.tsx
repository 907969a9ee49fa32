import {
  IconBell,
  IconCalendar,
  IconClockExclamation,
  IconFlagOff,
  IconLock,
  IconLockOpen,
  IconTerminal2,
  IconX,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { commandNames, commandRules } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { overstayActions, overstaySteps } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusText } from '../../ui/details/status.tsx'
import type { TimelineStep } from '../../ui/details/timeline.tsx'
import { SessionStory } from '../../ui/session/session-page.tsx'
import { recordTitle } from '../overstays/overstay-labels.ts'
import { paymentEventLabels } from '../payments/payment-event-labels.ts'

type Entry = ParkingSessionDetails['timeline'][number]

interface Look {
  title: string
  icon: TablerIcon
}

/** Keys of `t`. */
const verbs: Record<string, Look> = {
  booked: { title: 'Booked', icon: IconCalendar },
  opened: { title: 'Locked, session started', icon: IconLock },
  ended: { title: 'Unlocked, session ended', icon: IconLockOpen },
  cancelled: { title: 'Booking cancelled', icon: IconX },
}

/** By the status of the event, keys of `t`: staff end a session by its lock, or without it. */
const staffEnds: Record<string, Look> = {
  unlocked: { title: 'Unlocked by staff, session ended', icon: IconLockOpen },
  forced: { title: 'Session ended by staff', icon: IconFlagOff },
}

/** What happened in order; an open session waits for its end. Sessions from before the events were kept show their two ends. */
export function SessionTimeline({ session }: { session: ParkingSessionDetails }) {
  const { exact } = useFormat()
  const recorded = session.timeline.map((entry) => stepOf(entry, exact))
  const own = new Set(session.timeline.flatMap(({ kind, verb }) => (kind === 'event' ? [verb] : [])))
  const hasBegun = own.has('opened') || own.has('booked')
  const steps: TimelineStep[] = [
    ...(hasBegun
      ? []
      : [{ id: 'began', icon: IconLock, title: t('Locked, session started'), time: exact(session.started_at) }]),
    ...recorded,
    ...(session.ended_at !== null && !own.has('ended') && !own.has('cancelled')
      ? [{ id: 'ended', ...endOf(session), time: exact(session.ended_at) }]
      : []),
    ...(session.ended_at === null ? [waiting(session.status === 'booked')] : []),
  ]
  return <SessionStory steps={steps} />
}

/** No event says whether the lock opened at a forced end. */
const endOf = ({ how_ended }: ParkingSessionDetails): Look =>
  how_ended === 'forced'
    ? { title: t('Session ended by staff'), icon: IconFlagOff }
    : { title: t('Unlocked, session ended'), icon: IconLockOpen }

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
  const look = lookOf(entry)
  const detail = [by, entry.detail].filter((part) => part !== null).join(': ')
  return {
    id: entry.id,
    title: look?.title ?? entry.verb,
    time,
    ...(look ? { icon: look.icon } : {}),
    ...(detail ? { detail } : {}),
  }
}

/** Title and icon of anything but a command. */
function lookOf({ kind, verb, status }: Entry): Look | undefined {
  if (kind === 'reminder') return { title: t('Rider reminded'), icon: IconBell }
  if (kind === 'overstay') {
    const action = overstayActions.find((one) => one === verb)
    const step = overstaySteps.find((one) => one === status) ?? null
    return (
      action && { title: t('Overstay: {{step}}', { step: recordTitle({ action, step }) }), icon: IconClockExclamation }
    )
  }
  const ofStaff = kind === 'event' && verb === 'ended' && status !== null ? staffEnds[status] : undefined
  const look = ofStaff ?? (kind === 'payment' ? paymentEventLabels : verbs)[verb]
  return look && { ...look, title: t(look.title) }
}

const CommandDetail = ({ entry, by }: { entry: Entry; by: string | null }) => (
  <>
    {entry.status !== null && <StatusText of="command" value={entry.status} />}{' '}
    {[by, entry.detail && `“${entry.detail}”`].filter(Boolean).join(', ')}
  </>
)
