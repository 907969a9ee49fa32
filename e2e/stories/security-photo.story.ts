import { expect, test } from '@playwright/test'
import type { Locator } from '@playwright/test'
import { callAs } from '../api.ts'
import { signIn } from '../sign-in.ts'

// No location of the demonstration is in this zone: the pages of a location say whose time they show.
test.use({ timezoneId: 'Asia/Tokyo' })

/** The width of the picture that the browser decoded; 0 for a broken one. */
const decodedWidth = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))

/** A location that is in contact and has a camera. */
async function withCamera(): Promise<string> {
  const { items } = await callAs<{ items: { id: string; health: string }[] }>(
    'superadmin',
    '/location/v1/locations?limit=100',
  )
  for (const { id } of items.filter(({ health }) => health === 'online')) {
    const location = await callAs<{ has_camera: boolean }>('superadmin', `/location/v1/locations/${id}`)
    if (location.has_camera) return id
  }
  throw new Error('No location of the demonstration has a camera')
}

test('spec 3: a photo is taken with a reason and viewed by a link, and its history records the viewer', async ({
  page,
}) => {
  await signIn(page, 'superadmin', `/locations/${await withCamera()}`)
  // Screens: the standard view of a location has its cameras.
  await page.getByRole('link', { name: /^Cameras \d+/ }).click()
  await expect(page.getByRole('heading', { name: 'Security photos' })).toBeVisible()
  const comment = 'Something is behind the docks'

  await test.step('the camera takes the photo, which appears without a reload', async () => {
    await page.getByRole('button', { name: 'Take photo' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take photo/ })
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await expect(dialog.getByText('Choose a reason')).toBeVisible()
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill(comment)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await expect(page.getByRole('button', { name: comment })).toBeVisible()
  })

  await test.step('photos and events show one time zone, and say which', async () => {
    await expect(page.getByRole('heading', { name: /Asia\/Tokyo time$/, level: 3 }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page.getByRole('heading', { name: /Asia\/Tokyo time$/, level: 2 }).first()).toBeVisible()
    await page.goBack()
  })

  const view = page.getByRole('dialog', { name: /^Security photo/ })
  await test.step('the photo is a picture, and its link shows how long it is valid', async () => {
    await page.getByRole('button', { name: comment }).click()
    const picture = view.getByRole('img', { name: /^Security photo/ })
    await expect(picture).toBeVisible()
    await expect.poll(() => decodedWidth(picture)).toBe(640)
    await expect(view.getByText(/^link valid for 1[45] min$/)).toBeVisible()
    const address = await picture.getAttribute('src')
    const changed = `${address?.slice(0, -2)}AA`
    expect((await page.request.get(changed)).status()).toBe(404)
    await page.keyboard.press('Escape')
    await expect(view).toBeHidden()
  })

  await test.step('the history records who viewed it', async () => {
    await page
      .getByRole('listitem')
      .filter({ hasText: comment })
      .getByRole('button', { name: /^1 view, photo/ })
      .click()
    const panel = page.getByRole('complementary', { name: 'Security photo', exact: true })
    for (const words of [/^Security photo taken/, /^Link to a security photo created/, /^Security photo viewed/])
      await expect(panel.getByText(words).first()).toBeVisible()
  })
})
