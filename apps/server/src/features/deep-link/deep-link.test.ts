import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findByCode, qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'

let w: TestApp
let organization: Organization
let caller: Caller
const qrOf = (payload: string): string => payload + String(qrCheckLetter(payload))
const qr = qrOf('7Z3KQ9A1B')

beforeAll(async () => {
  w = await testApp()
  organization = await w.make.organization()
  caller = await w.person([{ group_id: organization.owner, needs: { device: ['GET'], location: ['GET'] } }])
})
afterAll(() => w.end())

const find = (code: string, who: Caller = caller) => who.call(findByCode, { query: { code } })

describe('spec 2: the device, location or user behind a code', () => {
  let location_id: string
  let code: string
  let device: string
  let hardware_id: string
  beforeAll(async () => {
    location_id = await w.make.location(organization, { code: '104217' })
    code = '104217'
    hardware_id = await w.make.hardware(await w.make.controller())
    await w.make.device(location_id, { number: 7, type: 'controller' })
    device = await w.make.device(location_id, { number: 7, hardware_id, qr_code: qr, alias: 'By the lamp' })
  })

  test('location code and device number, QR code, hardware id, alias and id lead to the same device', async () => {
    const grouped = hardware_id.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ')
    for (const text of [`${code}/07`, `${code}/7`, qr, qr.toLowerCase(), hardware_id, grouped, 'by the LAMP', device])
      expect([text, (await find(text)).body]).toEqual([text, { type: 'device', id: device, location_id }])
  })

  test('so does the address that a QR carries', async () => {
    expect((await find(`https://any.example/deep-link/search?code=${encodeURIComponent(`${code}/07`)}`)).body.id).toBe(
      device,
    )
    expect((await find('https://any.example/menu')).status).toBe(404)
  })

  test('a location code or id leads to the location, a user id to the user', async () => {
    for (const text of [code, location_id])
      expect((await find(text)).body).toEqual({ type: 'location', id: location_id, location_id })
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const support = await w.person([{ group_id: everything, needs: { device: ['GET'], user: ['GET'] } }])
    const user = '01900000-0000-7000-8000-00000000cafe'
    await w.pool.query(`insert into users (id, name, country_code, created_at) values ($1, 'A rider', 'EE', now())`, [
      user,
    ])
    expect((await find(user, support)).body).toEqual({ type: 'user', id: user, location_id: null })
    expect((await find(user)).status).toBe(404)
  })

  test('an alias of several devices says so, and counts only those that one may see', async () => {
    await w.make.device(location_id, { alias: 'Wide dock' })
    const foreign = await w.make.location(await w.make.organization())
    await w.make.device(foreign, { alias: 'Wide dock' })
    expect((await find('Wide dock')).status).toBe(200)
    await w.make.device(await w.make.location(organization), { alias: 'wide dock' })
    expect((await find('Wide dock')).body).toMatchObject({ error_code: 'alias_not_unique' })
  })

  test('a device that was added to a group by itself is found there', async () => {
    const group = await w.make.group()
    const guest = await w.person([{ group_id: group, needs: { device: ['GET'] } }])
    expect((await find(qr, guest)).status).toBe(404)
    await w.make.members('device', device, [group])
    expect((await find(qr, guest)).body.id).toBe(device)
    expect((await find(code, guest)).status).toBe(404)
  })
})

describe('spec 2: vehicles and hardware in stock are behind a code, too', () => {
  test('the code of a vehicle, its id and that of its hardware lead to the vehicle', async () => {
    const fleet = await makeFleet(w, organization)
    const vehicle = await makeVehicle(w, fleet, { code: 'SC-0419' })
    const needs = { device: ['GET'], rental_device: ['GET'] } as const
    const dispatcher = await w.person([{ group_id: organization.owner, needs }])
    for (const text of ['SC-0419', 'sc-0419', vehicle.id, vehicle.hardware_id]) {
      const found = { type: 'rental_device', id: vehicle.id, location_id: null }
      expect([text, (await find(text, dispatcher)).body]).toEqual([text, found])
      expect([text, (await find(text)).status]).toEqual([text, 404])
    }
  })

  test('the id of hardware in stock leads to the hardware, for who sees the stock', async () => {
    const hardware_id = await w.make.hardware(await w.make.controller())
    const group_id = await w.make.group({ type: 'system', name: 'Stock' })
    const needs = { device: ['GET'], hardware: ['GET', 'GETUNASSIGNED'] } as const
    const keeper = await w.person([{ group_id, needs }])
    expect((await find(hardware_id, keeper)).body).toEqual({ type: 'hardware', id: hardware_id, location_id: null })
    expect((await find(hardware_id)).text).toBe((await find('999999')).text)
    await w.make.device(await w.make.location(organization), { hardware_id })
    expect((await find(hardware_id, keeper)).status).toBe(404)
  })
})

test('rights: for a thing that the caller may not see, the reply is the same as for one that does not exist', async () => {
  const foreign = await w.make.location(await w.make.organization(), { code: '555123' })
  const code = qrOf('0000AAAA1')
  const device = await w.make.device(foreign, { number: 3, qr_code: code, alias: 'Secret door' })
  const nothing = await find('999999')
  for (const text of ['555123', '555123/03', code, 'Secret door', device, foreign]) {
    const answer = await find(text)
    expect([text, answer.status, answer.text]).toEqual([text, 404, nothing.text])
  }
})

test('spec 6: the code is required', async () => {
  expect((await find('  ')).body).toMatchObject({ error_code: 'invalid_query' })
  expect((await find('  ')).body.error_message).toBe('Code is required')
  expect((await caller.send(findByCode, { query: {} })).body).toMatchObject({
    error_code: 'invalid_query',
    field: 'code',
    error_message: 'Code is required',
  })
})
