export interface JpegSize {
  width: number
  height: number
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const sideAtMost = 8_192
/** Frame headers: all of 0xC0 to 0xCF but the tables DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Reads the size from the content of the file and ignores its name: it follows the markers from the first one to the
 * frame header, the picture's data and its end. Returns null for an incomplete JPEG or for sides that no camera of this
 * service has.
 */
export function jpegSize(bytes: Uint8Array): JpegSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 4 || view[0] !== 0xff || view[1] !== startOfImage) return null
  if (view[view.length - 2] !== 0xff || view[view.length - 1] !== endOfImage) return null
  let size: JpegSize | null = null
  for (let at = 2; at + 4 <= view.length;) {
    if (view[at] !== 0xff) return null
    const marker = view.readUInt8(at + 1)
    // Fill bytes before a marker.
    if (marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else {
      const length = view.readUInt16BE(at + 2)
      if (length < 2 || at + 2 + length > view.length) return null
      if (marker === startOfScan) return size
      if (isFrame(marker)) size = frameSize(view.subarray(at + 4, at + 2 + length))
      if (isFrame(marker) && !size) return null
      at += 2 + length
    }
  }
  return null
}

/** Precision, height, width, components. */
function frameSize(frame: Buffer): JpegSize | null {
  if (frame.length < 6 || frame[0] !== 8) return null
  const size = { height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) }
  return [size.width, size.height].every((side) => side >= 1 && side <= sideAtMost) ? size : null
}
