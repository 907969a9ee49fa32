import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { createViewLink, listSecurityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { claimCommands } from '../../src/features/commands/outbox.ts'
import type { Caller, TestApp } from './test-app.ts'
import type { TestAppWithFiles } from './test-app-with-files.ts'
import { photoFolder, wireArgsOf } from '../../src/features/security-photos/uploads.ts'

const watcher: Needs = {
  location: ['GET', 'GETSECURITYPHOTOS', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY'],
}

/** A location whose controller has a camera, and a person who may see its photos. */
export async function makePlace(w: TestApp) {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization, { has_camera: true })
  const controller_id = await w.make.controller()
  const hardware_id = await w.make.hardware(controller_id)
  const device_id = await w.make.device(location_id, { type: 'guard', number: 1, hardware_id })
  const caller = await w.person([{ group_id: organization.owner, needs: watcher }])
  return { organization, location_id, controller_id, hardware_id, device_id, caller }
}

/** Markers as a camera writes them; the data between scan and end are not looked at. */
export const jpegOf = (width: number, height: number, filler = 100): Buffer =>
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

interface Place {
  w: TestAppWithFiles
  place: Awaited<ReturnType<typeof makePlace>>
}

/** What tests do with security photos. The place is asked for at each call, because every test has another one. */
export function photoActions(place: () => Place) {
  const ask = (caller = place().place.caller, device_id = place().place.device_id) =>
    caller.call(sendCommand, {
      params: { device_id },
      body: { name: 'take_photo', reason: 'testing', comment: 'Who is there' },
    })
  async function addressOf(commandId: string): Promise<string> {
    const [command] = await claimCommands(place().w.db, place().w.clock.now(), [commandId])
    if (!command) throw new Error('the command does not wait')
    return String(wireArgsOf(place().w.config, command).upload_url).replace('http://console.test', '')
  }
  const put = (url: string, payload: Buffer, type = 'image/jpeg') =>
    place().w.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })
  async function taken(): Promise<string> {
    const { body } = await ask()
    const reply = await put(await addressOf(body.id), jpegOf(640, 480))
    expect(reply.statusCode, reply.payload).toBe(204)
    const row = await place()
      .w.db.selectFrom('security_photos')
      .select('id')
      .where('command_id', '=', body.id)
      .executeTakeFirstOrThrow()
    return row.id
  }
  const linkTo = (photo_id: string, caller: Caller = place().place.caller) =>
    caller.call(createViewLink, { params: { location_id: place().place.location_id, photo_id } })
  const listed = async (caller = place().place.caller) =>
    await caller.ask(listSecurityPhotos, { query: { location_id: place().place.location_id } })
  const filesHere = (): string[] =>
    existsSync(join(place().w.folder, 'files', photoFolder))
      ? readdirSync(join(place().w.folder, 'files', photoFolder))
      : []
  return { ask, addressOf, put, taken, linkTo, listed, filesHere }
}
