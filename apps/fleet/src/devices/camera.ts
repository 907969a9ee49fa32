import jpeg from 'jpeg-js'
import { hashOf, randomFrom } from '../platform/random.ts'
import type { Random } from '../platform/random.ts'
import { fill, write } from '../platform/canvas.ts'
import type { Canvas, Colour } from '../platform/canvas.ts'

/** What the camera sees of the place. */
export interface View {
  location_code: string
  /** The camera's name, such as "GUARD 01". */
  camera: string
  taken_at: Date
  /** Why the picture is taken. */
  reason: string
  /** Docks in view, occupied or empty. */
  docks: readonly { number: number; isTaken: boolean }[]
}

const width = 640
const height = 480
const quality = 72

/**
 * A JPEG of the place at night that differs each time: passers-by, the light, the sensor's noise, the time in its
 * corner.
 */
export function takePicture(view: View): Buffer {
  const random = randomFrom(hashOf(`${view.location_code} ${view.camera} ${view.taken_at.toISOString()}`))
  const canvas: Canvas = { data: Buffer.alloc(width * height * 4, 255), width, height }
  drawNight(canvas, random, view)
  drawDocks(canvas, view)
  if (random.chance(0.7)) drawPerson(canvas, random)
  addGrain(canvas, random)
  drawStamp(canvas, view)
  return Buffer.from(jpeg.encode(canvas, quality).data)
}

const ground = 300

/** Draws the same houses for the same place, with different windows lit. */
function drawNight(canvas: Canvas, random: Random, { location_code }: View): void {
  for (let row = 0; row < height; row++) {
    const share = row / height
    const sky = row < ground
    fill(
      canvas,
      [0, row, width, 1],
      sky ? [14 + 26 * share, 20 + 30 * share, 34 + 38 * share] : [44 + 26 * share, 46 + 26 * share, 48 + 24 * share],
    )
  }
  const place = randomFrom(hashOf(`houses ${location_code}`))
  for (let x = -20; x < width;) {
    const [wide, high] = [place.between(70, 130), place.between(110, 240)]
    fill(canvas, [x, ground - high, wide - 4, high], [24, 27, 33])
    for (let up = ground - high + 14; up < ground - 26; up += 30)
      for (let along = x + 12; along < x + wide - 20; along += 24)
        fill(canvas, [along, up, 11, 15], random.chance(0.22) ? [214, 176, 96] : [33, 38, 46])
    x += wide
  }
  drawLamp(canvas, place.between(90, 550), random.between(0.75, 1))
}

function drawLamp(canvas: Canvas, x: number, light: number): void {
  fill(canvas, [x - 2, 120, 4, 190], [58, 60, 62])
  fill(canvas, [x - 14, 114, 28, 8], [240, 222, 170])
  for (let ring = 12; ring > 0; ring--)
    fill(canvas, [x - ring * 16, ground + 6 - ring, ring * 32, ring * 9], [226, 200, 140], 0.035 * light)
}

const seen = 8

function drawDocks(canvas: Canvas, { docks }: View): void {
  const visible = docks.slice(0, seen)
  const apart = width / (Math.max(visible.length, 4) + 1)
  visible.forEach(({ number, isTaken }, index) => {
    const x = apart * (index + 1)
    fill(canvas, [x - 5, 336, 10, 62], [112, 118, 122])
    fill(canvas, [x - 9, 326, 18, 22], [70, 76, 82])
    fill(canvas, [x - 3, 331, 6, 4], isTaken ? [232, 92, 80] : [96, 214, 120])
    if (isTaken) drawBike(canvas, x)
    write(canvas, String(number).padStart(2, '0'), { x: x - 8, y: 404, size: 2, colour: [206, 210, 212] })
  })
}

function drawBike(canvas: Canvas, x: number): void {
  for (const centre of [x - 22, x + 24]) ring(canvas, centre, 384, 17, [22, 24, 26])
  line(canvas, [x - 22, 384], [x - 6, 356], [172, 58, 48])
  line(canvas, [x - 6, 356], [x + 18, 352], [172, 58, 48])
  line(canvas, [x + 18, 352], [x + 24, 384], [172, 58, 48])
  fill(canvas, [x - 14, 350, 13, 4], [26, 26, 28])
}

function ring(canvas: Canvas, cx: number, cy: number, radius: number, colour: Colour): void {
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.04)
    fill(canvas, [cx + radius * Math.cos(angle) - 1, cy + radius * Math.sin(angle) - 1, 3, 3], colour)
}

function line(
  canvas: Canvas,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  colour: Colour,
): void {
  for (let step = 0; step <= 40; step++)
    fill(canvas, [fromX + ((toX - fromX) * step) / 40 - 1, fromY + ((toY - fromY) * step) / 40 - 1, 3, 3], colour)
}

function drawPerson(canvas: Canvas, random: Random): void {
  const [x, size] = [random.between(60, width - 60), random.between(0.8, 1.2)]
  const coat: Colour = [random.between(30, 90), random.between(30, 70), random.between(40, 110)]
  const top = 398 - 118 * size
  for (let row = -9; row <= 9; row++) {
    const half = Math.sqrt(81 - row * row) * size
    fill(canvas, [x - half, top + row * size, half * 2, 1.6 * size], [138, 108, 88])
  }
  fill(canvas, [x - 16 * size, top + 10 * size, 32 * size, 54 * size], coat)
  const stride = random.between(1, 9) * size
  fill(canvas, [x - 12 * size - stride / 2, top + 64 * size, 10 * size, 52 * size], [24, 26, 34])
  fill(canvas, [x + 2 * size + stride / 2, top + 64 * size, 10 * size, 52 * size], [24, 26, 34])
  fill(canvas, [x - 26 * size, top + 114 * size, 56 * size, 6 * size], [14, 14, 16], 0.5)
}

/** Adds the noise of a sensor in the dark. */
function addGrain({ data }: Canvas, random: Random): void {
  for (let at = 0; at < data.length; at += 4) {
    const grain = (random.next() - 0.5) * 26
    for (let part = 0; part < 3; part++) data[at + part] = Math.max(0, Math.min(255, (data[at + part] ?? 0) + grain))
  }
}

function drawStamp(canvas: Canvas, { taken_at, location_code, camera, reason }: View): void {
  fill(canvas, [0, 0, width, 26], [0, 0, 0], 0.6)
  const time = `${taken_at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  write(canvas, time, { x: 10, y: 6, size: 2, colour: [244, 244, 240] })
  write(canvas, `${location_code} ${camera}`, { x: 340, y: 6, size: 2, colour: [244, 244, 240] })
  fill(canvas, [0, height - 24, width, 24], [0, 0, 0], 0.6)
  write(canvas, reason.replaceAll('_', ' ').toUpperCase(), { x: 10, y: height - 19, size: 2, colour: [244, 200, 120] })
}

const handOverWithinMs = 25_000

/**
 * Uploads by HTTP PUT; returns null on success, else the reason for the response. It tries once, because the address
 * accepts one picture.
 */
export async function handOver(address: string, picture: Buffer): Promise<string | null> {
  try {
    const answer = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(picture),
      redirect: 'error',
      signal: AbortSignal.timeout(handOverWithinMs),
    })
    await answer.body?.cancel()
    return answer.ok ? null : 'upload_refused'
  } catch {
    return 'upload_failed'
  }
}
