import { consoleConfig, ConsoleConfig } from '@wheelhouse/contract/configs.ts'
import { fetchEarly } from './early-answers.ts'
import { readAs } from './read-as.ts'

/** Set by the service worker on the configuration that it kept. */
export const keptHeader = 'x-wheelhouse-kept'

let loaded: ConsoleConfig | undefined
let isKept = false

/** Reads the run-time configuration; nothing works without it, so it is asked for first. */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetchEarly(consoleConfig.path, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  isKept = response.headers.has(keptHeader)
  const read = readAs(ConsoleConfig, await response.json())
  if (read === undefined) throw new Error('the configuration is not valid')
  loaded = read
  return read
}

/**
 * True: the browser knows that there is no network, or the page was opened without an answer of the server, out of what
 * the service worker keeps.
 */
export const hasNoContact = (): boolean => !navigator.onLine || isKept

export function config(): ConsoleConfig {
  if (!loaded) throw new Error('the configuration is not loaded yet')
  return loaded
}
