import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  cancelCommand,
  listCommands,
  listHardwareCommands,
  sendCommand,
  sendHardwareCommands,
} from '@wheelhouse/contract/commands/commands.ts'
import { listFirmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import { assignHardware, removeHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import {
  acknowledgeAlarm,
  generateOneTimePassword,
  getHardwareDetails,
  getOneTimePasswords,
  hardwareAssignments,
  hardwareList,
  listAlarms,
  listHardware,
  rotateOtpSecret,
  updateHardwareComment,
} from '@wheelhouse/contract/hardware/hardware-details.ts'
import { fromBase32, hotp, otpStepAt } from '@wheelhouse/device-protocol/one-time-password.ts'
import { createHmac } from 'node:crypto'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { claimCommands } from '../commands/outbox.ts'
import { makeAlarm, makeOtpSecret } from './samples.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

let w: TestApp
let site: Site
let technician: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'a key of the hardware page' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  const needs = {
    location: ['GET'],
    device: ['GET', 'ASSIGNHARDWARE', 'SETSTATUS', 'GETCMDSHISTORY'],
    hardware: ['GET', 'UPDATE', 'GETUNASSIGNED', 'ASSIGNHARDWARE', 'GETCMDSHISTORY'],
  } as const
  technician = await w.person([{ group_id: site.organization.owner, needs }])
  stranger = await w.person([{ group_id: (await w.make.organization()).owner, needs }])
})

const details = (caller = technician) => caller.call(getHardwareDetails, { params: { hardware_id: site.hardware_id } })

test('spec 8: Comment updated, with the version that was read; a stranger finds no such hardware', async () => {
  const { body: before } = await details()
  const params = { hardware_id: site.hardware_id }
  const edit = (version: number) =>
    technician.call(updateHardwareComment, {
      params,
      body: { comment: 'Cover is cracked' },
      headers: { 'if-match': `"${version}"` },
    })
  expect((await edit(before.version)).body).toMatchObject({ comment: 'Cover is cracked', version: before.version + 1 })
  expect((await edit(before.version)).status).toBe(412)
  expect((await details(stranger)).status).toBe(404)
})

test('rights: hardware of a vehicle follows its fleet and is not stock', async () => {
  const theirs = await w.make.organization()
  const fleet = await makeFleet(w, theirs)
  const { hardware_id } = await makeVehicle(w, fleet)
  await w.db
    .updateTable('hardware_state')
    .set({ firmware_name: 'bike-g1', firmware_version: '1.0.0' })
    .where('hardware_id', '=', hardware_id)
    .execute()
  const group_id = await w.make.group({ type: 'system', name: 'Stock' })
  const keeper = await w.person([{ group_id, needs: { hardware: ['GET', 'GETUNASSIGNED'] } }])
  const rider = await w.person([
    { group_id: theirs.owner, needs: { rental_fleet: ['GET'], hardware: ['GET', 'GET_PARAMS'] } },
  ])
  const idsFor = async (who: Caller): Promise<string[]> =>
    (await who.ask(listHardware, { query: { q: hardware_id } })).items.map(({ id }: { id: string }) => id)
  expect([await idsFor(keeper), await idsFor(rider)]).toEqual([[], [hardware_id]])
  const versionsFor = async (who: Caller): Promise<string[]> =>
    (await who.ask(listFirmwareVersions, { query: { firmware_name: 'bike-g1' } })).items.map(
      ({ id }: { id: string }) => id,
    )
  expect([await versionsFor(keeper), await versionsFor(rider)]).toEqual([[], ['bike-g1 1.0.0']])
  const detailsFor = (who: Caller) => who.call(getHardwareDetails, { params: { hardware_id } })
  expect([(await detailsFor(keeper)).status, (await detailsFor(rider)).status]).toEqual([404, 200])
})

test('rights: settings are sent to those who hold GETSETTINGS', async () => {
  const person = (needs: Needs) => w.person([{ group_id: site.organization.owner, needs }])
  const keeper = await person({ hardware: ['GET', 'GETSETTINGS'] })
  expect((await details(keeper)).body).toMatchObject({ alarms_off_until: null, low_voltage_mv: null })
  const { body } = await details(await person({ hardware: ['GET'] }))
  expect(body.id).toBe(site.hardware_id)
  expect(Object.keys(body)).not.toContain('alarms_off_until')
  expect(Object.keys(body)).not.toContain('low_voltage_mv')
})

