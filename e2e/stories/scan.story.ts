import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect, test } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { callAs } from '../api.ts'
import { makeOwnFolder, productUrl } from '../product.ts'
import { cameraFilm, qrPicture } from '../qr-picture.ts'
import { signIn } from '../sign-in.ts'

interface Dock {
  id: string
  number: number
  type: string
  qr_code: string | null
  hardware_id: string | null
}

/** A browser whose camera repeats this film. */
function withCamera(film: Buffer, launch: Parameters<typeof chromium.launch>[0]): Promise<Browser> {
  const path = join(makeOwnFolder(), 'film.mjpeg')
  writeFileSync(path, film)
  const camera = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ]
  return chromium.launch({ ...launch, args: [...(launch?.args ?? []), ...camera] })
}

async function findDock(): Promise<{ location: string; dock: Dock }> {
  const [place] = (await callAs<{ items: { id: string }[] }>('technician', '/location/v1/locations?q=104217')).items
  const devices = await callAs<Dock[]>('technician', `/location/v1/locations/${place?.id}/devices`)
  const dock = devices.find(({ type, qr_code, number }) => type === 'dock' && qr_code !== null && number === 7)
  if (!place || !dock) throw new Error('The demonstration has no such dock')
  return { location: place.id, dock }
}

async function positionOf(code: string): Promise<{ latitude: number; longitude: number }> {
  const query = `/location/v1/locations?q=${code}`
  const [place] = (await callAs<{ items: { latitude: number; longitude: number }[] }>('technician', query)).items
  if (!place) throw new Error('The demonstration has no such location')
  return { latitude: place.latitude, longitude: place.longitude }
}

test('spec 2: a scanned QR code opens its device, and several codes at once are refused', async ({
  launchOptions,
  browser: plain,
}) => {
  const { location, dock } = await findDock()
  const address = `${productUrl}/deep-link/search?code=${dock.qr_code}`
  const one = await cameraFilm(plain, [await qrPicture(address)])
  const browser = await withCamera(one, launchOptions)
  const phone = await browser.newPage({
    baseURL: productUrl,
    viewport: { width: 390, height: 844 },
    permissions: ['camera', 'geolocation'],
    geolocation: await positionOf('104275'),
  })
  await signIn(phone, 'technician')
  await phone.getByRole('button', { name: 'Near me' }).click()
  await expect(phone.getByRole('region', { name: 'Locations' }).getByRole('link').first()).toContainText(
    /^Telliskivi.*\d m/,
  )
  await phone.getByRole('link', { name: 'Scan' }).click()
  // The code is read from the film by the page itself, which has little of a busy machine.
  await expect(phone).toHaveURL(new RegExp(`/locations/${location}\\?device=${dock.id}`))
  await expect(phone.getByRole('dialog', { name: 'Dock 07' })).toBeVisible()
  await browser.close()

  const two = await withCamera(
    await cameraFilm(plain, [await qrPicture(address), await qrPicture('104217/08')]),
    launchOptions,
  )
  const both = await two.newPage({
    baseURL: productUrl,
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
  })
  await signIn(both, 'technician', '/deep-link/search')
  await expect(both.getByText('Multiple QR codes detected, please try again')).toBeVisible()
  await expect(both).toHaveURL(/\/deep-link\/search$/)
  await two.close()
})

test('spec 2, 8: a device is found by a typed code or a picture, and a wrong code or a missing camera is reported', async ({
  page,
}) => {
  const { location, dock } = await findDock()
  await signIn(page, 'technician')
  await page.getByRole('link', { name: 'Find by QR code' }).click()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('Code is required')).toBeVisible()

  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('999999')
  await code.press('Enter')
  await expect(page.getByText('Failed to find resource')).toBeVisible()
  await expect(page).toHaveURL(/code=999999/)

  await code.fill('https://example.com/menu')
  await code.press('Enter')
  await expect(page.getByText('QR must be valid')).toBeVisible()

  await code.fill('104217/7')
  await code.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/locations/${location}\\?device=${dock.id}`))
  await expect(page.getByRole('complementary', { name: 'Dock 07' })).toBeVisible()

  await page.goto('/deep-link/search?scanQr=true')
  await expect(page.getByText('Accessing camera failed, check camera permissions')).toBeVisible()
  await page
    .getByLabel('Picture with a QR code')
    .setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: await qrPicture('104217') })
  await expect(page).toHaveURL(new RegExp(`/locations/${location}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
