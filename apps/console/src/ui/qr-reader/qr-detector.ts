import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own origin: the default address is a CDN, which the content security policy refuses.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmAddress : prefix + path) },
})

const detector = new BarcodeDetector({ formats: ['qr_code'] })

/** Texts of the QR codes in a picture, each once. */
export async function qrTextsIn(picture: ImageBitmapSource): Promise<string[]> {
  const found = await detector.detect(picture)
  return [...new Set(found.map(({ rawValue }) => rawValue))]
}
