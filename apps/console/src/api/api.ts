import { useRef } from 'react'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { ApiError } from '../http/api-error.ts'
import { addressOf, createCall } from '../http/http-client.ts'
import { config } from '../http/config.ts'
import { pushInfo } from '../shell/messages.ts'
import { queryClient } from '../shell/query-client.ts'
import { endSession } from '../session/session-end.ts'
import { session } from '../session/session.ts'

export const call = createCall({
  fetch: (input, init) => fetch(input, init),
  apiUrl: () => config().api_url,
  token: async () => (await session.accessToken()).accessToken,
  onUnauthorized: endSession,
})

/** A cached answer is found by the address it came from. */
const keyOf = (route: Route, input: unknown): string[] => {
  const { params, query } = (input ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  return addressOf(route.path, params, query).split('?')
}

/** `useQuery(read(getLocation, { params }, fetchFailures.location))`: `failed` is said through the message store. */
export const read = <R extends Route>(route: R, input?: InputOf<R>, failed?: string) =>
  queryOptions({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    meta: { failed },
  })

/** What paging itself needs; the items are the route's own. */
interface Paged {
  next: string | null
}

/** A keyset list, page after page: `useInfiniteQuery(infinite(listLocations, { query }, fetchFailures.locations))`. */
export const infinite = <R extends Route>(route: R, input: InputOf<R>, failed?: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    queryFn: async ({ signal, pageParam }) => {
      const { query = {} } = input as { query?: Record<string, unknown> }
      const page = { ...(input as object), query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }
      return (await call(route, page as InputOf<R>, { signal })) as ReplyOf<R> & Paged
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: Paged) => last.next,
    meta: { failed },
  })

export interface WriteOptions<R> {
  /** A sentence of `actionFailures`. */
  failed?: string
  /** A sentence of `successes`, said when it is done. */
  done?: string
  onDone?(reply: ReplyOf<R>): void
}

/** `const send = useWrite(sendCommand, { failed: actionFailures.sendCommand }); send.mutate({ params, body })` */
export function useWrite<R extends Route>(route: R, { failed, done, onDone }: WriteOptions<R> = {}) {
  const submission = useRef<{ key: string; input: string } | null>(null)
  return useMutation<ReplyOf<R>, Error, InputOf<R> & { version?: number }>({
    mutationFn: async ({ version, ...input }) => {
      const written = JSON.stringify(input)
      // Without an answer nobody knows whether it happened: the same input again is the same submission.
      if (submission.current?.input !== written) submission.current = { key: crypto.randomUUID(), input: written }
      return await call(route, input as unknown as InputOf<R>, { idempotencyKey: submission.current.key, version })
    },
    onSuccess: (reply) => {
      if (done) pushInfo(done, done)
      onDone?.(reply)
    },
    onSettled: (_reply, error) => {
      if (!(error instanceof ApiError && error.status === null)) submission.current = null
      return refetch(route.changes ?? [])
    },
    meta: { failed },
  })
}

/** Makes every cached answer from below these paths stale; what is on screen is asked for again. */
export const refetch = (paths: readonly string[], client: QueryClient = queryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [address] }) => paths.some((path) => isBelow(String(address), path)),
  })

const isBelow = (address: string, path: string): boolean =>
  address === path || address.startsWith(path.endsWith('/') ? path : `${path}/`)
