import { mkdirSync, rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { FullConfig } from '@playwright/test'
import { makeTestFolder } from '../packages/db/src/test-folder.ts'
import { buildConsole } from '../scripts/console-build.ts'
import {
  accountsFolder,
  claimsFolder,
  firstPort,
  keepSeededState,
  rushVariable,
  seedProduct,
  startProduct,
  stateFolder,
  storiesFolderVariable,
} from './product.ts'
import type { Product } from './product.ts'
import { rushOf } from './riders.ts'
import { saveSignIns } from './sign-in.ts'

/**
 * Two workers act as the same people, faster than people do; a limit for people would refuse them. Webhooks reach the
 * stories.
 */
const settings = {
  REQUESTS_PER_MINUTE: '10000',
  SEARCHES_PER_MINUTE: '10000',
  NOTIFIER_ALLOWED_NETWORKS: '127.0.0.0/8',
}

/** Of the shared product after all stories, its state before them, and those of two other products. */
const roomNeeded = 6_000_000_000

/** Builds the console, starts the product that the stories share and signs its accounts in. */
export default async function startStories({ projects }: FullConfig): Promise<() => Promise<void>> {
  await buildConsole((line) => void process.stdout.write(`${line}\n`))
  const folder = makeTestFolder('wheelhouse-e2e-', roomNeeded)
  process.env[storiesFolderVariable] = folder
  for (const path of [accountsFolder(), claimsFolder()]) mkdirSync(path, { mode: 0o700 })
  let product: Product | undefined
  async function end(): Promise<void> {
    await product?.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await seedProduct(stateFolder())
    keepSeededState()
    const rush = String(rushOf(stateFolder()))
    process.env[rushVariable] = rush
    product = await startProduct(stateFolder(), firstPort, { ...settings, FLEET_RUSH: rush })
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
