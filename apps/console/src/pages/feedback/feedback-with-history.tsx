import { listFeedbackEvents } from '@wheelhouse/contract/feedback/feedback.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { OpenFeedback } from '../../features/feedback/feedback-panel.tsx'
import { useCanCall } from '../../session/can.ts'

/** One feedback, with what happened to it for those who may read that. */
export function FeedbackWithHistory({ id, onClose }: { id: string; onClose: () => void }) {
  const hasEvents = useCanCall(listFeedbackEvents)
  return (
    <OpenFeedback
      key={id}
      id={id}
      history={hasEvents ? (ref) => <ThingEvents route={listFeedbackEvents} params={{ ...ref }} /> : undefined}
      onClose={onClose}
    />
  )
}
