import { useState } from 'react'
import { listFeedback, listFeedbackEvents } from '@wheelhouse/contract/feedback/feedback.ts'
import { FeedbackLines } from '../../features/feedback/feedback-lines.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const OpenFeedback = lazyComponent(() =>
  import('../../features/feedback/feedback-panel.tsx').then((module) => module.OpenFeedback),
)
const ThingEvents = lazyComponent(() =>
  import('../../features/events/thing-events.tsx').then((module) => module.ThingEvents),
)

/** What the rider wrote about this stay or ride; nothing where there is none, or for those who may not read it. */
export function SessionFeedback({ sessionId }: { sessionId: string }) {
  const may = useCanCall(listFeedback)
  const [open, setOpen] = useState<string | null>(null)
  const { data } = useLive(listFeedback, { query: { session_id: sessionId } }, { enabled: may, isQuiet: true })
  if (!may || data === undefined || data.items.length === 0) return null
  return (
    <>
      <FeedbackLines items={data.items} onOpen={setOpen} />
      {open !== null && (
        <OpenFeedback
          key={open}
          id={open}
          history={(ref) => <ThingEvents route={listFeedbackEvents} params={{ ...ref }} />}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
