import type { Locator, Page } from '@playwright/test'

/** What the console says of what was done. The same words may stand in a history beside it. */
export const told = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(words)
