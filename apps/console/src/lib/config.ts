import { consoleConfig, ConsoleConfig } from '@wheelhouse/contract/configs.ts'

let loaded: ConsoleConfig | undefined

/** Reads the run-time configuration; nothing works without it, so it is asked for first. */
export async function loadConfig(fetchIt: typeof fetch = fetch): Promise<ConsoleConfig> {
  const response = await fetchIt(consoleConfig.path, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  loaded = ConsoleConfig.parse(await response.json())
  return loaded
}

export function config(): ConsoleConfig {
  if (!loaded) throw new Error('the configuration is not loaded yet')
  return loaded
}
