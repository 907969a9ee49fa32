import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogPhotoUpload, deleteLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { paramsOf, makeLogPlace, logActions } from '../../../test/support/log-place.ts'

let w: TestApp
let location: string
/** Two who work here, one who reads the log, one who sees the location and not its log, one of another organization. */
let worker: Caller
let other: Caller
let reader: Caller

beforeAll(async () => {
  w = await testAppWithFiles({ CONSOLE_URL: 'http://console.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ location, worker, other, reader } = await makeLogPlace(w))
})

const { made, fresh, verbs } = logActions(() => ({ w, location, worker, other }))

/** The smallest picture of a real JPEG: start, one frame header of 8 by 8, a scan, end. */
const picture = Buffer.from('ffd8ffc0000b080008000801011100ffda0008010100003f0000ffd9', 'hex')

describe('photos', () => {
  const upload = async (entry: LogEntryDetails, bytes = picture, who = worker) => {
    const address = await who.ask(createLogPhotoUpload, { params: paramsOf(entry) })
    return w.app.inject({
      method: 'PUT',
      url: address.url,
      headers: { 'content-type': 'image/jpeg' },
      payload: bytes,
    })
  }

  test('a photo is added by a signed address, shown to people who may see the entry, and deleted', async () => {
    const entry = await made()
    expect((await upload(entry)).statusCode).toBe(204)
    const [photo] = (await fresh(entry, reader)).photos
    expect(photo).toMatchObject({ width: 8, height: 8 })
    const look = () => w.app.inject({ method: 'GET', url: photo?.url ?? '' })
    expect((await look()).rawPayload.equals(picture)).toBe(true)
    await w.db.deleteFrom('role_grants').where('person_id', '=', reader.id).execute()
    expect((await look()).statusCode).toBe(404)
    const params = { ...paramsOf(entry), log_photo_id: photo?.id ?? '' }
    expect((await worker.call(deleteLogPhoto, { params })).status).toBe(204)
    expect((await fresh(entry)).photos).toEqual([])
    expect(await verbs(entry)).toEqual(['photo_deleted', 'photo_added', 'created'])
  })

  test('a file that is no whole JPEG is refused, and so is an address that has ended', async () => {
    const entry = await made()
    expect((await upload(entry, Buffer.from('no picture'))).statusCode).toBe(415)
    const { url } = await worker.ask(createLogPhotoUpload, { params: paramsOf(entry) })
    w.clock.advance(16 * 60_000)
    const reply = await w.app.inject({
      method: 'PUT',
      url,
      headers: { 'content-type': 'image/jpeg' },
      payload: picture,
    })
    expect(reply.statusCode).toBe(404)
  })
})
