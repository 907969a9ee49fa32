import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/**
 * Presses Tab until the target has the focus, as people without a pointer have to; nobody would go on for more steps. A dialog
 * takes the focus once it has opened: a key before that would be lost, and what had the focus already would lose it.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', atMost = 60): Promise<void> {
  await expect.poll(() => target.evaluate(mayTakeFocus)).toBe(true)
  for (let step = 0; step < atMost; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Whether neither a dialog nor a side panel holds the element, or that one has the focus. Runs in the page. */
function mayTakeFocus(element: Element): boolean {
  const dialog = element.closest('[role=dialog], [data-beside]')
  return dialog === null || dialog.contains(document.activeElement)
}

/** Names the focused element if it looks the same without the focus: no change of outline, ring, border or background. */
export const findUnmarkedFocus = (page: Page) =>
  page.evaluate(async () => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body || element.id === 'main') return null
    const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    // The mark may be on a neighbour or a parent, or on a pseudo-element of one of them.
    const around = [
      element,
      element.nextElementSibling,
      element.parentElement,
      element.parentElement?.parentElement,
      element.firstElementChild,
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
    await nextFrame()
    const focused = looks()
    element.blur()
    await nextFrame()
    const plain = looks()
    element.focus({ preventScroll: true })
    return focused === plain
      ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
      : null
  })

/** Jumps over the navigation with the link that the first Tab of a page offers. */
export async function skipToContent(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** Goes to a button or a link and presses Enter on it. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  // A field for money adds its decimals by itself.
  await expect(field).toHaveValue(new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
}

/** Chooses from the list below a field: by typing where the field takes text, else by arrows. */
export async function chooseOption(page: Page, field: Locator, option: string): Promise<void> {
  await tabTo(page, field)
  if (await field.isEditable()) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(option)
  } else await page.keyboard.press('Enter')
  const wanted = page.getByRole('option', { name: option }).first()
  await expect(wanted).toBeVisible()
  // The list forgets which option is highlighted in the task that follows its opening; nobody presses a key before it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await arrowTo(page, 'ArrowDown', wanted, (element) => element.hasAttribute('data-combobox-selected'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

/** Goes down an open menu. A key that is pressed before the menu has taken the focus would be lost. */
export async function arrowToItem(page: Page, item: Locator): Promise<void> {
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveCount(1)
  await arrowTo(page, 'ArrowDown', item, (element) => element === document.activeElement)
}

/** Goes along elements that take the focus one after the other. */
export const arrowRightTo = (page: Page, target: Locator): Promise<void> =>
  arrowTo(page, 'ArrowRight', target, (element) => element === document.activeElement)

async function arrowTo(
  page: Page,
  key: 'ArrowDown' | 'ArrowRight',
  target: Locator,
  isThere: (element: Element) => boolean,
  atMost = 20,
): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < atMost; step++) {
    if (await target.evaluate(isThere)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${atMost} times ${key} did not lead to ${target}`)
}

/**
 * Goes from the focused row of a table to another one. A row that is not drawn yet takes the focus only after a scroll, so each
 * step waits for it; rows that appear in between move the goal, so each step looks where it is.
 */
export async function arrowToRow(page: Page, row: Locator, atMost = 60): Promise<void> {
  const focused = page.getByRole('row').and(page.locator(':focus'))
  await expect(row).toBeVisible()
  for (let step = 0; step < atMost; step++) {
    if (await row.evaluate((element) => element === document.activeElement)) return
    const [before, at, goal] = [await focused.textContent(), await indexOf(focused), await indexOf(row)]
    await page.keyboard.press(goal > at ? 'ArrowDown' : 'ArrowUp')
    // Not its index, which a row that appears above changes too.
    await expect.poll(() => focused.textContent()).not.toBe(before)
  }
  throw new Error(`${atMost} steps did not lead to ${row}`)
}

const indexOf = async (row: Locator): Promise<number> => Number(await row.getAttribute('aria-rowindex'))
