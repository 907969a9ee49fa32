import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from '@playwright/test'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
const bytes = Uint8Array.from(readFileSync(wasm)).buffer
prepareZXingModule({ overrides: { wasmBinary: bytes } })

/** A QR code as a PNG picture. */
export async function qrPicture(text: string): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format: 'QRCode', scale: 6, withQuietZones: true })
  if (image === null) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}

/** The film of a camera that is held at these pictures. Two frames are enough, because the browser repeats them. */
export async function cameraFilm(browser: Browser, pictures: Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 }, deviceScaleFactor: 1 })
  const images = pictures.map(
    (picture) =>
      `<img width="${Math.min(300, 560 / pictures.length)}" src="data:image/png;base64,${picture.toString('base64')}">`,
  )
  await page.setContent(
    `<body style="margin:0;height:100vh;display:flex;align-items:center;justify-content:space-evenly;background:#777">${images.join('')}`,
  )
  const frame = await page.screenshot({ type: 'jpeg', quality: 95 })
  await page.close()
  return Buffer.concat([frame, frame])
}
