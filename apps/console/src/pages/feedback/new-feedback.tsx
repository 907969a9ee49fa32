import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { createFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { activeSessions, endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { activeRentals, endedRentals } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { getUser } from '@wheelhouse/contract/users/users.ts'
import { deviceName } from '../../features/devices/device-labels.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Option } from '../../ui/form/choice-fields.tsx'

const NewFeedbackDialog = lazyComponent(() =>
  import('../../features/feedback/new-feedback-dialog.tsx').then((module) => module.NewFeedbackDialog),
)

interface NewFeedbackProps {
  userId: string
  /** The stay or ride at which it is written down. */
  sessionId?: string
  isWriting: boolean
  onWriting: (isWriting: boolean) => void
}

/** A button and its form for what a rider said. Empty without the right to read feedback. */
export function NewFeedback({ userId, sessionId, isWriting, onWriting }: NewFeedbackProps) {
  const may = useCanCall(createFeedback)
  const { data: user } = useLive(getUser, { params: { user_id: userId } }, { enabled: may, isQuiet: true })
  if (!may || user === undefined || user.status === 'deleted') return null
  const props = { userId, userName: user.name, onClose: () => onWriting(false) }
  return (
    <>
      <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => onWriting(true)}>
        {t('New feedback')}
      </Button>
      {isWriting && sessionId !== undefined && <NewFeedbackDialog {...props} sessions={[]} sessionId={sessionId} />}
      {isWriting && sessionId === undefined && <AboutAny {...props} />}
    </>
  )
}

/** The same at one stay or ride. Empty where it has no rider, or the reader does not see them. */
export function NewFeedbackOfSession({ sessionId, userId }: { sessionId: string; userId: string | null }) {
  const [isWriting, setWriting] = useState(false)
  if (userId === null) return null
  return <NewFeedback userId={userId} sessionId={sessionId} isWriting={isWriting} onWriting={setWriting} />
}

const AboutAny = (props: { userId: string; userName: string; onClose: () => void }) => (
  <NewFeedbackDialog {...props} sessions={useLastSessions(props.userId)} />
)

const shown = 8

/** The newest stays and rides of a person, as far as the reader may see them. */
function useLastSessions(userId: string): Option[] {
  const { moment } = useFormat()
  const query = { user_id: userId, limit: shown, order: 'desc' }
  const stays = { enabled: useCanCall(endedSessions.route) }
  const rides = { enabled: useCanCall(endedRentals.route) }
  const parked = [useList(activeSessions.route, query, stays), useList(endedSessions.route, query, stays)]
  const rode = [useList(activeRentals.route, query, rides), useList(endedRentals.route, query, rides)]
  const lines = [
    ...parked
      .flatMap(({ rows }) => rows.slice(0, shown))
      .map(({ id, started_at, location_label, device_type, device_number }) => ({
        id,
        started_at,
        label: `${deviceName({ type: device_type, number: device_number })}, ${location_label}`,
      })),
    ...rode
      .flatMap(({ rows }) => rows.slice(0, shown))
      .map(({ id, started_at, rental_code }) => ({
        id,
        started_at,
        label: t('Rental of {{code}}', { code: rental_code }),
      })),
  ]
  return lines
    .toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1))
    .slice(0, shown)
    .map(({ id, started_at, label }) => ({ value: id, label, detail: moment(started_at) }))
}
