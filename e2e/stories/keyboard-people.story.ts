import { expect, test } from '@playwright/test'
import { arrowToItem, enter, pick, skipToContent, tabTo, write } from '../keys.ts'
import { linkTo } from '../mail.ts'
import { productUrl } from '../product.ts'
import { signIn } from '../sign-in.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('how things are written, by keyboard alone: from the menu to each choice, which counts at once', async ({
  page,
}) => {
  await signIn(page, 'viewer')
  const account = page.getByRole('button', { name: /^Account of/ })
  await enter(page, account)
  await expect(page.getByRole('menuitem', { name: 'Your profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  await arrowToItem(page, page.getByRole('menuitem', { name: 'Your profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your profile', level: 1 })).toBeVisible()

  const localized = page.getByRole('switch', { name: 'Localized formats' })
  await tabTo(page, localized)
  const isOn = await localized.isChecked()
  await page.keyboard.press('Space')
  await expect(localized).toBeChecked({ checked: !isOn })
  await page.keyboard.press('Space')
  await pick(page, page.getByRole('combobox', { name: 'Time zone' }), 'Kathmandu')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Kathmandu/)
  const keys = page.getByRole('radiogroup', { name: 'RFID keys' })
  await tabTo(page, keys.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('0007625328')).toBeVisible()
  await tabTo(page, page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('light')
})

test('somebody is invited, comes in by the link and is disabled again, by keyboard alone', async ({ page, browser }, {
  retry,
}) => {
  const email = `kadri.keys${retry}@people.test`
  await signIn(page, 'superadmin')
  await page.goto('/users/console')
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await skipToContent(page)
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await enter(page, invite)
  const dialog = page.getByRole('dialog', { name: 'Invite a console user' })
  const field = dialog.getByLabel('Email')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Invalid email address/)
  await expect(field).toBeFocused()
  await page.keyboard.type(email)
  await write(page, dialog.getByLabel('Name'), 'Kadri Keys')
  await pick(page, dialog.getByRole('combobox', { name: 'Organization' }), 'Tallinn Mobility')
  await enter(page, dialog.getByRole('button', { name: 'Send the invitation' }))
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Invitation sent')
  await expect(invite).toBeFocused()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(await linkTo(email))
  for (const name of ['New password', 'Once more']) await write(theirs, theirs.getByLabel(name), 'three wise seagulls')
  await theirs.keyboard.press('Enter')
  await theirs.waitForURL((url) => url.href.startsWith(productUrl) && !url.pathname.startsWith('/login'))
  await expect(theirs.getByRole('main')).toContainText('You hold no role yet')
  await theirs.context().close()

  const row = page.getByRole('row').filter({ hasText: email })
  await tabTo(page, page.getByRole('row').and(page.locator('[tabindex="0"]')))
  for (let step = 0; step < 40 && !(await row.evaluate((one) => one === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Kadri Keys' })
  await enter(page, panel.getByRole('button', { name: 'Disable' }))
  const question = page.getByRole('dialog', { name: 'Disable Kadri Keys?' })
  await expect(question.getByRole('button', { name: 'Keep active' })).toBeFocused()
  await write(page, question.getByLabel('Reason'), 'Was here for a test only')
  await enter(page, question.getByRole('button', { name: 'Disable' }))
  await expect(question).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Enable' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await expect(row).toContainText('Disabled')
})
