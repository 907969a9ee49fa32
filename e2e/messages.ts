import type { Locator, Page } from '@playwright/test'

/** A message that the console shows after an action. A history on the same page may hold the same words. */
export const messageIn = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(text)
