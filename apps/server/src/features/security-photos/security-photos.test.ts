import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exportSecurityPhotos,
  listSecurityPhotoEvents,
  listSecurityPhotos,
} from '@wheelhouse/contract/security-photos/security-photos.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import { applyDeviceEvent } from '../../gateway/device-events.ts'
import { openFiles } from '../../platform/files.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import { runRetention } from './jobs.ts'
import { photoFile } from './uploads.ts'
import { makeSecurityPhoto } from './samples.ts'
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

const { ask, addressOf, put, taken, linkTo, listed, filesHere } = photoActions(() => ({ w, place }))

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
  const elsewhere = await makePlace(w)
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
