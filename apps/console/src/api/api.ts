import { useState } from 'react'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyInput, InputOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { isBelowRoute } from '@wheelhouse/contract/staleness.ts'
import { fetchEarly } from '../http/early-answers.ts'
import { addressOf, createCall, hasIds } from '../http/http-client.ts'
import { config } from '../http/config.ts'
import { pushSuccess } from '../shell/messages.ts'
import { queryClient } from '../shell/query-client.ts'
import { askForSignIn } from '../session/fresh-sign-in.ts'
import { endSession } from '../session/session-end.ts'
import { session } from '../session/session.ts'
import { forgetView, viewHeaders } from '../session/view-as.ts'
import { createSubmit } from './submission.ts'

export const call = createCall({
  fetch: fetchEarly,
  apiUrl: () => config().api_url,
  token: async () => (await session.accessToken()).accessToken,
  isOnline: () => navigator.onLine,
  onUnauthorized: endSession,
  viewHeaders,
  onViewOver: () => forgetView('over'),
  onSignInAgain: askForSignIn,
})

/**
 * A cached answer is found by the address it came from. Without an id there is none, and nothing is asked: a screen reads what it may
 * not know yet, and the call itself refuses it.
 */
const keyOf = (route: Route, { params, query }: AnyInput = {}): string[] =>
  hasIds(route.path, params) ? addressOf(route.path, params, query).split('?') : [route.path]

export interface ReadOptions {
  /** The screen shows by itself why it failed: no message is pushed. */
  isQuiet?: boolean
}

const metaOf = ({ says, on }: Route, { isQuiet = false }: ReadOptions) => ({
  failed: isQuiet ? undefined : says?.failed,
  isOfLocation: on?.location !== undefined,
})

/** `useQuery(read(getLocation, { params }))`: a failure is shown in the words of the route (`says`). */
export const read = <R extends Route>(route: R, input?: InputOf<R>, options: ReadOptions = {}) =>
  queryOptions({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    meta: metaOf(route, options),
  })

/** What paging itself needs; the items are the route's own. */
interface Paged {
  next: string | null
}

/** A keyset list, page after page: `useInfiniteQuery(infinite(listLocations, { query }))`. */
export const infinite = <R extends Route>(route: R, input: InputOf<R>, options: ReadOptions = {}) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    queryFn: async ({ signal, pageParam }) => {
      const { query }: AnyInput = input
      const page = { ...input, query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }
      // The route's own input with a cursor: its reply is one more page.
      return (await call<Route>(route, page, { signal })) as ReplyOf<R> & Paged
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: Paged) => last.next,
    meta: metaOf(route, options),
  })

export interface WriteOptions<R> extends ReadOptions {
  /** Instead of the route's own sentence. */
  done?: string
  onDone?(reply: ReplyOf<R>): void
}

/** What the caller of one write does when it ends. */
interface WriteCallbacks<R> {
  onSuccess?: (reply: ReplyOf<R>) => void
  onError?: (error: Error) => void
  onSettled?: () => void
}

/** `const send = useWrite(sendCommand); send.mutate({ params, body })`: failure and success in the words of the route. */
export function useWrite<R extends Route>(route: R, { isQuiet = false, done, onDone }: WriteOptions<R> = {}) {
  const [submit] = useState(createSubmit)
  const mutation = useMutation<ReplyOf<R>, Error, InputOf<R> & { version?: number }>({
    // What is left of the input without the version is the route's own, so its reply is too.
    mutationFn: ({ version, ...input }: AnyInput & { version?: number }) =>
      submit(input, (idempotencyKey) => call<Route>(route, input, { idempotencyKey, version }) as Promise<ReplyOf<R>>),
    onSuccess: (reply) => {
      const text = done ?? route.says?.done
      if (text !== undefined) pushSuccess(text)
      onDone?.(reply)
    },
    onSettled: () => refetch(route.changes ?? []),
    meta: { failed: isQuiet ? undefined : route.says?.failed },
  })
  const { mutateAsync } = mutation
  /**
   * The library drops these callbacks when the component is gone by then, as the button is whose thing was just deleted and
   * is no longer in the list: the panel around it would never close.
   */
  const mutate = (
    input: InputOf<R> & { version?: number },
    { onSuccess, onError, onSettled }: WriteCallbacks<R> = {},
  ): void =>
    void mutateAsync(input)
      .then(onSuccess, onError ?? ignore)
      .finally(onSettled)
  return { ...mutation, mutate }
}

/** The failure is in the messages or in the dialog already. */
const ignore = (): void => {}

/** Makes every cached reply of these routes and below their paths stale; what is on screen is asked for again. */
export const refetch = (
  routes: readonly Pick<Route, 'path'>[],
  client: Pick<QueryClient, 'invalidateQueries'> = queryClient,
): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [address] }) => routes.some((route) => isBelowRoute(String(address), route)),
  })
