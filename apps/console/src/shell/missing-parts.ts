import { t } from '../i18n/i18n.ts'

/** Parts of the console that could not be loaded, and whether there was no network when they were asked for. */
const missing = new WeakMap<Error, { isOffline: boolean }>()
const missingStyles = new Set<HTMLLinkElement>()

/** What the browser says names the address of a file: it stays for the error report, and staff read a sentence. */
export function notePartMissing(error: Error, isOffline: boolean): void {
  missing.set(error, { isOffline })
  error.cause ??= error.message
  // The router knows a missing module by its message and would reload at once, without a word.
  error.message = t('A part of the console could not be loaded')
}

/** A part of the console that was asked for without a network: with one it may come. */
export const happenedOffline = (error: unknown): boolean =>
  error instanceof Error && missing.get(error)?.isOffline === true

/** What staff read of a part that is missing; null for any other error. */
export function wordsOfMissingPart(error: unknown): { title: string | null; detail: string } | null {
  const part = error instanceof Error ? missing.get(error) : undefined
  if (part === undefined) return null
  return part.isOffline
    ? {
        title: t('You are offline'),
        detail: t('This page is not on this device yet. It opens automatically when the network is back.'),
      }
    : {
        title: null,
        detail: t('A part of the console could not be loaded. Check the network and try again, or reload the page.'),
      }
}

/** The bundler adds each style sheet once and tells of the first that failed: all are noted here, to be asked for again. */
export function watchStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target)
    },
    true,
  )
}

let loading: Promise<void> | null = null

/** Those that fail once more stay for the next time. A second caller waits for the round that is under way. */
export function loadMissingStyles(): Promise<void> {
  if (missingStyles.size === 0) return loading ?? Promise.resolve()
  loading ??= loadThem().finally(() => {
    loading = null
  })
  return loading
}

async function loadThem(): Promise<void> {
  const { loadStyles } = await import('./missing-styles.ts')
  const links = [...missingStyles]
  missingStyles.clear()
  await loadStyles(links)
}
