import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'
import { told } from '../told.ts'

interface Row {
  id: string
  code: string
  label: string
  status: string
  tags: string[]
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Locations' })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' })
const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, { code }: Row) => grid(page).getByRole('row').filter({ hasText: code })
const found = async (page: Page, status: string) =>
  (await callAs<{ items: Row[] }>(page, `/location/v1/locations?status=${status}&limit=10`)).items

async function pick(page: Page, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await rowOf(page, row).getByRole('checkbox').check()
  await expect(bar(page).getByText(`${rows.length} selected`)).toBeVisible()
}

async function chooseStatus(page: Page, status: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

test('spec 4, screens: of many moved at once the one that cannot go stays selected with its reason, the others are brought back', async ({
  page,
}) => {
  await signIn(page, 'technician')
  const [first, second] = await found(page, 'launched')
  const [stuck] = await found(page, 'in_house')
  if (!first || !second || !stuck) throw new Error('The demonstration has no two launched locations and one in house')

  await test.step('three are chosen, and the reason is asked for', async () => {
    await page.goto('/locations?status=launched&status=in_house')
    await pick(page, [first, second, stuck])
    await bar(page).getByRole('button', { name: 'Status' }).click()
    await chooseStatus(page, 'Maintenance')
    await dialog(page).getByRole('button', { name: 'Move 3' }).click()
    await expect(dialog(page).getByText('Reason is required')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Racks are repainted this week')
    await dialog(page).getByRole('button', { name: 'Move 3' }).click()
  })

  await test.step('two went, one stays selected and says why', async () => {
    await expect(bar(page).getByText('2 done, 1 failed')).toBeVisible()
    await bar(page).getByRole('button', { name: 'what failed' }).click()
    await expect(page.getByText(`${stuck.code} ${stuck.label}`).last()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, stuck).getByRole('checkbox')).toBeChecked()
    expect((await found(page, 'maintenance')).map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    )
  })

  await test.step('what was done is undone', async () => {
    await bar(page).getByRole('button', { name: 'undo' }).click()
    await expect(told(page, 'Undone')).toBeVisible()
    await expect
      .poll(async () => (await callAs<Row>(page, `/location/v1/locations/${first.id}`)).status)
      .toBe('launched')
  })
})

test('spec 5: tags of many are added with the words of their rules, and one message is set for all', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  const [first, second] = await found(page, 'launched')
  if (!first || !second) throw new Error('The demonstration has no two launched locations')
  await page.goto('/locations?status=launched')
  await pick(page, [first, second])

  await test.step('a reserved word and a short one are refused at the field', async () => {
    await bar(page).getByRole('button', { name: 'Tags' }).click()
    const add = dialog(page)
      .getByRole('textbox', { name: 'Add' })
      .or(dialog(page).getByRole('combobox', { name: 'Add' }))
    await add.fill('admin')
    await add.press('Enter')
    await expect(dialog(page).getByText('this word is reserved')).toBeVisible()
    await add.fill('ab')
    await add.press('Enter')
    await expect(dialog(page).getByText('at least 3 characters').first()).toBeVisible()
    await add.fill('story_tag')
    await add.press('Enter')
    await add.press('Tab')
    await dialog(page).getByRole('button', { name: 'Change tags' }).click()
    await expect(bar(page).getByText('2 done')).toBeVisible()
    const { tags } = await callAs<Row>(page, `/location/v1/locations/${second.id}`)
    expect(tags).toContain('story_tag')
    expect(tags).not.toContain('admin')
  })

  await test.step('a message stands at each of them', async () => {
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()
    await pick(page, [first, second])
    await bar(page).getByRole('button', { name: 'Maintenance message' }).click()
    await dialog(page).getByRole('button', { name: 'Set message' }).click()
    await expect(dialog(page).getByText('Message is required')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Message' }).fill('The square is closed on Sunday')
    await dialog(page).getByRole('button', { name: 'Set message' }).click()
    await expect(bar(page).getByText('2 done')).toBeVisible()
    await page.goto(`/locations/${second.id}`)
    await expect(page.getByRole('region', { name: 'Maintenance message' })).toContainText(
      'The square is closed on Sunday',
    )
    await page.getByRole('region', { name: 'Maintenance message' }).getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('The square is closed on Sunday')).toHaveCount(0)
  })
})
