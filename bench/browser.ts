import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'

const systemNames = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The system's browser, otherwise Playwright's. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? systemNames.find((path) => existsSync(path))
  const quiet = [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet],
  })
}

/** Records in the page when a text first appears, in milliseconds since the navigation began. */
export async function noteText(page: Page, text: string): Promise<void> {
  await page.addInitScript((text) => {
    const look = (): void => {
      if (document.body?.textContent?.includes(text)) (window as { notedAt?: number }).notedAt = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  }, text)
}

export async function notedAt(page: Page, withinMs: number): Promise<number | null> {
  const readNote = () => (window as { notedAt?: number }).notedAt
  const isThere = await page.waitForFunction(readNote, undefined, { timeout: withinMs }).then(
    () => true,
    () => false,
  )
  return isThere ? ((await page.evaluate(readNote)) ?? null) : null
}
