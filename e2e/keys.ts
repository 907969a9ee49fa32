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
    const around = [
      one,
      one.nextElementSibling,
      one.parentElement,
      one.parentElement?.parentElement,
      one.firstElementChild,
    ]
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
    return focused === plain
      ? `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 40)}`
      : null
  })

/** Past the navigation, as the first Tab of a page offers it. */
export async function skipToContent(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** To a button or link, and Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Into a field, in place of what stood there. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** One of a list that opens below its field: found by typing where that is possible, else walked to by arrows. */
export async function pick(page: Page, field: Locator, option: string): Promise<void> {
  await tabTo(page, field)
  if (await field.isEditable()) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(option)
  } else await page.keyboard.press('Enter')
  const wanted = page.getByRole('option', { name: option }).first()
  await expect(wanted).toBeVisible()
  await arrowTo(page, wanted, (one) => one.hasAttribute('data-combobox-selected'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

/** Down a menu, whose entries have the focus themselves. */
export const arrowToItem = (page: Page, item: Locator): Promise<void> =>
  arrowTo(page, item, (one) => one === document.activeElement)

async function arrowTo(
  page: Page,
  target: Locator,
  isThere: (element: Element) => boolean,
  atMost = 20,
): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < atMost; step++) {
    if (await target.evaluate(isThere)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`${atMost} steps down did not lead to ${target}`)
}
