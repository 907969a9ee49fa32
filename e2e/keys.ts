import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Steps on with Tab until the focus is there, as somebody without a pointer has to; further than this nobody would go. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', atMost = 60): Promise<void> {
  for (let step = 0; step < atMost; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** What has the focus and does not show it: no outline, ring, border or ground that differs from when it has none. */
export const unmarkedFocus = (page: Page) =>
  page.evaluate(async () => {
    const one = document.activeElement
    if (!(one instanceof HTMLElement) || one === document.body || one.id === 'main') return null
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    // The mark may be on what stands around it, or drawn before or after it.
    const around = [one, one.nextElementSibling, one.parentElement, one.parentElement?.parentElement, one.firstElementChild]
    const looks = () =>
      JSON.stringify(
        around.map((each) =>
          ['', '::before', '::after'].map((part) => {
            if (!each) return ''
            const { outline, boxShadow, borderColor, background } = getComputedStyle(each, part)
            return [outline, boxShadow, borderColor, background].join()
          }),
        ),
      )
    await drawn()
    const focused = looks()
    one.blur()
    await drawn()
    const plain = looks()
    one.focus({ preventScroll: true })
    return focused === plain ? `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 40)}` : null
  })
