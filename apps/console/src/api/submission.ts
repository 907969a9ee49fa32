import { ApiError } from '../http/api-error.ts'

/** Calls `send` with the idempotency key of this input. */
export type Submit = <Reply>(input: unknown, send: (idempotencyKey: string) => Promise<Reply>) => Promise<Reply>

/**
 * Returns a function that sends one submission after the other, each under a new key. Without an answer of the services nobody
 * knows whether it happened: the same input again is then the same submission, so that the server does nothing twice. Of one that
 * failed the services keep nothing, so it runs as the first would.
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
      if (isRefusal(failure)) close()
      throw failure
    }
  }
}

/** These are answered before the key is looked at, and some by a proxy: what was sent before under the key may have happened. */
const beforeTheKey = [401, 408, 429]

/** The services looked at this submission and refused it, or a part of it. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status !== null &&
  failure.status >= 400 &&
  failure.status < 500 &&
  !beforeTheKey.includes(failure.status)
