import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import { makePlace, jpegOf, photoActions } from '../../../test/support/photo-place.ts'

let w: TestAppWithFiles
let place: Awaited<ReturnType<typeof makePlace>>

beforeAll(async () => {
  w = await testAppWithFiles({ CONSOLE_URL: 'http://console.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  place = await makePlace(w)
})

const { ask, addressOf, put, listed, filesHere } = photoActions(() => ({ w, place }))

test('no history contains the upload address', async () => {
  const { body } = await ask()
  const row = await w.db.selectFrom('commands').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(JSON.stringify([body, row])).not.toContain('upload')
})

test('an upload address takes one picture, also from two at once, and keeps no file of the other', async () => {
  const { body } = await ask()
  const [address, before] = [await addressOf(body.id), filesHere().length]
  let both: Promise<{ statusCode: number }[]> | undefined
  await w.db.transaction().execute(async (tx) => {
    await tx.selectFrom('commands').select('id').where('id', '=', body.id).forUpdate().execute()
    both = Promise.all([put(address, jpegOf(64, 48)), put(address, jpegOf(64, 48))])
    await w.waitingForLocks(2)
    expect(filesHere().length).toBe(before + 2)
  })
  expect((await both)?.map((one) => one.statusCode).toSorted((a, b) => a - b)).toEqual([204, 404])
  expect((await put(address, jpegOf(64, 48))).statusCode).toBe(404)
  expect([(await listed()).total, filesHere().length]).toEqual([1, before + 1])
})

test('an upload address is over with its command: by time, and by its end', async () => {
  const late = await addressOf((await ask()).body.id)
  w.clock.advance(60_000)
  expect((await put(late, jpegOf(64, 48))).statusCode).toBe(404)
  const { body } = await ask()
  const ended = await addressOf(body.id)
  await w.db
    .updateTable('commands')
    .set({ status: 'failed', ended_at: w.clock.now().toISOString() })
    .where('id', '=', body.id)
    .execute()
  expect((await put(ended, jpegOf(64, 48))).statusCode).toBe(404)
  expect((await listed()).total).toBe(0)
})

test('what is no JPEG, or too large, leaves nothing and the address good', async () => {
  const before = filesHere().length
  const address = await addressOf((await ask()).body.id)
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const torn = jpegOf(640, 480).subarray(0, -2)
  for (const bytes of [png, torn, Buffer.from('<script>alert(1)</script>'), jpegOf(0, 480), jpegOf(9_000, 480)])
    expect((await put(address, bytes)).statusCode).toBe(415)
  expect((await put(address, jpegOf(64, 48), 'text/html')).statusCode).toBe(415)
  expect((await put(address, jpegOf(64, 48, 8 * 1024 * 1024))).statusCode).toBe(413)
  expect([(await listed()).total, filesHere().length]).toEqual([0, before])
  expect((await put(address, jpegOf(64, 48))).statusCode).toBe(204)
})

test('a stranger is refused before the picture is read, in the words of any unknown address', async () => {
  const unknown = await put('/device/v1/security-photo-uploads/AAAAAAAAAAAAAAAAAAAAAAAA', Buffer.alloc(9 * 1024 * 1024))
  expect([unknown.statusCode, unknown.json().error_code]).toEqual([404, 'not_found'])
})

test('a camera that breaks off in the middle leaves nothing', async () => {
  const before = filesHere().length
  const address = await addressOf((await ask()).body.id)
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = `PUT ${address} HTTP/1.1\r\nhost: a\r\ncontent-type: image/jpeg\r\ncontent-length: 5000\r\n\r\n`
  await new Promise<void>((written) => socket.write(head, () => socket.write(jpegOf(640, 480, 1_000), () => written())))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await closed
  expect([(await listed()).total, filesHere().length]).toEqual([0, before])
  expect((await put(address, jpegOf(64, 48))).statusCode).toBe(204)
})