test('spec 3: hardware is filtered by whether it ever connected, and the file says it', async () => {
  await w.pool.query(`insert into hardware_state (hardware_id, firmware_version) values ($1, '2.14.3')`, [
    site.controller_id,
  ])
  const idsOf = async (uninitialized: 'yes' | 'no'): Promise<string[]> =>
    (await technician.ask(listHardware, { query: { uninitialized: [uninitialized] } })).items.map(({ id }) => id)
  expect([await idsOf('yes'), await idsOf('no')]).toEqual([[site.hardware_id], [site.controller_id]])
  const file = await technician.send(hardwareList.csv, {
    query: { column: ['id', 'is_uninitialized'], uninitialized: 'yes' },
  })
  expect(file.text.split('\r\n').slice(1, -1)).toEqual([`${site.hardware_id},true`])
})

test('spec 3: hardware of vehicles is found by its type and names its vehicle', async () => {
  const fleet = await makeFleet(w, site.organization)
  const { hardware_id } = await makeVehicle(w, fleet)
  const { rows } = await w.pool.query('select code from rental_devices where hardware_id = $1', [hardware_id])
  const found = await technician.ask(listHardware, { query: { type: ['rental_device'] } })
  expect(found.items.map(({ id, rental_code }) => ({ id, rental_code }))).toEqual([
    { id: hardware_id, rental_code: rows[0].code },
  ])
  const searched = await technician.ask(listHardware, { query: { q: rows[0].code.toLowerCase() } })
  expect(searched.items.map(({ id }) => id)).toEqual([hardware_id])
})

test('spec 3: the history of assignments keeps each place with the people who changed it', async () => {
  const other = await w.make.device(site.location_id, { number: 8 })
  const version = async (id: string) =>
    Number((await w.pool.query('select version from devices where id = $1', [id])).rows[0].version)
  const { hardware_id, device_id } = site
  await w.pool.query(
    `insert into hardware_assignments (id, hardware_id, device_id, location_id, assigned_at) values (gen_random_uuid(), $1, $2, $3, $4)`,
    [hardware_id, device_id, site.location_id, '2026-01-01T00:00:00Z'],
  )
  const removed = await technician.call(removeHardware, {
    params: { device_id, hardware_id },
    headers: { 'if-match': `"${await version(device_id)}"` },
  })
  expect(removed.status, removed.text).toBe(204)
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const stockKeeper = await w.person([
    {
      group_id: everything,
      needs: {
        location: ['GET'],
        device: ['GET', 'ASSIGNHARDWARE'],
        hardware: ['GET', 'GETUNASSIGNED', 'ASSIGNHARDWARE'],
      },
    },
  ])
  const assigned = await stockKeeper.call(assignHardware, {
    params: { device_id: other },
    body: { hardware_id, instead_of: null },
    headers: { 'if-match': `"${await version(other)}"` },
  })
  expect(assigned.status, assigned.text).toBe(200)
  const { body } = await technician.call(hardwareAssignments, { params: { hardware_id } })
  expect(body).toMatchObject([
    { device_number: 8, removed_at: null, assigned_by: expect.any(String) },
    { device_number: 7, removed_at: expect.any(String), removed_by: expect.any(String) },
  ])
})

test('an alarm is acknowledged once, stays open, and says by whom', async () => {
  const { hardware_id, device_id, location_id } = site
  const alarm_id = await makeAlarm(w, hardware_id, 'tamper', { device_id, location_id })
  const acknowledge = () => technician.call(acknowledgeAlarm, { body: { alarm_id, comment: 'On my way' } })
  expect((await acknowledge()).body).toMatchObject({
    state: 'acknowledged',
    acknowledgement: 'On my way',
    cleared_at: null,
  })
  expect((await acknowledge()).body.error_code).toBe('alarm_is_over')
  const { body } = await technician.call(listAlarms, { query: { hardware_id, state: ['acknowledged'] } })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([alarm_id])
  expect((await details()).body.open_alarms).toBe(1)
})

test('device protocol: each one-time password is issued once, the ones after it end an hour earlier, and 24 are all', async () => {
  const { hardware_id } = site
  const generate = () => technician.call(generateOneTimePassword, { body: { hardware_id } })
  expect((await generate()).body.error_code).toBe('no_otp_secret')
  await makeOtpSecret(w, hardware_id, secret)
  const key = fromBase32(secret)
  const expected = hotp((message) => createHmac('sha1', key).update(message).digest(), otpStepAt(w.clock.now()))
  const first = await generate()
  expect(first.body.password).toBe(expected)
  const second = await generate()
  expect(Date.parse(first.body.expires_at) - Date.parse(second.body.expires_at)).toBe(3_600_000)
  const passwords = [first.body.password, second.body.password]
  for (let n = 2; n < 24; n++) passwords.push((await generate()).body.password)
  expect(new Set(passwords).size).toBe(24)
  expect((await generate()).body.error_code).toBe('otp_all_issued')
  const { body } = await technician.call(getOneTimePasswords, { params: { hardware_id } })
  expect(JSON.stringify(body)).not.toContain(passwords[0])
  expect(body.issued).toHaveLength(24)
})

