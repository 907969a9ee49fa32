import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { callAs, waitForResult } from '../api.ts'
import { namedLocations } from '../claims.ts'
import { fetchSettings } from '../hardware.ts'
import { signIn } from '../sign-in.ts'

interface Piece {
  id: string
  device_number: number
  type: string
}

/** Dock 9 can be read and refuses every change of its configuration; dock 5 refuses to be read, so it can be in no plan. */
const code = namedLocations.configured
const locked = `${code} Dock 09`
const unreadable = 5
const lockedNumber = 9

async function tenDocks(): Promise<Piece[]> {
  const { items } = await callAs<{ items: { id: string }[] }>('technician', `/location/v1/locations?q=${code}`)
  const docks = await waitForResult(async () => {
    const found = await callAs<{ items: Piece[] }>(
      'technician',
      `/hardware/v1/hardware?location_id=${items[0]?.id}&type=dock&firmware_name=dock-g3&health=healthy&limit=500`,
    )
    return found.items.length >= 11 ? found.items : undefined
  })
  const readable = docks
    .filter(({ device_number }) => device_number !== unreadable)
    .toSorted((a, b) => a.device_number - b.device_number)
  const odd = readable.filter(({ device_number }) => device_number === lockedNumber)
  return [...odd, ...readable.filter(({ device_number }) => device_number !== lockedNumber)].slice(0, 10)
}

const wordOf = ({ device_number }: Piece): string => `${code} Dock ${String(device_number).padStart(2, '0')}`

/** From the template to the plan, with this dock as the canary. */
async function plan(page: Page, docks: readonly Piece[], canary: string, failed: string): Promise<void> {
  await page.goto('/hardware/templates')
  await page.getByRole('region', { name: 'Templates' }).getByText('Quiet docks near homes').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Apply', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Apply Quiet docks near homes' })
  await form.getByRole('textbox', { name: 'Find hardware' }).fill(code)
  await expect(form.getByRole('checkbox', { name: wordOf(docks[0] as Piece) })).toBeVisible()
  for (const dock of docks) await form.getByRole('checkbox', { name: wordOf(dock) }).check()
  const chosen = form.getByRole('combobox', { name: 'Canary' })
  await chosen.press('Backspace')
  await chosen.click()
  await page.getByRole('option', { name: canary }).click()
  await form.getByRole('textbox', { name: 'Pause between waves' }).fill('0')
  await form.getByRole('textbox', { name: 'Halt when more than this share fails' }).fill(failed)
  await form.getByRole('textbox', { name: 'Comment' }).fill('Neighbours complain at night')
  await form.getByRole('button', { name: 'Plan for 10 devices' }).click()
  await expect(page.getByRole('heading', { name: 'Quiet docks near homes', level: 1 })).toBeVisible()
}

const stateIn = (table: Locator, device: string): Locator => table.getByRole('row', { name: device })

async function decide(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
}

test('a change set halts at its canary and is rolled back; with another canary nine of ten take the template', async ({
  page,
}) => {
  test.setTimeout(480_000)
  const docks = await tenDocks()
  const [odd, good] = docks as [Piece, Piece]
  expect(wordOf(odd)).toBe(locked)
  await fetchSettings(docks.map(({ id }) => id))
  await signIn(page, 'technician', '/hardware/templates')
  const table = page.getByRole('region', { name: 'Devices', exact: true })

  await test.step('the canary refuses: nothing else is sent, and the page says why it halted', async () => {
    await plan(page, docks, wordOf(odd), '5')
    await expect(stateIn(table, 'Dock 09')).toContainText('Canary')
    await decide(page, 'Start')
    await expect(page.getByText('More devices failed than the plan allows')).toBeVisible()
    await expect(stateIn(table, 'Dock 09')).toContainText('Failed')
    await expect(table.getByRole('row').filter({ hasText: 'Waiting' })).toHaveCount(9)
  })

  await test.step('rolled back, every dock has what it had', async () => {
    await decide(page, 'Roll back')
    await expect(page.getByText('Rolled back', { exact: true }).first()).toBeVisible()
    await expect(table.getByRole('row').filter({ hasText: 'Unchanged' })).toHaveCount(9)
  })

  await test.step('with a canary that works and one failure allowed, nine take it and one is named', async () => {
    await plan(page, docks, wordOf(good), '20')
    await decide(page, 'Start')
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 150_000 })
    await expect(table.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(9)
    await expect(stateIn(table, 'Dock 09')).toContainText('config locked')
    await decide(page, 'Roll back')
    await expect(page.getByText('9 rolled back')).toBeVisible({ timeout: 120_000 })
  })
})
