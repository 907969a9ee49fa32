import { ApiError } from '../http/api-error.ts'
import { t } from '../i18n/i18n.ts'
import { ErrorState, NoData, Skeleton } from '../ui/frame/states.tsx'

interface NotLoadedProps {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** What the call says when it fails. */
  failed: string
  /** What to say of a thing that is not there: trying again would not help. */
  missing: string
}

/** In place of a thing that is not there yet, not there at all, or could not be read. */
export function NotLoaded({ query: { error, refetch }, failed, missing }: NotLoadedProps) {
  if (error === null) return <Skeleton lines={10} />
  if (error instanceof ApiError && error.status === 404)
    return <NoData title={missing}>{t('Or you do not have access to it.')}</NoData>
  return <ErrorState title={failed} detail={error.message} onRetry={() => void refetch()} />
}
