import type { ReactNode } from 'react'
import { isNotFound } from '../http/api-error.ts'
import { t } from '../i18n/i18n.ts'
import { ErrorState, NoData, Skeleton } from '../ui/frame/states.tsx'

/** What a query knows. It keeps its data beside the error of a later call. */
export interface Reading<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: Reading<T>
  /** What the call says when it fails. */
  failed: string
  /** What to say of a thing that is not there: trying again would not help. */
  missing?: string
  /** In place of what is not there yet, in its shape. */
  bones?: ReactNode
  /** Around what is in place of the data, for example the panel. */
  frame?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

/** What was read, in this order: the data, a thing that is not there, a failure to be tried again, the wait. */
export function Loaded<T>({ query, children, frame = (state) => state, ...words }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return frame(<NotLoaded query={query} {...words} />)
}

type NotLoadedProps = Pick<LoadedProps<unknown>, 'query' | 'failed' | 'missing' | 'bones'>

function NotLoaded({ query: { error, refetch }, failed, missing, bones = <Skeleton lines={8} /> }: NotLoadedProps) {
  if (error === null) return bones
  if (missing !== undefined && isNotFound(error))
    return <NoData title={missing}>{t('Or you do not have access to it.')}</NoData>
  return <ErrorState title={failed} detail={error.message} onRetry={() => void refetch()} />
}

/** Two readings as one: it has its data when both have. Trying again repeats what failed. */
export function bothOf<A, B>(one: Reading<A>, other: Reading<B>): Reading<[A, B]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () => [one, other].filter(({ error }) => error !== null).map(({ refetch }) => refetch()),
  }
}
