import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { signIn } from '../sign-in.ts'
import { messageIn } from '../messages.ts'

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

/** Two launched locations and one in house, which no other story changes. */
async function findRows(): Promise<[Row, Row, Row]> {
  const { items } = await callAs<{ items: Row[] }>('superadmin', '/location/v1/locations?limit=500')
  const [first, second, inHouse] = namedLocations.changedTogether.map((code) => items.find((row) => row.code === code))
  if (!first || !second || !inHouse) throw new Error('The demonstration lacks one of the locations')
  return [first, second, inHouse]
}

const statusOf = async ({ id }: Row) => (await callAs<Row>('superadmin', `/location/v1/locations/${id}`)).status

async function select(page: Page, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await rowOf(page, row).getByRole('checkbox').check()
  await expect(bar(page).getByText(`${rows.length} selected`)).toBeVisible()
}

async function chooseStatus(page: Page, status: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status, exact: true }).click()
}

test('spec 4, screens: of three locations two change status, the third stays selected with its error, and undo restores the two', async ({
  page,
}) => {
  const [first, second, stuck] = await findRows()

  await test.step('three locations are selected, and a reason is required', async () => {
    await signIn(page, 'technician', '/locations?q=1045&status=launched&status=in_house')
    await select(page, [first, second, stuck])
    await bar(page).getByRole('button', { name: 'Status' }).click()
    await chooseStatus(page, 'Maintenance')
    await dialog(page).getByRole('button', { name: 'Set 3' }).click()
    await expect(dialog(page).getByText('Reason is required')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Racks are repainted this week')
    await dialog(page).getByRole('button', { name: 'Set 3' }).click()
  })

  await test.step('two changed, and the third stays selected with its error', async () => {
    await expect(bar(page).getByText('2 done, 1 failed')).toBeVisible()
    await bar(page).getByRole('button', { name: 'failures' }).click()
    await expect(page.getByText(`${stuck.code} ${stuck.label}`).last()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, stuck).getByRole('checkbox')).toBeChecked()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['maintenance', 'maintenance'])
  })

  await test.step('undo restores the status of both', async () => {
    await bar(page).getByRole('button', { name: 'undo' }).click()
    await expect(messageIn(page, 'Undone')).toBeVisible()
    for (const row of [first, second]) await expect.poll(() => statusOf(row)).toBe('launched')
  })
})

test('spec 5: a tag and a maintenance message are added to two locations at once, and wrong tags are refused', async ({
  page,
}) => {
  const [first, second] = await findRows()
  await signIn(page, 'superadmin', '/locations?q=1045&status=launched')
  await select(page, [first, second])

  await test.step('a reserved word and a short one are refused at the field, and a valid tag is added', async () => {
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
    const { tags } = await callAs<Row>('superadmin', `/location/v1/locations/${second.id}`)
    expect(tags).toContain('story_tag')
    expect(tags).not.toContain('admin')
  })

  await test.step('the message is shown at each location', async () => {
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()
    await select(page, [first, second])
    await bar(page).getByRole('button', { name: 'Maintenance message' }).click()
    await expect(dialog(page).getByText('None of these locations shows a message now.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Show in app' }).click()
    await expect(dialog(page).getByText('Message is required')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Message' }).fill('The square is closed on Sunday')
    await dialog(page).getByRole('button', { name: 'Show in app' }).click()
    await expect(bar(page).getByText('2 done')).toBeVisible()
  })

  await test.step('a narrower search leaves only what it shows selected', async () => {
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()
    await select(page, [first, second])
    const search = page.getByRole('searchbox', { name: 'Code, name or address' })
    await search.fill(first.code)
    await expect(bar(page).getByText('1 selected')).toBeVisible()
    await expect(rowOf(page, first).getByRole('checkbox')).toBeChecked()
    await search.fill('1045')
    await expect(rowOf(page, second).getByRole('checkbox')).not.toBeChecked()
  })

  await test.step('the dialog says how many messages another one covers, and whether they come back', async () => {
    await bar(page).getByRole('button', { name: 'Clear selection' }).click()
    await select(page, [first, second])
    await bar(page).getByRole('button', { name: 'Maintenance message' }).click()
    await expect(
      dialog(page).getByText('2 of these locations show a message now. These messages end now'),
    ).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Ends: day' }).fill('2099-01-01')
    await expect(dialog(page).getByText('These messages are shown again when the new one ends')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'Message' }).fill('Closed for an hour')
    await dialog(page).getByRole('button', { name: 'Show in app' }).click()
    await expect(bar(page).getByText('2 done')).toBeVisible()
    await page.goto(`/locations/${second.id}`)
    const line = page.getByRole('region', { name: 'Maintenance message' })
    await expect(line).toContainText('Closed for an hour')
    await line.getByRole('button', { name: 'Clear' }).click()
  })

  await test.step('the earlier message is shown again, until it is cleared', async () => {
    await expect(page.getByRole('region', { name: 'Maintenance message' })).toContainText(
      'The square is closed on Sunday',
    )
    await page.getByRole('region', { name: 'Maintenance message' }).getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('The square is closed on Sunday')).toHaveCount(0)
  })
})
