import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { errorOf } from '@wheelhouse/db/thrown.ts'
import { qrSheetSizes } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { QrSheetSize } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { isWesternEuropean, outlinesOf, outlineWidth } from './pdf-fonts.ts'

export interface QrLabel {
  /** What the code says: the deep link. */
  address: string
  qr_code: string
  /** `104217/07`. */
  device_code: string
  /** "Dock 07", with its alias where it has one. */
  device_name: string
  location_label: string
}

type Pdf = InstanceType<typeof PDFDocument>

/** Points: 1/72 inch. */
const a4 = { width: 595.28, height: 841.89 }
const margin = 28
const padding = 8
/** Light modules around a code, without which readers do not find it. */
const quietModules = 4

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Row by row, as the reader takes them: between two rows others have their turn. */
export function drawQrSheet(labels: readonly QrLabel[], size: QrSheetSize, skip: number, madeAt: Date): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: `QR codes ${labels[0]?.location_label ?? ''}`.trim(), Creator: 'Wheelhouse', CreationDate: madeAt },
  })
  void drawPages(pdf, labels, size, skip).catch((error: unknown) => pdf.destroy(errorOf(error)))
  return pdf
}

async function drawPages(pdf: Pdf, labels: readonly QrLabel[], size: QrSheetSize, skip: number): Promise<void> {
  const { columns, rows } = qrSheetSizes[size]
  const aPage = columns * rows
  const start = skip % aPage
  const box = { width: (a4.width - 2 * margin) / columns, height: (a4.height - 2 * margin) / rows }
  for (const [n, label] of labels.entries()) {
    const place = (start + n) % aPage
    if (place % columns === 0) await turnOfOthers(pdf)
    if (pdf.destroyed) return
    if (n === 0 || place === 0) pdf.addPage()
    drawLabel(pdf, label, {
      ...box,
      x: margin + (place % columns) * box.width,
      y: margin + Math.floor(place / columns) * box.height,
    })
  }
  pdf.end()
}

/** And the reader's: what it has not taken waits here, not in memory. */
async function turnOfOthers(pdf: Pdf): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  while (pdf.readableLength > pdf.readableHighWaterMark && !pdf.destroyed)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The code above, who it is below: in that order it is looked for. */
function drawLabel(pdf: Pdf, label: QrLabel, box: Box): void {
  pdf
    .lineWidth(0.5)
    .strokeColor('#bbbbbb')
    .dash(3, { space: 3 })
    .rect(box.x, box.y, box.width, box.height)
    .stroke()
    .undash()
  pdf.fillColor('#000000')
  const text = Math.min(12, box.height / 11)
  const lines = text * 4.6
  const side = Math.min(box.width - 2 * padding, box.height - 2 * padding - lines)
  drawCode(pdf, label.address, { x: box.x + (box.width - side) / 2, y: box.y + padding, width: side, height: side })
  const widest = box.width - 2 * padding
  const middle = box.x + box.width / 2
  const below = box.y + padding + side
  writeMiddle(pdf, label.device_code, 'Helvetica-Bold', { size: text * 1.25, widest, middle, y: below + text * 1.05 })
  writeMiddle(pdf, label.device_name, 'Helvetica', { size: text * 0.85, widest, middle, y: below + text * 2.15 })
  writeMiddle(pdf, label.location_label, 'Helvetica', { size: text * 0.85, widest, middle, y: below + text * 3.15 })
  writeMiddle(pdf, `${label.qr_code.slice(0, 5)}-${label.qr_code.slice(5)}`, 'Courier', {
    size: text * 0.8,
    widest,
    middle,
    y: below + text * 4.1,
  })
}

function drawCode(pdf: Pdf, address: string, { x, y, width }: Box): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const module = width / (size + 2 * quietModules)
  for (const [row, modules] of data.entries())
    for (let from = 0; from < size; from++) {
      if (!modules[from]) continue
      let to = from
      // Neighbours as one bar: no hairline between them at any printer.
      while (modules[to + 1]) to++
      pdf.rect(x + (quietModules + from) * module, y + (quietModules + row) * module, (to - from + 1) * module, module)
      from = to
    }
  pdf.fill()
}

interface Line {
  size: number
  widest: number
  middle: number
  /** Of its base line. */
  y: number
}

/** In the middle, cut where it is too long. */
function writeMiddle(pdf: Pdf, whole: string, font: string, { size, widest, middle, y }: Line): void {
  const widthOf = (text: string): number =>
    isWesternEuropean(text) ? pdf.font(font).fontSize(size).widthOfString(text) : outlineWidth(text) * size
  let text = whole
  while (text.length > 1 && widthOf(text) > widest) text = `${text.replace(/…$/, '').slice(0, -1).trimEnd()}…`
  const x = middle - widthOf(text) / 2
  if (isWesternEuropean(text))
    pdf.font(font).fontSize(size).text(text, x, y, { baseline: 'alphabetic', lineBreak: false })
  else drawOutlines(pdf, text, { x, y, size })
}

function drawOutlines(pdf: Pdf, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  let at = x
  for (const { path, advance, perEm } of outlinesOf(text)) {
    const scale = size / perEm
    if (path !== '') pdf.save().translate(at, y).scale(scale, -scale).path(path).fill().restore()
    at += advance * scale
  }
}
