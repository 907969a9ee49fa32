import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { enter, pick, skipToContent, write } from '../keys.ts'
import { launchWithMaps } from '../maps.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

const label = 'Pump of the keyboard'
const renamed = 'Pump by the gate'

test('a point of interest by keyboard alone: placed on the map, named, edited, deleted', async ({ launchOptions }) => {
  const browser = await launchWithMaps(launchOptions)
  const page = await browser.newPage({
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  await signIn(page, 'owner')
  await page.goto('/points-of-interest?view=map')
  const map = page.getByRole('region', { name: 'Map of points of interest', exact: true })
  await expect(map).toBeVisible()
  await skipToContent(page)

  await test.step('the map takes the keys while a place is looked for, and Esc gives them back', async () => {
    const begin = page.getByRole('button', { name: 'New point' })
    await enter(page, begin)
    await expect(map).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(begin).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(map).toBeFocused()
  })

  await test.step('arrows move it, and Enter takes what lies under the cross', async () => {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Latitude' })).toHaveValue(/^59\.\d+$/)
  })

  await test.step('it is named, and stands there', async () => {
    await page.keyboard.type(label)
    await pick(page, page.getByRole('combobox', { name: 'Type' }), 'Water')
    await pick(page, page.getByRole('combobox', { name: 'Access level' }), 'Partner')
    await enter(page, page.getByRole('button', { name: 'Create' }))
    await expect(dialog(label).getByText('Point of interest created')).toBeVisible()
    expect(await dialog(label).evaluate((one) => one.contains(document.activeElement))).toBe(true)
  })

  await test.step('its name is changed', async () => {
    await enter(page, dialog(label).getByRole('button', { name: 'Edit' }))
    await write(page, page.getByRole('textbox', { name: 'Label' }), renamed)
    await page.keyboard.press('Enter')
    await expect(dialog(renamed)).toBeVisible()
  })

  await test.step('it is deleted, and the focus goes back to the screen', async () => {
    await enter(page, dialog(renamed).getByRole('button', { name: 'Delete' }))
    const question = dialog(`Delete ${renamed}?`)
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await enter(page, question.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  })
  await browser.close()
})

test('the focus goes with its row when others come above, and stays in its place when its row is deleted', async ({
  page,
}) => {
  const points = '/point-of-interest/v1/points-of-interest'
  const put = (label: string) =>
    callAs<{ id: string }>(page, points, {
      label,
      type: 'utility-water',
      icon_type: 'water',
      access_level: 'public',
      latitude: 59.44,
      longitude: 24.75,
    })
  await signIn(page, 'owner')
  await put('Focus A')
  const { id } = await put('Focus C')
  await put('Focus D')
  await page.goto('/points-of-interest?q=focus')
  const row = (label: string) =>
    page.getByRole('grid', { name: 'Points of interest' }).getByRole('row').filter({ hasText: label })
  await row('Focus C').focus()

  await put('Focus B')
  await expect(row('Focus C')).toHaveAttribute('aria-rowindex', '4')
  await expect(row('Focus C')).toBeFocused()
  await expect(row('Focus C')).toHaveAttribute('tabindex', '0')

  await callAs(page, `${points}/deletions`, { target: { ids: [id] } })
  await expect(row('Focus C')).toHaveCount(0)
  await expect(row('Focus D')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Focus D' })).toBeVisible()
})
