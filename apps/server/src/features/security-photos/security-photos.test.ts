import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import {
  createViewLink,
  exportSecurityPhotos,
  getSecurityPhoto,
  listSecurityPhotoEvents,
  listSecurityPhotos,
  uploadSecurityPhoto,
  viewSecurityPhoto,
} from '@wheelhouse/contract/security-photos/security-photos.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import { claimCommands } from '../commands/outbox.ts'
import { applyDeviceEvent } from '../../gateway/device-events.ts'
import { openFiles } from '../../platform/files.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { signedToken } from './addresses.ts'
import { runRetention } from './jobs.ts'
import { photoFile, photoFolder, wireArgsOf } from './uploads.ts'
import { makeSecurityPhoto } from './samples.ts'

let w: TestApp
let folder: string
let place: Awaited<ReturnType<typeof makePlace>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wheelhouse-photos-'))
  w = await testApp({
    WHEELHOUSE_KEY: 'a key of this test',
    WHEELHOUSE_DATA: folder,
    CONSOLE_URL: 'http://console.test',
  })
})
afterAll(async () => {
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  place = await makePlace()
})

const watcher: Needs = {
  location: ['GET', 'GETSECURITYPHOTOS', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY'],
}

async function makePlace() {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization, { has_camera: true })
  const controller_id = await w.make.controller()
  const hardware_id = await w.make.hardware(controller_id)
  const device_id = await w.make.device(location_id, { type: 'guard', number: 1, hardware_id })
  const caller = await w.person([{ group_id: organization.owner, needs: watcher }])
  return { organization, location_id, controller_id, hardware_id, device_id, caller }
}

/** Markers as a camera writes them; the data between scan and end are not looked at. */
const jpegOf = (width: number, height: number, filler = 100): Buffer =>
  Buffer.concat([
    Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      4,
      1,
      1,
      0xff,
      0xc0,
      0,
      11,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      1,
      1,
      0x11,
      0,
    ]),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
    Buffer.alloc(filler, 7),
    Buffer.from([0xff, 0xd9]),
  ])

const ask = (caller = place.caller, device_id = place.device_id) =>
  caller.call(sendCommand, {
    params: { device_id },
    body: { name: 'take_photo', reason: 'testing', comment: 'Who is there' },
  })

async function addressOf(commandId: string): Promise<string> {
  const [command] = await claimCommands(w.db, w.clock.now(), [commandId])
  if (!command) throw new Error('the command does not wait')
  return String(wireArgsOf(w.config, command).upload_url).replace('http://console.test', '')
}

const put = (url: string, payload: Buffer, type = 'image/jpeg') =>
  w.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })

async function taken(): Promise<string> {
  const { body } = await ask()
  const reply = await put(await addressOf(body.id), jpegOf(640, 480))
  expect(reply.statusCode, reply.payload).toBe(204)
  const row = await w.db
    .selectFrom('security_photos')
    .select('id')
    .where('command_id', '=', body.id)
    .executeTakeFirstOrThrow()
  return row.id
}

const linkTo = (photo_id: string, caller: Caller = place.caller) =>
  caller.call(createViewLink, { params: { location_id: place.location_id, photo_id } })
const look = (url: string) => w.app.inject({ method: 'GET', url })
const listed = async (caller = place.caller) =>
  await caller.ask(listSecurityPhotos, { query: { location_id: place.location_id } })
const filesHere = (): string[] =>
  existsSync(join(folder, 'files', photoFolder)) ? readdirSync(join(folder, 'files', photoFolder)) : []

test('a picture that was asked for is a file, a row and an event, with who asked and why', async () => {
  const id = await taken()
  expect((await listed()).items).toEqual([
    expect.objectContaining({
      id,
      location_id: place.location_id,
      device_number: 1,
      user_id: place.caller.id,
      reason: 'testing',
      comment: 'Who is there',
      width: 640,
      height: 480,
      taken_at: w.clock.now().toISOString(),
    }),
  ])
  expect(filesHere()).toContain(`${id}.jpg`)
  const events = await place.caller.call(listSecurityPhotoEvents, {
    params: { location_id: place.location_id, photo_id: id },
  })
  expect(events.body.items).toEqual([
    expect.objectContaining({ verb: 'taken', actor_id: place.caller.id, reason: 'testing' }),
  ])
})

