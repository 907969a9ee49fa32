import { useQueries } from '@tanstack/react-query'
import { countMaintenanceMessages } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { MaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { chunksOf } from '../../lists/list-bulk-outcome.ts'
import { useForm } from '../../ui/form/form-state.ts'
import { useMessages } from './message-line.tsx'
import { outlookOf, periodIn } from './message-period.ts'
import type { MessagePeriod } from './message-period.ts'
import classes from './maintenance-messages.module.css'

export type MessageCounts = ReplyOf<typeof countMaintenanceMessages>

const Note = ({ words }: { words: string | null }) =>
  words && (
    <p className={classes.outlook} role="status">
      {words}
    </p>
  )

/** What becomes of the messages that one location shows now. */
export function LocationOutlook({ locationId }: { locationId: string }) {
  const { data: messages = [] } = useMessages(locationId)
  const period = periodIn(useForm().values)
  return <Note words={wordsForOne(messages, period)} />
}

function wordsForOne(messages: readonly MaintenanceMessage[], period: MessagePeriod): string | null {
  const { current, returning } = outlookOf(messages, period)
  if (current === 0) return null
  if (period.starts_at !== null)
    return returning === null
      ? t('The current message stays until this one begins.')
      : t('The current message stays until this one begins. Afterwards the app shows “{{text}}” again.', {
          text: returning,
        })
  if (returning !== null) return t('When this message ends, the app shows “{{text}}” again.', { text: returning })
  if (period.ends_at !== null) return t('The current message ends before this one and is not shown again.')
  return current === 1
    ? t('The current message ends now and is not shown again.')
    : t('The {{count}} current messages end now and are not shown again.', { count: current })
}

/** The same for many locations, of which each may show another message. */
export function BulkOutlook({ counts }: { counts: MessageCounts | null }) {
  const period = periodIn(useForm().values)
  return counts && <Note words={`${shownAt(counts.current)} ${wordsForMany(counts.current, period)}`.trimEnd()} />
}

function shownAt(count: number): string {
  if (count === 0) return t('None of these locations shows a message now.')
  return count === 1
    ? t('1 of these locations shows a message now.')
    : t('{{count}} of these locations show a message now.', { count })
}

function wordsForMany(count: number, { starts_at, ends_at }: MessagePeriod): string {
  if (count === 0) return ''
  return count === 1 ? wordsForOther(starts_at, ends_at) : wordsForOthers(starts_at, ends_at)
}

function wordsForOther(startsAt: string | null, endsAt: string | null): string {
  if (startsAt === null && endsAt === null) return t('This message ends now and is not shown again.')
  if (startsAt === null) return t('This message is shown again when the new one ends, unless it has ended by then.')
  if (endsAt === null) return t('This message stays until the new one begins.')
  return t(
    'This message stays until the new one begins, and is shown again when the new one ends, unless it has ended by then.',
  )
}

function wordsForOthers(startsAt: string | null, endsAt: string | null): string {
  if (startsAt === null && endsAt === null) return t('These messages end now and are not shown again.')
  if (startsAt === null)
    return t('These messages are shown again when the new one ends, unless they have ended by then.')
  if (endsAt === null) return t('These messages stay until the new one begins.')
  return t(
    'These messages stay until the new one begins, and are shown again when it ends, unless they have ended by then.',
  )
}

/** What clearing ends and cancels. */
export const ClearOutlook = ({ counts }: { counts: MessageCounts | null }) =>
  counts && (
    <p className={classes.outlook} role="status">
      {shownAt(counts.current)} {scheduledAt(counts.scheduled)}
    </p>
  )

function scheduledAt(count: number): string {
  if (count === 0) return t('No messages are scheduled.')
  return count === 1
    ? t('1 location has a scheduled message.')
    : t('{{count}} locations have a scheduled message.', { count })
}

/** Null until it is known. */
export function useMessageCounts({ ids, selectionId }: Pick<BulkDialogProps, 'ids' | 'selectionId'>) {
  const asked =
    selectionId === null ? chunksOf([...ids]).map((location_id) => ({ location_id })) : [{ selection_id: selectionId }]
  const replies = useQueries({
    queries: asked.map((query) => ({ ...read(countMaintenanceMessages, { query }, { isQuiet: true }), staleTime: 0 })),
  })
  return replies.reduce<MessageCounts | null>(
    (sum, { data }) =>
      sum && data ? { current: sum.current + data.current, scheduled: sum.scheduled + data.scheduled } : null,
    { current: 0, scheduled: 0 },
  )
}
