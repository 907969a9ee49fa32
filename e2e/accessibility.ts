import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 at level AA, which the specification asks of every screen. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result depends on colours, which is all that differs between the themes. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Each broken rule with its screen and element, so that a failure says where. Passed rules are not carried out of the page. */
export async function findAccessibilityFaults(
  page: Page,
  screen: string,
  part?: string,
  rules?: readonly string[],
): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // Only rules about style sheets and sound need more than the document; none of these tags has the former, the console
    // has none of the latter.
    preload: false,
    runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: tags },
    // No tag of WCAG has it. A part alone begins where its page left off.
    ...(rules || part !== undefined ? {} : { rules: { 'heading-order': { enabled: true } } }),
  })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${screen}: ${id} at ${target.join(' ')}`))
}

/** Waits until colours have stopped to change. Spinners never end and are left out. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })

/** Checks all rules in the dark theme, then the colours of the light one on the same screen. */
export async function findFaultsInBothThemes(page: Page, screen: string, part?: string): Promise<string[]> {
  const faults: string[] = []
  for (const [theme, rules] of [
    ['dark', undefined],
    ['light', colourRules],
  ] as const) {
    await setTheme(page, theme)
    await waitForAnimations(page)
    faults.push(...(await findAccessibilityFaults(page, `${screen}, ${theme}`, part, rules)))
  }
  // Without it the next audit of this page would begin in the light theme.
  await setTheme(page, 'dark')
  return faults
}

const setTheme = (page: Page, theme: 'dark' | 'light'): Promise<void> =>
  page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)