test('a place without a camera takes no pictures', async () => {
  await w.db.updateTable('locations').set({ has_camera: false }).where('id', '=', place.location_id).execute()
  const { status, body } = await ask()
  expect([status, body.error_code]).toEqual([409, 'no_camera'])
})

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

test('spec 3: a view link shows the picture for 15 minutes, and each link and each look is an event', async () => {
  const photo_id = await taken()
  const { status, body } = await linkTo(photo_id)
  expect([status, body.expires_at]).toEqual([200, new Date(w.clock.now().getTime() + 900_000).toISOString()])
  const reply = await look(body.url)
  expect(reply.rawPayload).toEqual(jpegOf(640, 480))
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  })
  expect(reply.headers['cache-control']).toContain('no-store')
  await look(body.url)
  const events = await place.caller.call(listSecurityPhotoEvents, {
    params: { location_id: place.location_id, photo_id },
  })
  expect(events.body.items.map((one: { verb: string }) => one.verb)).toEqual([
    'viewed',
    'viewed',
    'link_given',
    'taken',
  ])
  expect(events.body.items[0]).toMatchObject({ actor_id: place.caller.id, resource_id: photo_id })
  const { body: counted } = await place.caller.call(getSecurityPhoto, {
    params: { location_id: place.location_id, photo_id },
  })
  expect(counted.views).toBe(2)
  const ofCamera = await place.caller.call(listDeviceEvents, {
    params: { device_id: place.device_id },
    query: { feature: 'security-photos' },
  })
  expect(ofCamera.body.items).toEqual(events.body.items)
  w.clock.advance(899_999)
  expect((await look(body.url)).statusCode).toBe(200)
  w.clock.advance(1)
  expect((await look(body.url)).statusCode).toBe(404)
})

