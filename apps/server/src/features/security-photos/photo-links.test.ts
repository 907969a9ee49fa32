import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createViewLink,
  getSecurityPhoto,
  listSecurityPhotoEvents,
  uploadSecurityPhoto,
  viewSecurityPhoto,
} from '@wheelhouse/contract/security-photos/security-photos.ts'
import { listDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import { signedToken } from '../../http/signed-links.ts'
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

const { ask, addressOf, put, taken, linkTo } = photoActions(() => ({ w, place }))
const look = (url: string) => w.app.inject({ method: 'GET', url })

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
