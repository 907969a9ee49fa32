import { useState } from 'react'
import { listFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { FeedbackLines } from '../../features/feedback/feedback-lines.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const FeedbackWithHistory = lazyComponent(() =>
  import('./feedback-with-history.tsx').then((module) => module.FeedbackWithHistory),
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
      {open !== null && <FeedbackWithHistory id={open} onClose={() => setOpen(null)} />}
    </>
  )
}
