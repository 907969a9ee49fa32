import { duplexPair } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFrames } from './broker-frames.ts'

const limit = 300

/** The bytes of a PUBLISH on the wire. */
function publish(qos: number, messageId: number, topic: string, payloadBytes: number): Buffer {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(topic.length)
  const id = Buffer.alloc(qos > 0 ? 2 : 0)
  if (qos > 0) id.writeUInt16BE(messageId)
  const body = Buffer.concat([head, Buffer.from(topic), id, Buffer.alloc(payloadBytes, 1)])
  const length: number[] = []
  let rest = body.length
  do {
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from([0x30 | (qos << 1), ...length]), body])
}

const frame = fc.record({
  qos: fc.constantFrom(0, 1),
  messageId: fc.integer({ min: 1, max: 65_535 }),
  topic: fc.string({ unit: fc.constantFrom('a', '/', '9'), maxLength: 20 }),
  payloadBytes: fc.oneof(
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 200, max: 400 }),
    fc.integer({ min: 1_000, max: 40_000 }),
  ),
})

async function guarded(
  stream: Buffer,
  chunkBytes: readonly number[],
): Promise<{ passed: Buffer; answered: Buffer; oversized: (string | null)[] }> {
  const [near, far] = duplexPair()
  const oversized: (string | null)[] = []
  const passed: Buffer[] = []
  const answered: Buffer[] = []
  const rules = {
    maxFrameBytes: limit,
    maxFirstFrameBytes: limit,
    isSignedIn: () => true,
    onOversized: (topic: string | null) => void oversized.push(topic),
  }
  const guard = guardFrames(near, rules).on('data', (chunk: Buffer) => passed.push(chunk))
  far.on('data', (chunk: Buffer) => answered.push(chunk))
  const ended = new Promise<void>((resolve) => guard.on('end', resolve))
  for (let at = 0, n = 0; at < stream.length; n++) {
    const size = chunkBytes[n % chunkBytes.length] ?? 1
    far.write(stream.subarray(at, at + size))
    at += size
  }
  far.end()
  await ended
  return { passed: Buffer.concat(passed), answered: Buffer.concat(answered), oversized }
}

test('bad input: however the stream is split, frames within the limit pass whole and oversized ones are skipped, acknowledged and named', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 50, max: 9_000 })), {
        minLength: 1,
        maxLength: 6,
      }),
      async (frames, chunkBytes) => {
        const built = frames.map((one) => ({
          ...one,
          bytes: publish(one.qos, one.messageId, one.topic, one.payloadBytes),
        }))
        const large = built.filter(({ bytes }) => bytes.length > limit)
        const { passed, answered, oversized } = await guarded(
          Buffer.concat(built.map(({ bytes }) => bytes)),
          chunkBytes,
        )
        expect(passed).toEqual(
          Buffer.concat(built.filter(({ bytes }) => bytes.length <= limit).map(({ bytes }) => bytes)),
        )
        const acks = large
          .filter(({ qos }) => qos === 1)
          .map(({ messageId }) => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]))
        expect(answered).toEqual(Buffer.concat(acks))
        expect(oversized).toEqual(large.map(({ topic }) => topic))
      },
    ),
    { numRuns: 150 },
  )
})

test('bad input: an oversized frame that is not a PUBLISH ends the connection', async () => {
  const [near, far] = duplexPair()
  const guard = guardFrames(near, {
    maxFrameBytes: limit,
    maxFirstFrameBytes: limit,
    isSignedIn: () => false,
    onOversized: () => undefined,
  })
  const closed = new Promise<Error>((resolve) => guard.on('error', resolve))
  far.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]))
  expect((await closed).message).toBe('frame too large')
})
