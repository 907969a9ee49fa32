import { useState } from 'react'
import { FeedbackTable } from '../../features/feedback/feedback-table.tsx'
import type { FeedbackOfQuery } from '../../features/feedback/feedback-table.tsx'
import { FeedbackWithHistory } from './feedback-with-history.tsx'

/** The feedback of one person, place or session; each opens beside the list, with what happened to it. */
export function FeedbackOf({ query }: { query: FeedbackOfQuery }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <FeedbackTable query={query} onOpen={setOpen} />
      {open !== null && <FeedbackWithHistory id={open} onClose={() => setOpen(null)} />}
    </>
  )
}
