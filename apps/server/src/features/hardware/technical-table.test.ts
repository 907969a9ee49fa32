import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import {
  exportTechnicalTable,
  locationHardware,
  locationReadings,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import { makeSpeakingSite, minuteMs } from '../../../test/gateway/speaking-site.ts'
import type { SpeakingSite } from '../../../test/gateway/speaking-site.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAlarm } from './samples.ts'

let w: TestApp
let site: SpeakingSite['site']
let reader: SpeakingSite['reader']
let life: SpeakingSite['life']
let speak: SpeakingSite['speak']

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('truncate gateway_lives')
  ;({ site, reader, life, speak } = await makeSpeakingSite(w))
})

test('the technical view: hardware columns for who holds hardware GET, readings for who holds GETMETRICS', async () => {
  await life.live(w.clock.now())
  await speak()
  const params = { location_id: site.location_id }
  const hardware = (await reader.ask(locationHardware, { params })).find(
    ({ device_id }: { device_id: string }) => device_id === site.device_id,
  )
  expect(hardware).toMatchObject({
    hardware_id: site.hardware_id,
    controller_id: site.controller_id,
    firmware_version: '3.2.1',
    config_hash: '0123456789abcdef',
  })
  expect(hardware).not.toHaveProperty('rssi_dbm')
  const readings = (await reader.ask(locationReadings, { params })).find(
    ({ device_id }: { device_id: string }) => device_id === site.device_id,
  )
  expect(readings).toMatchObject({
    rssi_dbm: -61,
    supply_mv: 12_000,
    temperature_c: 21,
    last_heartbeat_at: w.clock.now().toISOString(),
  })
  const viewer = await w.person([{ group_id: site.organization.owner, needs: { location: ['GET'], device: ['GET'] } }])
  expect((await viewer.call(locationHardware, { params })).status).toBe(403)
  expect((await viewer.call(locationReadings, { params })).status).toBe(403)
})

test('the technical view: open alarms for who sees the hardware, paused alarms and threshold for who holds GETSETTINGS', async () => {
  const params = { location_id: site.location_id }
  await makeAlarm(w, site.hardware_id)
  await w.pool.query(
    `insert into hardware_configs (id, hardware_id, read_at, confirmed_at, config_hash, params, command_id)
     values (gen_random_uuid(), $1, now(), now(), '0123456789abcdef', '[{"key": "low_voltage_mv", "value": 11500}]', gen_random_uuid())`,
    [site.hardware_id],
  )
  const until = new Date(w.clock.now().getTime() + minuteMs).toISOString()
  await w.pool.query('update hardware set alarms_off_until = $1 where hardware_id = $2', [until, site.hardware_id])
  const oneFor = async (needs: Needs) => {
    const person = await w.person([{ group_id: site.organization.owner, needs: { location: ['GET'], ...needs } }])
    const file = await person.send(exportTechnicalTable, {
      params,
      query: { column: ['hardware_id', 'open_alarms', 'low_voltage_mv'] },
    })
    const line = file.text.split('\r\n').find((one) => one.startsWith(site.hardware_id))
    const all = await person.ask(locationHardware, { params })
    return { line, hardware: all.find(({ hardware_id }) => hardware_id === site.hardware_id) }
  }
  const keeper = await oneFor({ device: ['GET'], hardware: ['GET', 'GETSETTINGS'] })
  expect(keeper.hardware).toMatchObject({ open_alarms: ['tamper'], alarms_off_until: until, low_voltage_mv: 11_500 })
  expect(keeper.line).toBe(`${site.hardware_id},tamper,11500`)
  const builder = await oneFor({ device: ['GET'], hardware: ['GET'] })
  expect(builder.hardware).toMatchObject({ open_alarms: ['tamper'] })
  expect(builder.hardware).not.toHaveProperty('alarms_off_until')
  expect(builder.hardware).not.toHaveProperty('low_voltage_mv')
  expect(builder.line).toBe(`${site.hardware_id},tamper,`)
})

test('spec 3: hardware says when it last said something new of what it is, and that it never did', async () => {
  const params = { location_id: site.location_id }
  const now = async () => {
    const all = await reader.ask(locationHardware, { params })
    return all.find(({ device_id }: { device_id: string }) => device_id === site.device_id)
  }
  await w.pool.query('delete from hardware_state where hardware_id = $1', [site.hardware_id])
  const entered = await now()
  expect(entered).toMatchObject({ is_uninitialized: true, firmware_version: null })
  w.clock.advance(minuteMs)
  await speak()
  const first = w.clock.now().toISOString()
  expect(await now()).toMatchObject({ is_uninitialized: false, updated_at: first })
  expect(certain(entered).updated_at < first).toBe(true)
  w.clock.advance(minuteMs)
  await speak()
  expect((await now())?.updated_at).toBe(first)
})

test('screens: the technical table is exported in the physical order, each part only with its right', async () => {
  await w.make.device(site.location_id, { number: 77, type: 'locker', alias: 'Bare', row_number: 9 })
  await speak()
  const params = { location_id: site.location_id }
  const column = ['device_number', 'alias', 'rssi_dbm', 'hardware_id', 'firmware_version']
  const fileOf = async (who: Caller) =>
    (await who.send(exportTechnicalTable, { params, query: { column } })).text.trim().split('\r\n')
  const whole = await fileOf(reader)
  const devices = await reader.ask(listLocationDevices, { params })
  expect(whole).toHaveLength(devices.length + 1)
  expect(whole.find((line) => line.includes(site.hardware_id))).toMatch(
    new RegExp(`,-61,${site.hardware_id},3\\.2\\.1$`),
  )
  expect(whole.at(-1)).toBe('77,Bare,,,')
  const group_id = site.organization.owner
  const metrics = await w.person([{ group_id, needs: { location: ['GET', 'GETMETRICS'], device: ['GET'] } }])
  expect((await fileOf(metrics)).join()).not.toContain(site.hardware_id)
  expect((await fileOf(metrics)).join()).toContain('-61')
  const builder = await w.person([{ group_id, needs: { location: ['GET'], device: ['GET'], hardware: ['GET'] } }])
  expect((await fileOf(builder)).join()).toContain(site.hardware_id)
  expect((await fileOf(builder)).join()).not.toContain('-61')
  expect((await reader.send(sheetOf(exportTechnicalTable), { params })).status).toBe(200)
  const blind = await w.person([{ group_id, needs: { location: ['GET'] } }])
  expect((await blind.call(exportTechnicalTable, { params })).status).toBe(403)
})
