import { ApiError } from '../http/api-error.ts'

/** Calls `send` with the idempotency key of this input. */
export type Submit = <Reply>(input: unknown, send: (idempotencyKey: string) => Promise<Reply>) => Promise<Reply>

/**
 * Returns a function that sends one submission after the other, each under a new key. Without an answer nobody knows whether it
 * happened: the same input again is then the same submission, so that the server does nothing twice.
 */
export function createSubmit(): Submit {
  let open: { key: string; input: string } | null = null
  return async (input, send) => {
    const written = JSON.stringify(input)
    if (open?.input !== written) open = { key: crypto.randomUUID(), input: written }
    const submission = open
    const close = (): void => {
      if (open === submission) open = null
    }
    try {
      const reply = await send(submission.key)
      close()
      return reply
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === null)) close()
      throw failure
    }
  }
}
