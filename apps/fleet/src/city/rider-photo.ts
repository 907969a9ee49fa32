import jpeg from 'jpeg-js'
import { fill } from '../devices/canvas.ts'
import type { Canvas, Colour } from '../devices/canvas.ts'
import type { Random } from '../platform/random.ts'

const width = 480
const height = 360
const quality = 70

/** What a rider shows of a dock: the post and its lock from near, by day, with something on the ground. */
export function riderPhoto(random: Random): Buffer {
  const canvas: Canvas = { data: Buffer.alloc(width * height * 4, 255), width, height }
  const light = random.between(0.75, 1)
  const lit = (red: number, green: number, blue: number): Colour => [red * light, green * light, blue * light]
  fill(canvas, [0, 0, width, 210], lit(168, 186, 198))
  fill(canvas, [0, 210, width, 150], lit(146, 142, 136))
  const x = random.between(170, 260)
  fill(canvas, [x, 60, 64, 240], lit(92, 100, 108))
  fill(canvas, [x - 14, 96, 92, 74], lit(54, 60, 66))
  fill(canvas, [x + 18, 120, 28, 10], lit(random.chance(0.6) ? 226 : 96, 84, 76))
  for (let shard = 0; shard < 26; shard++)
    fill(
      canvas,
      [random.between(40, 420), random.between(280, 345), random.between(2, 9), random.between(2, 5)],
      lit(206, 220, 214),
    )
  return Buffer.from(jpeg.encode(canvas, quality).data)
}