test('a view link cannot be guessed, changed, used for another picture or for an upload', async () => {
  const [one, other] = [await taken(), await taken()]
  const { url } = (await linkTo(one)).body
  const [path, token] = [url.slice(0, url.lastIndexOf('/') + 1), url.slice(url.lastIndexOf('/') + 1)]
  const bytes = Buffer.from(token, 'base64url')
  const changed = [...bytes.keys()].map((at) =>
    Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))).toString('base64url'),
  )
  const exchanged = Buffer.from(bytes)
  exchanged.set(Buffer.from(other.replaceAll('-', ''), 'hex'), 1)
  const upload = (await addressOf((await ask()).body.id)).split('/').at(-1) as string
  const tries = [...changed, exchanged.toString('base64url'), upload, token.slice(0, -1), `${token}A`, 'A'.repeat(95)]
  const answers = await Promise.all(tries.map((attempt) => look(path + attempt)))
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.payload}`)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(404)
  expect((await put(`/device/v1/security-photo-uploads/${token}`, jpegOf(64, 48))).statusCode).toBe(404)
  expect((await look(url)).statusCode).toBe(200)
})

test('an address of one purpose is none of the other, whatever it names', async () => {
  const [photo_id, command] = [await taken(), (await ask()).body.id]
  const ends_at = w.clock.now().getTime() + 60_000
  const asUpload = signedToken(w.config, 'upload', { id: photo_id, holder: place.caller.id, ends_at })
  expect((await look(viewSecurityPhoto.path.replace(':token', asUpload))).statusCode).toBe(404)
  const asView = signedToken(w.config, 'view', { id: command, holder: command, ends_at })
  expect((await put(uploadSecurityPhoto.path.replace(':token', asView), jpegOf(64, 48))).statusCode).toBe(404)
})

test('a link is no way around a right that was taken away, or a person who was disabled', async () => {
  const { url } = (await linkTo(await taken())).body
  const set = (disabled_at: string | null) =>
    w.db
      .updateTable('console_users')
      .set({ disabled_at, disabled_reason: disabled_at && 'Left the company' })
      .where('id', '=', place.caller.id)
      .execute()
  await set(w.clock.now().toISOString())
  expect((await look(url)).statusCode).toBe(404)
  await set(null)
  expect((await look(url)).statusCode).toBe(200)
  const held = w.db.selectFrom('role_grants').select('role_id').where('person_id', '=', place.caller.id)
  await w.db.deleteFrom('role_actions').where('role_id', 'in', held).where('action', '=', 'GETSECURITYPHOTOS').execute()
  expect((await look(url)).statusCode).toBe(404)
})

test('rights: pictures are seen and linked with GETSECURITYPHOTOS alone, within their own location', async () => {
  const photo_id = await taken()
  const without = await w.person([{ group_id: place.organization.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
  expect((await linkTo(photo_id, without)).status).toBe(403)
  const elsewhere = await w.make.location(place.organization)
  expect((await place.caller.call(createViewLink, { params: { location_id: elsewhere, photo_id } })).status).toBe(404)
})

test('values: after 30 days a picture is shown to nobody, then its file and its row go; a file without a row goes too', async () => {
  const photo_id = await taken()
  const orphan = photoFile('01900000-0000-7000-8000-000000000000')
  await openFiles(w.config).put(orphan, jpegOf(64, 48))
  w.clock.advance(30 * 86_400_000 - 1_000)
  await w.db.deleteFrom('security_photos').where('id', '<>', photo_id).execute()
  const ctx = { ...w, correlation_id: photo_id, signal: new AbortController().signal }
  await runRetention(ctx)
  expect(filesHere()).toEqual([`${photo_id}.jpg`])
  for (const later of [1_000, 5_000]) {
    w.clock.advance(later)
    expect([(await listed()).total, (await linkTo(photo_id)).status]).toEqual([0, 404])
  }
  await runRetention(ctx)
  expect(filesHere()).toEqual([])
  expect(await w.db.selectFrom('security_photos').select('id').execute()).toEqual([])
})

test('device protocol: a picture that a camera announces is asked for by a command, so many an hour', async () => {
  const events = async (from: number, count: number) => {
    for (let n = from; n < from + count; n++) {
      const event = { id: `p${n}`, seq: 2 ** 32 + n, at: w.clock.now().toISOString(), type: 'photo' as const }
      const sender = { controller_id: place.controller_id, hardware_id: place.hardware_id }
      await applyDeviceEvent(w, sender, { ...event, data: { photo_id: `p${n}`, reason: 'unknown_key' } }, w.clock.now())
    }
  }
  const asked = () =>
    w.db.selectFrom('commands').selectAll().where('hardware_id', '=', place.hardware_id).orderBy('id').execute()
  await events(1, 1)
  const [command] = await asked()
  expect(command).toMatchObject({
    name: 'take_photo',
    actor_kind: 'system',
    args: { photo_id: 'p1', reason: 'unknown_key' },
  })
  expect((await put(await addressOf(command?.id ?? ''), jpegOf(64, 48))).statusCode).toBe(204)
  expect((await listed()).items[0]).toMatchObject({ reason: 'unknown_key', user_id: null })
  await events(2, 30)
  expect((await asked()).length).toBe(20)
  w.clock.advance(3_600_001)
  await events(40, 1)
  expect((await asked()).length).toBe(21)
})

test('screens: the photos of a filter are exported as they are listed, to everyone who may see them, and no file contains a picture', async () => {
  const elsewhere = await makePlace()
  await makeSecurityPhoto(w, place.location_id, { device_id: place.device_id, comment: '=cmd()' })
  await makeSecurityPhoto(w, elsewhere.location_id)
  const query = {
    location_id: [place.location_id, elsewhere.location_id],
    column: ['location_code', 'device_type', 'comment'],
  }
  const file = await place.caller.send(exportSecurityPhotos, { query })
  const [listed] = (await place.caller.ask(listSecurityPhotos)).items
  expect(file.text).toBe(`\uFEFFlocation_code,device_type,comment\r\n${listed?.location_code},guard,'=cmd()\r\n`)
  const sheet = await place.caller.send(sheetOf(exportSecurityPhotos), { query })
  expect([sheet.status, Buffer.from(sheet.bytes.subarray(0, 2)).toString()]).toEqual([200, 'PK'])
  const blind = await w.person([{ group_id: place.organization.owner, needs: { location: ['GET'] } }])
  expect((await blind.call(exportSecurityPhotos)).status).toBe(403)
  w.clock.advance(31 * 86_400_000)
  expect((await place.caller.send(exportSecurityPhotos, { query })).text.trim().split('\r\n')).toHaveLength(1)
})
