import type { Page } from 'playwright-core'
import { must } from './bench.ts'

declare global {
  interface Window {
    /** What the last watched click has led to. */
    shownAfterClick?: { clickedAt: number; shownAt: number; text: string }
  }
}

/** The pointer rests so long on a link before a person presses; a press takes as long. */
const restMs = 100
const shownWithinMs = 20_000

interface Awaited {
  selector: string
  /** The text that it holds; null: an element that was not there before the click. */
  text: string | null
}

export interface Shown {
  /** From the click, which ends the press, until the element is in the document. */
  ms: number
  text: string
}

/** Clicks a link as a person does and stops the time when the awaited element is there. */
export async function clickAndWatch(page: Page, link: string, awaited: Awaited): Promise<Shown> {
  await page.evaluate(watch, awaited)
  await page.locator(link).first().hover()
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.waitForTimeout(restMs)
  await page.mouse.up()
  const isThere = await page
    .waitForFunction(() => (window.shownAfterClick?.shownAt ?? 0) > 0, undefined, { timeout: shownWithinMs })
    .then(
      () => true,
      () => false,
    )
  const note = await page.evaluate(() => window.shownAfterClick)
  must(isThere && note !== undefined, `A click on ${link} shows no ${awaited.selector} in time`)
  return { ms: note.shownAt - note.clickedAt, text: note.text }
}

/** Runs in the page. */
function watch({ selector, text }: Awaited): void {
  const before = new Set(document.querySelectorAll(selector))
  const note = { clickedAt: 0, shownAt: 0, text: '' }
  window.shownAfterClick = note
  const isAwaited = (element: Element): boolean => (text === null ? !before.has(element) : element.textContent === text)
  const look = (): void => {
    if (note.clickedAt === 0) return
    const shown = [...document.querySelectorAll(selector)].find(isAwaited)
    if (shown === undefined) return
    note.shownAt = performance.now()
    note.text = shown.textContent
    changes.disconnect()
  }
  const changes = new MutationObserver(look)
  changes.observe(document.documentElement, { childList: true, subtree: true, characterData: true })
  document.addEventListener('click', ({ timeStamp }) => (note.clickedAt = timeStamp), { capture: true, once: true })
}
