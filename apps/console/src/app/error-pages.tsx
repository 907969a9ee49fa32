import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../stores/app-store.ts'
import { reportError } from '../http/error-reports.ts'
import { somethingWentWrong } from '../shell/messages.ts'
import { t } from '../i18n/i18n.ts'
import { happenedOffline, loadMissingStyles, wordsOfMissingPart } from '../shell/missing-parts.ts'
import { Button } from '../ui/base/button.tsx'
import { lazyComponent } from '../ui/base/lazy.tsx'
import { ErrorScreen } from '../ui/frame/states.tsx'

/** For an address that no page has. */
export const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx').then((module) => module.NotFoundPage))

/** A screen whose code could not be loaded remembers that; only asking for the code again lets it forget. */
function useTryAgain(reset: () => void): () => void {
  const router = useRouter()
  return useCallback(() => {
    const loading = router.state.matches.map(async ({ routeId }) =>
      router.routesById[routeId].options.component?.preload?.(),
    )
    // The loader of a screen comes with its component: where it could not be loaded, the router runs it once more.
    void Promise.allSettled([...loading, loadMissingStyles()])
      .then(() => router.invalidate())
      .then(reset)
  }, [router, reset])
}

/** A part of the page that broke; the rest of the console stays. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const isOnline = useApp((state) => state.isOnline)
  const tryAgain = useTryAgain(reset)
  useEffect(() => reportError(error), [error])
  // Retries when the network returns, which may happen before this page is drawn.
  const wasOffline = useRef(!isOnline || happenedOffline(error))
  useEffect(() => {
    if (isOnline && wasOffline.current) tryAgain()
    wasOffline.current = !isOnline
  }, [isOnline, tryAgain])
  const part = wordsOfMissingPart(error)
  return (
    <ErrorScreen
      title={part?.title ?? t(somethingWentWrong)}
      detail={part?.detail ?? (error instanceof Error ? error.message : String(error))}
      action={<Button onClick={tryAgain}>{t('Try again')}</Button>}
    />
  )
}
