import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Spec-wide: WCAG 2.2 at level AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** All that a theme may change. */
const colours = ['color-contrast', 'link-in-text-block']

/** What breaks a rule, named so that a failure says where. What holds is not worth carrying out of the page. */
export async function brokenIn(page: Page, screen: string, part?: string, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
  })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${screen}: ${id} at ${target.join(' ')}`))
}

/** Colours on their way are judged when they have arrived; what turns for ever is not waited for. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })

/** All rules in the theme that is on, then the other theme's colours on the same screen: nothing else differs between them. */
export async function brokenInBothThemes(page: Page, screen: string, part?: string): Promise<string[]> {
  await settle(page)
  const first = await brokenIn(page, `${screen}, dark`, part)
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
  await settle(page)
  return [...first, ...(await brokenIn(page, `${screen}, light`, part, colours))]
}
