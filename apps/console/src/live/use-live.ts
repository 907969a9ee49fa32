import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import type { AnyInput, InputOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { isStaleAfter } from '@wheelhouse/contract/staleness.ts'
import { notLoaded } from '../http/api-error.ts'
import { infinite, read } from '../api/api.ts'
import type { ReadOptions } from '../api/api.ts'
import { queryClient } from '../shell/query-client.ts'
import { useApp } from '../stores/app-store.ts'
import { onChanges } from './stream.ts'
import { createThrottle } from './throttle.ts'
import type { Throttle } from './throttle.ts'

interface LiveOptions extends ReadOptions {
  /** Narrows further what the contract cannot know: which changes of the right type and place are of this screen. */
  isRelevant?: (change: Change) => boolean
  /** False: the person may not, and nothing is asked. */
  enabled?: boolean
}

type QueryOptions<R> = Pick<
  UseQueryOptions<ReplyOf<R>, Error, ReplyOf<R>, string[]>,
  'placeholderData' | 'refetchInterval' | 'staleTime'
>

/**
 * A reply that stays true to the server: `useLive(getLocation, { params })` reads the route, follows the live stream, and asks
 * again when a change makes the reply stale.
 *
 * The contract decides which changes do (`isStaleAfter`): the type of the change is one of the route's `staleOn`, or of the
 * resource types of its access; and where the path names that very thing, or a location, the change is of it. `isRelevant`
 * may only narrow this. All screens share one policy of how often is asked (`createThrottle`), and two parts of a screen
 * that show the same reply share one request. A write in this browser does not wait for the stream: `changes` of its route
 * makes the replies stale at once.
 */
export function useLive<R extends Route>(route: R, input: InputOf<R>, options: LiveOptions & QueryOptions<R> = {}) {
  const { isRelevant, isQuiet, ...query } = options
  const asked = read(route, input, { isQuiet })
  useStaleOnChanges(route, input, asked.queryKey, isRelevant)
  if (query.enabled !== false && isNew(asked)) void queryClient.prefetchQuery(asked)
  return orNotLoaded(useQuery({ ...asked, ...query }))
}

/**
 * Nobody has asked for it yet: it is asked for while its screen is drawn, not once the whole screen is there, so that the answer
 * travels beside the drawing.
 */
export const isNew = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryClient.getQueryState(queryKey) === undefined

/** Without a network a query waits for one: a screen that would wait with it says why instead. */
function orNotLoaded<T extends { data: unknown; error: Error | null; fetchStatus: string; isPending: boolean }>(
  query: T,
): T {
  if (query.fetchStatus !== 'paused' || query.data !== undefined) return query
  return { ...query, error: notLoaded(), isPending: false }
}

/** The same for a keyset list, page after page; all loaded pages are asked for again. */
export function useLivePages<R extends Route>(route: R, input: InputOf<R>, options: LiveOptions = {}) {
  const { isRelevant, isQuiet, enabled } = options
  const asked = infinite(route, input, { isQuiet })
  useStaleOnChanges(route, input, asked.queryKey, isRelevant)
  if (enabled !== false && isNew(asked)) void queryClient.prefetchInfiniteQuery(asked)
  return orNotLoaded(useInfiniteQuery({ ...asked, enabled }))
}

/** For a query of a screen's own over a route: asks again for what the cache holds under this key. */
export function useStaleOnChanges(
  route: Route,
  input: AnyInput,
  queryKey: readonly unknown[],
  isRelevant: (change: Change) => boolean = () => true,
): void {
  const params: Readonly<Record<string, unknown>> = { ...input.params }
  const latest = useRef({ route, params, isRelevant })
  useEffect(() => {
    latest.current = { route, params, isRelevant }
  })
  const hash = hashKey(queryKey)
  useEffect(() => {
    const throttle = joinThrottle(hash)
    const stop = onChanges((changes) => {
      const { route, params, isRelevant } = latest.current
      if (changes.some((change) => isStaleAfter(route, params, change) && isRelevant(change))) throttle.request()
    })
    return () => {
      stop()
      leaveThrottle(hash)
    }
  }, [hash])
}

const throttles = new Map<string, { throttle: Throttle; followers: number }>()

function joinThrottle(hash: string): Throttle {
  const shared = throttles.get(hash) ?? { throttle: throttleOf(JSON.parse(hash)), followers: 0 }
  shared.followers++
  throttles.set(hash, shared)
  return shared.throttle
}

function leaveThrottle(hash: string): void {
  const shared = throttles.get(hash)
  if (shared === undefined || --shared.followers > 0) return
  shared.throttle.end()
  throttles.delete(hash)
}

const throttleOf = (queryKey: unknown[]): Throttle =>
  createThrottle({
    // A hidden page asks for nothing: what is stale is asked for when it is looked at again.
    work: () =>
      queryClient.invalidateQueries({
        queryKey,
        exact: true,
        refetchType: useApp.getState().isVisible ? 'active' : 'none',
      }),
    now: () => performance.now(),
    after: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
