import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { FullConfig } from '@playwright/test'
import { buildConsole } from '../scripts/console-build.ts'
import {
  accountsFolder,
  claimsFolder,
  firstPort,
  fleetRush,
  keepSeededState,
  startProduct,
  stateFolder,
  storiesFolderVariable,
} from './product.ts'
import type { Product } from './product.ts'
import { saveSignIns } from './sign-in.ts'

/**
 * Two workers act as the same people, faster than people do; a limit for people would refuse them. Webhooks reach the
 * stories.
 */
const settings = {
  REQUESTS_PER_MINUTE: '10000',
  SEARCHES_PER_MINUTE: '10000',
  FLEET_RUSH: String(fleetRush),
  NOTIFIER_ALLOWED_NETWORKS: '127.0.0.0/8',
}

/** Builds the console, starts the product that the stories share and signs its accounts in. */
export default async function startStories({ projects }: FullConfig): Promise<() => Promise<void>> {
  await buildConsole((line) => void process.stdout.write(`${line}\n`))
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-e2e-'))
  // The user that runs PostgreSQL must be able to enter, where it is another one.
  chmodSync(folder, 0o711)
  process.env[storiesFolderVariable] = folder
  for (const path of [accountsFolder(), claimsFolder()]) mkdirSync(path, { mode: 0o700 })
  let product: Product | undefined
  async function end(): Promise<void> {
    await product?.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    product = await startProduct(stateFolder(), firstPort, settings)
    // A second start takes a sixth of the first one, which makes the demonstration.
    await product.end()
    keepSeededState()
    product = await startProduct(stateFolder(), firstPort, settings)
    await signInAccounts(projects[0]?.use.launchOptions)
    return end
  } catch (error) {
    await end()
    throw error
  }
}

async function signInAccounts(launchOptions: Parameters<typeof chromium.launch>[0]): Promise<void> {
  const browser = await chromium.launch(launchOptions)
  try {
    await saveSignIns(browser)
  } finally {
    await browser.close()
  }
}
