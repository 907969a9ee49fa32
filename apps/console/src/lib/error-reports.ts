/**
 * Error reports go through a tunnel on the services API (spec section 7). The reporter is loaded only where an address
 * is configured, so nothing of it weighs on other installations.
 */
type Reporter = typeof import('@sentry/react')
let reporter: Reporter | undefined

export async function startErrorReports(dsn: string, apiUrl: string, release: string): Promise<void> {
  if (dsn === '') return
  reporter = await import('@sentry/react')
  // Spec section 9: 10 % traces, 5 % replay, every replay on an error.
  reporter.init({
    dsn,
    release,
    environment: 'prod',
    tunnel: `${apiUrl}/support/v1/error-reports`,
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.05,
    replaysOnErrorSampleRate: 1,
    integrations: [reporter.browserTracingIntegration()],
  })
  const { replayIntegration } = reporter
  reporter.addIntegration(replayIntegration({ maskAllText: true, blockAllMedia: true }))
}

export const breadcrumb = (message: string): void => reporter?.addBreadcrumb({ category: 'auth', message })

export const reportError = (error: unknown): void => void reporter?.captureException(error)
