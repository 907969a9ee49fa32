import { expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { launchWithMaps } from '../maps.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

const label = 'Drinking tap on the map'
const renamed = 'Tap by the harbour'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function openAs(browser: Browser, account: 'owner' | 'superadmin', path: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page, account, path)
  return page
}

test('spec 3, 5, 8: a point of interest is placed on the map, edited by two people at once, and deleted', async ({
  launchOptions,
}) => {
  const browser = await launchWithMaps(launchOptions)
  const one = await openAs(browser, 'owner', '/points-of-interest?view=map')

  await test.step('a click on the map sets the coordinates', async () => {
    const map = one.getByRole('region', { name: 'Map of points of interest', exact: true })
    await expect(map).toBeVisible()
    await expect(one.getByText('Balti jaam, joogivesi')).toBeVisible()
    await one.getByRole('button', { name: 'New point' }).click()
    await expect(one.getByRole('status').filter({ hasText: 'Click to place the pin' })).toBeVisible()
    await map.click({ position: { x: 300, y: 300 } })
    await expect(dialog(one, 'New point of interest')).toBeVisible()
    await expect(one.getByRole('textbox', { name: 'Latitude' })).toHaveValue(/^59\.\d+$/)
    await expect(one.getByRole('textbox', { name: 'Longitude' })).toHaveValue(/^24\.\d+$/)
  })

  await test.step('spec 5: each missing field is reported at the field', async () => {
    await one.getByRole('button', { name: 'Create' }).click()
    for (const words of ['Label is required', 'Type is required', 'Access level is required'])
      await expect(dialog(one, 'New point of interest').getByText(words)).toBeVisible()
    await expect(one.getByRole('textbox', { name: 'Label' })).toBeFocused()
  })

  await test.step('the type sets the icon, and the new point opens', async () => {
    await one.getByRole('textbox', { name: 'Label' }).fill(label)
    await choose(one, 'Type', 'Water')
    await expect(one.getByRole('combobox', { name: 'Icon' })).toHaveValue('Water')
    await choose(one, 'Access level', 'Partner')
    await one.getByRole('button', { name: 'Create' }).click()
    await expect(panel(one, label)).toBeVisible()
    await expect(panel(one, label).getByText('Point of interest created')).toBeVisible()
  })

  const id = new URL(one.url()).searchParams.get('open') ?? ''
  const two = await openAs(browser, 'superadmin', `/points-of-interest?open=${id}`)

  await test.step('two people edit it at the same time, and the second one sees both versions and loses nothing', async () => {
    await panel(two, label).getByRole('button', { name: 'Edit' }).click()
    await two.getByRole('textbox', { name: 'Label' }).fill('Tap of the second')
    await two.getByRole('textbox', { name: 'Description' }).fill('Shut in winter')

    await panel(one, label).getByRole('button', { name: 'Edit' }).click()
    await one.getByRole('textbox', { name: 'Label' }).fill(renamed)
    await one.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel(one, renamed)).toBeVisible()

    await two.getByRole('button', { name: 'Save', exact: true }).click()
    const both = two.getByRole('dialog')
    await expect(both.getByText('Someone else has changed this.')).toBeVisible()
    await expect(both.getByRole('group', { name: 'Label' })).toContainText(renamed)
    await both.getByRole('group', { name: 'Label' }).getByRole('radio', { name: 'Theirs' }).check()
    await both.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel(two, renamed).getByText('Shut in winter').first()).toBeVisible()
    // The first page shows the change without a reload.
    // The text itself, which its history names too: what is deleted next is what the page then has.
    await expect(panel(one, renamed).getByRole('paragraph').filter({ hasText: 'Shut in winter' })).toBeVisible()
    await expect(panel(one, renamed).getByText('Point of interest updated').first()).toBeVisible()
  })

  await test.step('the deleted point disappears from every list', async () => {
    await panel(one, renamed).getByRole('button', { name: 'Delete' }).click()
    const question = dialog(one, `Delete ${renamed}?`)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(one.getByRole('dialog').or(panel(one, renamed))).toHaveCount(0)
    await two.goto(`/points-of-interest?q=${encodeURIComponent(renamed)}`)
    await expect(two.getByText('No point of interest matches')).toBeVisible()
  })
  await browser.close()
})
