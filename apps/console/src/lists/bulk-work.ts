import { useState } from 'react'
import type { BulkReply, InputOf, SayingRoute } from '@wheelhouse/contract/route.ts'
import { call, refetch } from '../api/api.ts'
import { createSubmit } from '../api/submission.ts'
import { inChunks, jobIn, sumOf } from './list-bulk-outcome.ts'
import type { ChunksOutcome } from './list-bulk-outcome.ts'
import { failureText } from '../shell/messages.ts'

/** A call that answers for each of many. */
type ManyRoute = SayingRoute & { reply: typeof BulkReply }
export type WorkOutcome = Pick<ChunksOutcome, 'done' | 'failures'>

interface WorkEnds {
  onDone: (outcome: WorkOutcome) => void
  /** The dialog stays open with the error; the next attempt is of the rest alone. */
  onBrokenOff: (outcome: ChunksOutcome) => void
  /** It goes on in the background. */
  onJob: (jobId: string) => void
}

/**
 * Something done to many outside of a `ListPage`: as many ids a call as the server takes. A refusal of some is a result, of the
 * call itself an error. Without an answer the same call about the same ids keeps its key, so that nothing is done twice.
 */
export function useBulkWork(ids: readonly string[], { onDone, onBrokenOff, onJob }: WorkEnds) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [brokenOff, setBrokenOff] = useState<ChunksOutcome | null>(null)
  const [submit] = useState(createSubmit)
  const run = async <R extends ManyRoute>(route: R, inputOf: (ids: string[]) => InputOf<R>, atOnce: number) => {
    setBusy(true)
    setError(null)
    const send = (chunk: string[]) => {
      const input = inputOf(chunk)
      return submit([route.path, input], (idempotencyKey) => call(route, input, { idempotencyKey }))
    }
    const now = await inChunks(ids, send, { size: atOnce, isDeletion: route.isDeletion })
    setBusy(false)
    void refetch(route.changes ?? [])
    if (now.error !== null) setError(failureText(route.says.failed, now.error))
    if (now.rest.length === ids.length) return
    const sum = sumOf(brokenOff, now)
    setBrokenOff(now.error === null ? null : sum)
    const jobId = jobIn(now.answers)
    if (now.error !== null) onBrokenOff(sum)
    else if (jobId === null) onDone(sum)
    else onJob(jobId)
  }
  return {
    isBusy,
    error,
    forget: () => (setError(null), setBrokenOff(null)),
    start: <R extends ManyRoute>(...asked: Parameters<typeof run<R>>) => void (isBusy || run(...asked)),
  }
}
