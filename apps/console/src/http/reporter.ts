import * as reporter from '@sentry/react'

export type Reporter = typeof reporter

/** Reports go through a tunnel on the services API (spec section 7). */
export function startReporter(dsn: string, apiUrl: string, release: string): Reporter {
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
    beforeBreadcrumb: (crumb) => withoutQueries(crumb),
    beforeSendTransaction: (event) => withoutQueries(event),
  })
  reporter.addIntegration(
    reporter.replayIntegration({
      maskAllText: true,
      blockAllMedia: true,
      beforeAddRecordingEvent: (event) => withoutQueries(event),
    }),
  )
  return reporter
}

/** Keeps only the path of every address in a report, because a search may contain someone's phone number. */
export const withoutQueries = <T>(report: T): T =>
  // Of the same shape: only texts are shortened.
  cleaned(report, 0) as T

const queries = new Set(['http.query', 'query_string'])
/** The reporter's own, which points in circles and is not sent. */
const notSent = 'sdkProcessingMetadata'
const deepest = 10

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(queryOfAddress, '$1')
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, queries.has(key) ? '' : cleanedField(key, one, depth)]),
  )
}

const cleanedField = (key: string, value: unknown, depth: number): unknown =>
  key === notSent ? value : cleaned(value, depth + 1)

const queryOfAddress = /((?:https?:\/\/[^\s/?#]+|(?<![\w/]))\/[^\s?#]*)\?[^\s#]*/g
