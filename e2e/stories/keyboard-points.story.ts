import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { pressEnterOn, chooseOption, skipToContent, typeInto } from '../keyboard.ts'
import { launchWithMaps } from '../maps.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

const label = 'Pump set by keyboard'
const renamed = 'Pump by the gate'

test('keyboard only: a point of interest is placed on the map, named, edited and deleted', async ({
  launchOptions,
}) => {
  const browser = await launchWithMaps(launchOptions)
  const page = await browser.newPage({
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const panel = (name: string) => page.getByRole('complementary', { name, exact: true })
  await signIn(page, 'owner', '/points-of-interest?view=map')
  const map = page.getByRole('region', { name: 'Map of points of interest', exact: true })
  await expect(map).toBeVisible()
  await skipToContent(page)

  await test.step('New point moves the focus to the map, and Esc moves it back', async () => {
    const newPoint = page.getByRole('button', { name: 'New point' })
    await pressEnterOn(page, newPoint)
    await expect(map).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(newPoint).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(map).toBeFocused()
  })

  await test.step('arrows move the map, and Enter takes the coordinates under the cross', async () => {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Latitude' })).toHaveValue(/^59\.\d+$/)
  })

  await test.step('the named point is created, and its panel has the focus', async () => {
    await page.keyboard.type(label)
    await chooseOption(page, page.getByRole('combobox', { name: 'Type' }), 'Water')
    await chooseOption(page, page.getByRole('combobox', { name: 'Access level' }), 'Partner')
    await pressEnterOn(page, page.getByRole('button', { name: 'Create' }))
    await expect(panel(label).getByText('Point of interest created')).toBeVisible()
    await expect.poll(() => panel(label).evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })

  await test.step('its label is changed', async () => {
    await pressEnterOn(page, panel(label).getByRole('button', { name: 'Edit' }))
    await typeInto(page, page.getByRole('textbox', { name: 'Label' }), renamed)
    await page.keyboard.press('Enter')
    await expect(panel(renamed)).toBeVisible()
  })

  await test.step('the point is deleted, and the focus returns to the screen', async () => {
    await pressEnterOn(page, panel(renamed).getByRole('button', { name: 'Delete' }))
    const question = page.getByRole('dialog', { name: `Delete ${renamed}?`, exact: true })
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await pressEnterOn(page, question.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('dialog').or(panel(renamed))).toHaveCount(0)
    await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  })
  await browser.close()
})

test('the focus stays on its row when a row appears above, and goes to the next row when its own is deleted', async ({
  page,
}) => {
  const points = '/point-of-interest/v1/points-of-interest'
  const create = (label: string) =>
    callAs<{ id: string }>('owner', points, {
      label,
      type: 'utility-water',
      icon_type: 'water',
      access_level: 'public',
      latitude: 59.44,
      longitude: 24.75,
    })
  await create('Focus A')
  const { id } = await create('Focus C')
  await create('Focus D')
  await signIn(page, 'owner', '/points-of-interest?q=focus')
  const row = (label: string) =>
    page.getByRole('grid', { name: 'Points of interest' }).getByRole('row').filter({ hasText: label })
  await row('Focus C').focus()

  await create('Focus B')
  await expect(row('Focus C')).toHaveAttribute('aria-rowindex', '4')
  await expect(row('Focus C')).toBeFocused()
  await expect(row('Focus C')).toHaveAttribute('tabindex', '0')

  await callAs('owner', `${points}/deletions`, { target: { ids: [id] } })
  await expect(row('Focus C')).toHaveCount(0)
  await expect(row('Focus D')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Focus D' })).toBeVisible()
})
