import type { Reporter } from './reporter.ts'

/** Loaded only where an address is configured, so nothing of it weighs on other installations. */
let reporter: Reporter | undefined

export async function startErrorReports(dsn: string, apiUrl: string, release: string): Promise<void> {
  if (dsn === '') return
  const { startReporter } = await import('./reporter.ts')
  reporter = startReporter(dsn, apiUrl, release)
}

export const breadcrumb = (message: string): void => reporter?.addBreadcrumb({ category: 'auth', message })

export const reportError = (error: unknown): void => void reporter?.captureException(error)
