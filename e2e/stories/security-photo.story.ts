import { expect, test } from '@playwright/test'
import type { Locator } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

/** What the browser made of it, not what the page says. */
const decoded = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)

test('spec 3: a photo is taken with a reason, viewed by a link, and who looked is told', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'superadmin')
  // Each camera of the demonstration showed itself when it started.
  const photos = () => callAs<{ items: { location_id: string }[] }>(page, '/location/v1/security-photos?limit=1')
  await expect.poll(async () => (await photos()).items.length, { timeout: 60_000 }).toBe(1)
  const [first] = (await photos()).items
  await page.goto(`/locations/${first?.location_id}?tab=photos`)
  await expect(page.getByRole('heading', { name: 'Security photos' })).toBeVisible()
  const comment = 'Somebody lies behind the docks'

  await test.step('the camera takes it, and it comes by itself', async () => {
    await page.getByRole('button', { name: 'Take photo' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take photo/ })
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await expect(dialog.getByText('Pick a reason')).toBeVisible()
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill(comment)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await expect(page.getByRole('button', { name: comment })).toBeVisible({ timeout: 30_000 })
  })

  const view = page.getByRole('dialog', { name: /^Security photo/ })
  await test.step('it is a picture, and its link says how long it is good', async () => {
    await page.getByRole('button', { name: comment }).click()
    const picture = view.getByRole('img', { name: /^Security photo/ })
    await expect(picture).toBeVisible()
    await expect.poll(() => decoded(picture)).toBe(640)
    await expect(view.getByText(/^link valid for 1[45] min$/)).toBeVisible()
    const address = await picture.getAttribute('src')
    const changed = `${address?.slice(0, -2)}AA`
    expect((await page.request.get(changed)).status()).toBe(404)
    await page.keyboard.press('Escape')
    await expect(view).toBeHidden()
  })

  await test.step('who looked stands in its history', async () => {
    await page
      .getByRole('listitem')
      .filter({ hasText: comment })
      .getByRole('button', { name: /^Who viewed/ })
      .click()
    const panel = page.getByRole('dialog', { name: 'Security photo', exact: true })
    for (const words of [/^Security photo taken/, /^Link to a security photo given/, /^Security photo viewed/])
      await expect(panel.getByText(words).first()).toBeVisible()
  })
})
