import type { ReactNode } from 'react'
import { ApiError, isNotFound } from '../http/api-error.ts'
import { failureText } from '../shell/messages.ts'
import { useClock } from '../ui/base/clock.ts'
import { durationLabel } from '../ui/details/time.tsx'
import { Stale, StaleBar } from '../ui/frame/bars.tsx'
import { useSayInPlace } from '../ui/frame/said-in-place.ts'
import { ErrorState, NoData, Skeleton } from '../ui/frame/states.tsx'
import { useLiveState } from './stream.ts'

/** What a query knows. It keeps its data beside the error of a later call. */
export interface Reading<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
  /** When the data was read; milliseconds. */
  dataUpdatedAt?: number | undefined
}

export interface LoadedProps<T> {
  query: Reading<T>
  /** What the call says when it fails. */
  failed: string
  /** What to say of a thing that is not there: trying again would not help. */
  missing?: string
  /** What is drawn of the data says that the thing is gone. */
  isGoneSaid?: boolean
  /** In place of what is not there yet, in its shape. */
  bones?: ReactNode
  /**
   * Around what is in place of the data, for example the panel. The data brings its own, which has `StaleHere` for the words
   * that it was not renewed.
   */
  frame?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

/** What was read, in this order: the data, a thing that is not there, a failure to be tried again, the wait. */
export function Loaded<T>({ query, children, frame, isGoneSaid, ...words }: LoadedProps<T>) {
  const { data, error } = query
  if (data === undefined) {
    const state = <NotLoaded query={query} {...words} />
    return frame === undefined ? state : frame(state)
  }
  const isSilent = error === null || (isGoneSaid === true && isNotFound(error))
  const notice = isSilent ? null : <NotRenewed query={query} error={error} {...words} isBox={frame === undefined} />
  if (frame !== undefined) return <Stale value={notice}>{children(data)}</Stale>
  return (
    <>
      {notice}
      {children(data)}
    </>
  )
}

type NotLoadedProps = Pick<LoadedProps<unknown>, 'query' | 'failed' | 'missing' | 'bones'>

type NotRenewedProps = Omit<NotLoadedProps, 'bones'> & { error: Error; isBox: boolean }

/** Data that stays is marked with its age (screens); offline, the bar over the page says so. */
export function NotRenewed({ query: { dataUpdatedAt, refetch }, error, failed, missing, isBox }: NotRenewedProps) {
  const { offlineSince } = useLiveState()
  const age = useClock(1_000, (now) => (dataUpdatedAt === undefined ? '' : durationLabel(now - dataUpdatedAt)))
  const isOffline = offlineSince !== null && error instanceof ApiError && error.status === null
  useSayInPlace(isOffline ? null : failed)
  if (isOffline) return null
  const isGone = missing !== undefined && isNotFound(error)
  return (
    <StaleBar
      why={isGone ? missing : failureText(failed, error).replace(/\.$/, '')}
      age={age === '' ? undefined : age}
      isBox={isBox}
      onRetry={isGone ? undefined : () => void refetch()}
    />
  )
}

function NotLoaded({ query: { error, refetch }, failed, missing, bones = <Skeleton lines={8} /> }: NotLoadedProps) {
  if (error === null) return bones
  if (missing !== undefined && isNotFound(error)) return <NoData title={missing} />
  return <ErrorState title={failed} detail={error.message} onRetry={() => void refetch()} />
}

/** Two readings as one: it has its data when both have, as old as the older one. Trying again repeats what failed. */
export function bothOf<A, B>(one: Reading<A>, other: Reading<B>): Reading<[A, B]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    dataUpdatedAt: olderOf(one.dataUpdatedAt, other.dataUpdatedAt),
    refetch: () => [one, other].filter(({ error }) => error !== null).map(({ refetch }) => refetch()),
  }
}

const olderOf = (one?: number, other?: number): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.min(one, other)