test('the secret of the passwords is in no history, and the old one counts until the hardware has the new one', async () => {
  const { hardware_id } = site
  await makeOtpSecret(w, hardware_id, secret)
  const { body: command } = await technician.call(rotateOtpSecret, { body: { hardware_id } })
  expect(command).toMatchObject({ name: 'set_otp_secret', status: 'in_progress', args: {} })
  const { rows } = await w.pool.query('select sealed from otp_secrets where command_id = $1', [command.id])
  expect(String(rows[0].sealed)).not.toMatch(/^[A-Z2-7]{32}$/)
  expect((await technician.call(generateOneTimePassword, { body: { hardware_id } })).status).toBe(200)
})

test('values (command status): cancelled in time it ends as cancelled_before_sending, and is never sent', async () => {
  const { device_id } = site
  const body = { name: 'identify', reason: 'testing', comment: 'Wrong dock' } as const
  const { body: command } = await technician.call(sendCommand, { params: { device_id }, body })
  const cancelled = await technician.call(cancelCommand, { body: { command_id: command.id } })
  expect(cancelled.body).toMatchObject({ status: 'failed', failure: 'cancelled_before_sending', is_cancellable: false })
  expect(await claimCommands(w.db, w.clock.now(), [command.id])).toEqual([])
  const { body: sent } = await technician.call(sendCommand, { params: { device_id }, body })
  expect(await claimCommands(w.db, w.clock.now(), [sent.id])).toHaveLength(1)
  const late = await technician.call(cancelCommand, { body: { command_id: sent.id } })
  expect([late.status, late.body.error_code]).toEqual([409, 'command_already_sent'])
  const foreign = await stranger.call(cancelCommand, { body: { command_id: sent.id } })
  expect(foreign.status).toBe(404)
})

test('sleeping hardware gets its commands when it wakes', async () => {
  const { device_id, hardware_id, location_id } = site
  await w.pool.query(`update locations set power_save = 'local_wakeup' where id = $1`, [location_id])
  const asleep = new Date(w.clock.now().getTime() - 300_000).toISOString()
  await w.pool.query('update hardware_state set last_heartbeat_at = $2 where hardware_id = $1', [hardware_id, asleep])
  const body = { name: 'identify', reason: 'testing', comment: 'When it wakes' } as const
  const { body: command } = await technician.call(sendCommand, { params: { device_id }, body })
  expect(command).toMatchObject({ is_cancellable: true, wakes_at: expect.any(String) })
  expect(await claimCommands(w.db, w.clock.now(), [command.id])).toEqual([])
  await w.pool.query('update hardware_state set last_heartbeat_at = $2 where hardware_id = $1', [
    hardware_id,
    w.clock.now().toISOString(),
  ])
  expect(await claimCommands(w.db, w.clock.now(), [command.id])).toHaveLength(1)
})

test('commands of one person and of one piece of hardware are found, and only where the caller sees them', async () => {
  const asked = { name: 'identify', reason: 'testing', comment: 'Which one' } as const
  const { body: sent } = await technician.call(sendHardwareCommands, {
    body: { ...asked, hardware_ids: [site.hardware_id] },
  })
  const id = sent.results[0].id
  const ids = async (caller: Caller, query: Record<string, string>) =>
    (await caller.ask(listCommands, { query })).items.map((one: { id: string }) => one.id)
  expect(await ids(technician, { requested_by: technician.id })).toEqual([id])
  expect(await ids(stranger, { requested_by: technician.id })).toEqual([])
  const { body: history } = await technician.call(listHardwareCommands, { params: { hardware_id: site.hardware_id } })
  expect(history.items[0].id).toBe(id)
})

test('spec 5: hardware is found by its mesh', async () => {
  const { rows } = await w.pool.query('select mesh_id from controllers where hardware_id = $1', [site.controller_id])
  const { body } = await technician.call(listHardware, { query: { mesh_id: [rows[0].mesh_id] } })
  expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [site.controller_id, site.hardware_id].toSorted(),
  )
})
