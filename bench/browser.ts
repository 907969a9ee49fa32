import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { browserArguments } from '../scripts/browser-arguments.ts'

declare global {
  interface Window {
    /** When the awaited row appeared. */
    notedAt?: number
  }
}

const systemNames = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const launchOptions = () => {
  const executablePath = process.env.CHROMIUM ?? systemNames.find((path) => existsSync(path))
  return {
    ...(executablePath ? { executablePath } : {}),
    args: browserArguments(),
  }
}

/** The system's browser, otherwise Playwright's. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

/** Maps need WebGL, which a browser without a window draws in software. */
export function openMapBrowser(): Promise<Browser> {
  const { args, ...options } = launchOptions()
  return chromium.launch({
    ...options,
    args: [
      ...args.filter((one) => one !== '--disable-gpu'),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  })
}

/** A browser with a profile on disk, which keeps files and storage like the browser of a person who comes back. */
export const openProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launchOptions(), ...options })

/** The first row of a table: what selects rows, and a part of that row's text. */
export interface AwaitedRow {
  rows: string
  text: string
}

/** Records in the page when that row first appears, in milliseconds since the navigation began. */
export async function noteRow(page: Page, awaited: AwaitedRow): Promise<void> {
  await page.addInitScript(({ rows, text }) => {
    const look = (): void => {
      if (document.querySelector(rows)?.textContent?.includes(text)) window.notedAt = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  }, awaited)
}

export async function notedAt(page: Page, withinMs: number): Promise<number | null> {
  const readNote = () => window.notedAt
  const isThere = await page.waitForFunction(readNote, undefined, { timeout: withinMs }).then(
    () => true,
    () => false,
  )
  return isThere ? ((await page.evaluate(readNote)) ?? null) : null
}
