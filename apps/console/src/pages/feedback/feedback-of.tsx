import { useState } from 'react'
import { listFeedbackEvents } from '@wheelhouse/contract/feedback/feedback.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { FeedbackTable } from '../../features/feedback/feedback-table.tsx'
import type { FeedbackOfQuery } from '../../features/feedback/feedback-table.tsx'
import { OpenFeedback } from '../../features/feedback/feedback-panel.tsx'

/** The feedback of one person, place or session; each opens beside the list, with what happened to it. */
export function FeedbackOf({ query }: { query: FeedbackOfQuery }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <FeedbackTable query={query} onOpen={setOpen} />
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
