import { consoleConfig, ConsoleConfig } from '@wheelhouse/contract/configs.ts'

let loaded: ConsoleConfig | undefined

/** The page itself asked for it before any code had come (index.html). An answer is read once. */
async function askedEarly(): Promise<Response | null> {
  const page = globalThis as { wheelhouseConfig?: Promise<Response | null> }
  const asked = page.wheelhouseConfig
  delete page.wheelhouseConfig
  const response = (await asked) ?? null
  return response?.ok ? response : null
}

/** Reads the run-time configuration; nothing works without it, so it is asked for first. */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = (await askedEarly()) ?? (await fetch(consoleConfig.path, { cache: 'no-cache' }))
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  loaded = ConsoleConfig.parse(await response.json())
  return loaded
}

export function config(): ConsoleConfig {
  if (!loaded) throw new Error('the configuration is not loaded yet')
  return loaded
}
