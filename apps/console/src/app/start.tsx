import { onlineManager } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { certain } from '@wheelhouse/contract/certain.ts'
import { trackPage, useApp } from '../stores/app-store.ts'
import { startScheme } from '../shell/appearance.ts'
import { loadConfig } from '../http/config.ts'
import { startErrorReports } from '../http/error-reports.ts'
import { somethingWentWrong } from '../shell/messages.ts'
import { writeAsPreferred } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { followAddress } from '../lists/left-view.ts'
import { watchSessionEnd } from '../session/session-end.ts'
import { createVersions, watchVersions } from '../shell/versions.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Button } from '../ui/base/button.tsx'
import { ErrorScreen } from '../ui/frame/states.tsx'
import { queryClient } from '../shell/query-client.ts'
import { setMapSources } from '../ui/basemap/map-sources.ts'
import { App } from './app.tsx'
import { router } from './router.tsx'

declare const __BUILD_ID__: string

const versions = createVersions({
  fetch: (input, init) => fetch(input, init),
  buildId: __BUILD_ID__,
  stamps: sessionStorage,
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  later: (work, ms) => void setTimeout(work, ms),
  reload: () => location.reload(),
})

const root = createRoot(certain(document.getElementById('root')))

async function start(): Promise<void> {
  loadFont()
  trackPage(document, window)
  // The library takes the network for granted until an event says otherwise.
  onlineManager.setOnline(navigator.onLine)
  if (isOpenedByAddress()) followAddress(location.pathname + location.search)
  writeAsPreferred()
  loadScreen()
  loadFilesAhead()
  const { sentry_dsn, api_url, map_style_url, map_style_dark_url, map_tiles } = await loadConfig()
  setMapSources({ styles: { light: map_style_url, dark: map_style_dark_url }, city: map_tiles })
  void startErrorReports(sentry_dsn, api_url, __BUILD_ID__)
  startScheme()
  watchSessionEnd((redirect, error) => void router.navigate({ to: '/login', search: { redirect, error } }))
  if (!import.meta.env.DEV) watchVersions(versions)
  await router.load()
  await firstAnswers()
  useApp.setState({ isInitialized: true })
  root.render(<App />)
}

/**
 * The letters of nearly every word, 73 kB: they arrive while the code runs and not in its way. Text is written in a font of the
 * system until then, and letters of other kinds and those of ids come when the style sheet asks for them.
 */
const loadFont = (): void => void document.fonts.load('1em "Inter Variable"').catch(() => undefined)

/** Longer than a row takes on a good line, and no longer than a person waits without asking why. */
const rowsWithinMs = 1_000

/**
 * What the loaders asked for is there, or late. Rows that are there are drawn together with the frame; each part that is drawn by
 * itself is laid out and painted by itself.
 */
async function firstAnswers(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = (): void => void (queryClient.isFetching() === 0 && resolve())
  const ended = queryClient.getQueryCache().subscribe(look)
  const timer = setTimeout(resolve, rowsWithinMs)
  look()
  await promise
  clearTimeout(timer)
  ended()
}

/** Typed, or followed from elsewhere; not loaded again, and not gone back to. */
const isOpenedByAddress = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

/** The code of the address comes beside the configuration and the rights, not after them. One that fails is asked for again by the router. */
function loadScreen(): void {
  const matches: readonly { routeId: keyof typeof router.routesById }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matches) router.routesById[routeId]?.options.component?.preload?.()?.catch(() => undefined)
}

declare global {
  interface Window {
    wheelhouseLoadFiles?: (path: string) => void
  }
}

/** The page holds the list of the files of each screen (early-files.ts); without it, they would be asked for one after the other. */
function loadFilesAhead(): void {
  const { wheelhouseLoadFiles: load } = window
  router.subscribe('onBeforeNavigate', ({ toLocation }) => load?.(toLocation.pathname))
}

start().catch((error: unknown) => {
  startScheme()
  root.render(
    <ThemeProvider scheme="dark">
      <main>
        <ErrorScreen
          title={t(somethingWentWrong)}
          detail={t('The console could not start: {{reason}}', {
            reason: error instanceof Error ? error.message : String(error),
          })}
          action={<Button onClick={() => location.reload()}>{t('Try again')}</Button>}
        />
      </main>
    </ThemeProvider>,
  )
})
