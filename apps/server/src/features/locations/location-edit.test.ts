import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '@wheelhouse/contract/access.ts'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import {
  fieldsAllowedOnCreate,
  createLocation,
  deleteLocation,
  updateLocation,
  writableWhenObsolete,
} from '@wheelhouse/contract/locations/location-edit.ts'
import { blankLocation, locationFieldNames, writeRights } from '@wheelhouse/contract/locations/location-fields.ts'
import { reservedTags } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import {
  exportLocationEvents,
  listLocationEventPeople,
  listLocationEvents,
} from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { listLaunchChecks } from '@wheelhouse/contract/locations/location-status.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeExternalDevice } from '../external-devices/samples.ts'
import { makeMaintenanceMessage } from '../maintenance-messages/samples.ts'
import { makeSecurityPhoto } from '../security-photos/samples.ts'
import { makeServiceFee } from '../service-fees/samples.ts'

let w: TestApp
let everything: string
let ours: Organization
let root: Caller
let operations: Caller
let manager: Caller

beforeAll(async () => {
  w = await testApp()
  everything = await w.make.group({ type: 'system', covers_everything: true })
  root = await w.person([{ group_id: everything, needs: stockRights('Superadmin') }])
  operations = await w.person([{ group_id: everything, needs: stockRights('Operations') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
})

let serial = 500_000
const newCode = (): string => String(++serial)
const required = () => ({
  code: newCode(),
  label: 'Balti jaam',
  country: 'EE',
  type: 'bike_docks',
  generation: 'G3',
  power_save: 'none',
  icon_type: 'bike',
})
const admin = { hidden_admin_description: 'Contract 17, keys at the porter' }
const create = (body: object = {}, who = root): Promise<Answer> =>
  who.send(createLocation, { body: { ...required(), ...(who === root ? admin : {}), ...body } })
const made = async (body: object = {}): Promise<Location> => {
  const answer = await create({ owner_id: ours.id, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const change = (location: { id: string; version: number }, body: object, who = root): Promise<Answer> =>
  who.send(updateLocation, {
    params: { location_id: location.id },
    body: body,
    headers: { 'if-match': `"${location.version}"` },
  })
const get = async ({ id }: { id: string }, who = root): Promise<Answer> =>
  who.call(getLocation, { params: { location_id: id } })
const without = (name: string, row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name))

describe('spec 5: what a location needs', () => {
  test.each([
    ['code', 'Code is required'],
    ['label', 'Label is required'],
    ['country', 'Country is required'],
    ['type', 'Type is required'],
    ['generation', 'Generation is required'],
    ['power_save', 'Power-save strategy is required'],
    ['icon_type', 'Icon type is required'],
    ['hidden_admin_description', 'Hidden admin description is required'],
  ])('%s: %s', async (field, words) => {
    const answer = await root.send(createLocation, { body: without(field, { ...required(), ...admin }) })
    expect(answer.body).toMatchObject({ error_code: 'invalid_body', field, error_message: fieldSentence(field, words) })
  })

  test('the terms of riders are below the address that the installation names', async () => {
    w.config.terms_url_prefix = 'https://terms.example.org/'
    try {
      expect((await create({ terms_url: 'https://elsewhere.example.org/ee' })).body).toMatchObject({
        error_code: 'invalid_body',
        field: 'terms_url',
        error_message: 'Terms URL must start with https://terms.example.org/',
      })
      const location = await made({ terms_url: 'https://terms.example.org/ee' })
      expect((await change(location, { terms_url: 'https://elsewhere.example.org/ee' })).status).toBe(400)
    } finally {
      w.config.terms_url_prefix = 'https://'
    }
  })

  test('the hidden admin description is required only of those who may write it', async () => {
    expect((await operations.send(createLocation, { body: required() })).status).toBe(200)
  })

  test.each([
    ['code', '12345', 'Code: a six-digit number'],
    ['code', '1234567', 'Code: a six-digit number'],
    ['code', '12a456', 'Code: a six-digit number'],
    ['label', 'Ab', 'Label: at least 3 characters'],
    ['label', 'a'.repeat(65), 'Label: at most 64 characters'],
    ['label', '   ', 'Label is required'],
    ['address', 'a'.repeat(256), 'Address: at most 255 characters'],
    ['country', 'ZZ', 'Country: there is no such country'],
    ['country', '', 'Country is required'],
    ['type', 'bike_shed', 'Type is required'],
    ['generation', 'G4', 'Generation is required'],
    ['power_save', 'deep_sleep', 'Power-save strategy is required'],
    ['icon_type', 'rocket', 'Icon type is required'],
    ['hidden_admin_description', 'too short', 'Hidden admin description: at least 10 characters'],
    ['hidden_admin_description', '', 'Hidden admin description is required'],
    ['hidden_admin_description', 'a'.repeat(2001), 'Hidden admin description: at most 2000 characters'],
    ['terms_url', 'http://terms.test/ee', 'Terms URL must start with https://'],
    ['terms_url', 'https://', 'Invalid URL'],
    ['terms_url', 'https://no spaces.test', 'Invalid URL'],
    ['support_email', 'help at city', 'Invalid email address'],
    ['support_phone', '5012345', 'Invalid phone number'],
    ['support_phone', '+372111', 'Invalid phone number'],
    ['support_phone', '+99912345678', 'Invalid phone number'],
    ['free_parking_hours', -1, 'Free parking hours: not negative'],
    ['free_parking_hours', 8761, 'Free parking hours: at most 8760'],
    ['free_parking_hours', 0.3, 'Free parking hours: in quarters of an hour'],
    ['free_parking_summary', 'a'.repeat(81), 'Free parking summary: at most 80 characters'],
    ['free_parking_details', 'a'.repeat(1001), 'Free parking details: at most 1000 characters'],
    ['restricted_description', 'a'.repeat(1001), 'Restricted description: at most 1000 characters'],
    ['latitude', 91, 'Latitude: -90 to 90'],
    ['time_zone', 'Europe/Atlantis', 'Time zone: there is no such time zone'],
    ['time_zone', '+02:00', 'Time zone: there is no such time zone'],
    ['bubble_orange_hours', 0, 'Orange after: at least 1 h'],
    ['bubble_red_hours', 8761, 'Red after: at most 8760 h'],
  ])('%s: %s is refused, at its making and in an edit', async (field, value, words) => {
    const rest = field === 'latitude' ? { longitude: 24 } : {}
    const refusal = { error_code: 'invalid_body', field, error_message: fieldSentence(field, words) }
    expect((await create({ [field]: value, ...rest })).body).toMatchObject(refusal)
    const location = await made()
    expect((await change(location, { [field]: value, ...rest })).body).toMatchObject(refusal)
    expect((await get(location)).body).toEqual(location)
  })

  test.each([
    [{ label: 'Ab1' }],
    [{ label: 'a'.repeat(64), address: 'a'.repeat(255) }],
    [{ free_parking_hours: 0.25 }],
    [{ free_parking_hours: 8760, free_parking_summary: 'a'.repeat(80) }],
    [{ support_phone: '+37256123456', support_email: 'help@city.test', terms_url: 'https://city.test/terms?lang=et' }],
    [{ support_phone: '', support_email: '', terms_url: '' }],
    [{ latitude: -90, longitude: 180 }],
    [{ bubble_orange_hours: 1, bubble_red_hours: 2 }],
    [{ use_case: null, time_zone: 'America/Argentina/Buenos_Aires' }],
  ])('%j will do', async (body) => {
    expect(await made(body)).toMatchObject(body)
    expect((await change(await made(), body)).body).toMatchObject(body)
  })

  test('a country is written in capitals, whatever was typed', async () => {
    expect((await made({ country: 'ee' })).country).toBe('EE')
  })

  test('fields of two: a place is whole, and red comes after orange, also after an edit of one of them', async () => {
    expect((await create({ latitude: 59.4 })).body).toMatchObject({ field: 'longitude' })
    expect((await create({ bubble_orange_hours: 72 })).body).toMatchObject({ field: 'bubble_red_hours' })
    const location = await made({ latitude: 59.4, longitude: 24.7, bubble_orange_hours: 10, bubble_red_hours: 20 })
    expect((await change(location, { bubble_orange_hours: 20 })).body).toMatchObject({ field: 'bubble_red_hours' })
    expect((await change(location, { latitude: null })).body).toMatchObject({ field: 'latitude' })
    expect((await change(location, { latitude: 59.5, longitude: null })).body).toMatchObject({ field: 'latitude' })
    expect((await change(await made(), { longitude: 24.7 })).body).toMatchObject({ field: 'latitude' })
    expect((await change(location, { latitude: null, longitude: null })).status).toBe(200)
  })

  test('equal hours of another time stay while something else is changed, and are not written again', async () => {
    const { id, version } = await made({ bubble_orange_hours: 5, bubble_red_hours: 6 })
    await w.pool.query('update locations set bubble_red_hours = 5 where id = $1', [id])
    const changed = await change({ id, version }, { label: 'Renamed' })
    expect(changed.body).toMatchObject({ label: 'Renamed', bubble_orange_hours: 5, bubble_red_hours: 5 })
    const refused = await change(changed.body, { bubble_orange_hours: 6 })
    expect(refused.body).toMatchObject({ error_code: 'invalid_body', field: 'bubble_red_hours' })
  })

  test('one coordinate alone moves the place, and the other stays', async () => {
    const location = await made({ latitude: 59.4, longitude: 24.7 })
    const moved = await change(location, { latitude: 59.5 })
    expect(moved.body, moved.text).toMatchObject({ latitude: 59.5, longitude: 24.7 })
  })

  test('a field that there is not is refused, and so are a status, a version and a maintenance message', async () => {
    for (const field of ['colour', 'status', 'version', 'launched_at', 'maintenance_message'])
      expect((await create({ [field]: 'x' })).body, field).toMatchObject({ error_code: 'invalid_body' })
  })
})

describe('spec 5: tags', () => {
  test.each<[string, string]>([
    ['ab', 'Tags: at least 3 characters'],
    ['a'.repeat(33), 'Tags: at most 32 characters'],
    ['two words', 'Tags: letters, numbers and underscore only'],
    ['käyrä', 'Tags: letters, numbers and underscore only'],
    ['sys_hidden', 'Tags: this word is reserved'],
    ['Region_ee', 'Tags: this word is reserved'],
    ...reservedTags.map((tag): [string, string] => [tag.toUpperCase(), 'Tags: this word is reserved']),
  ])('%s: %s, public or private', async (tag, words) => {
    for (const field of ['tags', 'private_tags'])
      expect((await create({ [field]: ['covered', tag] })).body).toMatchObject({
        error_code: 'invalid_body',
        field: `${field}.1`,
        error_message: fieldSentence(field, words),
      })
  })

  test('are kept as typed, each once whatever its letter case', async () => {
    expect((await made({ tags: ['Covered', 'covered', 'near_Metro2'] })).tags).toEqual(['Covered', 'near_Metro2'])
  })
})

describe('values: a code is unique for ever', () => {
  const taken = {
    error_code: 'location_code_taken',
    field: 'code',
    error_message: 'This code is or was the code of another location',
  }

  test('against what is there, what was renamed and what was deleted', async () => {
    const [first, second] = [await made(), await made()]
    expect((await create({ code: first.code })).body).toMatchObject(taken)
    expect((await change(second, { code: first.code })).body).toMatchObject(taken)
    const renamed: Location = (await change(first, { code: newCode() })).body
    expect((await create({ code: first.code })).body).toMatchObject(taken)
    expect((await change(renamed, { code: first.code })).body).toMatchObject({ code: first.code })
    const gone = await root.call(deleteLocation, { params: { location_id: second.id }, headers: { 'if-match': '"1"' } })
    expect(gone.status).toBe(204)
    expect((await create({ code: second.code })).status).toBe(409)
  })

  test('whoever wrote the row: a code in the database is a code', async () => {
    const id = await w.make.location(null, { code: '499999' })
    await w.pool.query('delete from locations where id = $1', [id])
    expect((await create({ code: '499999' })).status).toBe(409)
    await expect(w.make.location(null, { code: '499999' })).rejects.toThrow('was used by another location')
  })

  test('of two who take it at once, one gets it', async () => {
    const code = newCode()
    const answers = await Promise.all([create({ code }), create({ code }), create({ code })])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

describe('values: the time zone of a location', () => {
  test('comes from its coordinates at creation, unless one is chosen', async () => {
    const oslo = { latitude: 59.9139, longitude: 10.7522 }
    expect((await made(oslo)).time_zone).toBe('Europe/Oslo')
    expect((await made({ ...oslo, time_zone: 'Europe/Tallinn' })).time_zone).toBe('Europe/Tallinn')
    expect((await made()).time_zone).toBe('UTC')
  })

  test('comes with the first place of one that had none, stays when it is moved, and is derived again on demand', async () => {
    const placed: Location = (await change(await made(), { latitude: 37.7749, longitude: -122.4194 })).body
    expect(placed.time_zone).toBe('America/Los_Angeles')
    const moved: Location = (await change(placed, { latitude: 40.71, longitude: -74.01 })).body
    expect(moved.time_zone).toBe('America/Los_Angeles')
    expect((await change(moved, { time_zone: null })).body.time_zone).toBe('America/New_York')
  })
})

/** A value that each field takes, different from what stands there. */
const values = (): Record<LocationField, unknown> => ({
  code: newCode(),
  label: 'Changed',
  address: 'Street 9',
  state: 'Harju',
  city: 'Tallinn',
  district: 'Kesklinn',
  country: 'NO',
  type: 'bike_lockers',
  generation: 'G1',
  power_save: 'local_wakeup',
  icon_type: 'locker',
  use_case: 'campus',
  latitude: 59.1,
  longitude: 24.1,
  time_zone: 'Europe/Oslo',
  tags: ['covered'],
  private_tags: ['watched'],
  is_free: true,
  has_booking: true,
  has_app_parking: false,
  has_rfid_parking: false,
  has_e_charging: true,
  is_publicly_visible: false,
  has_camera: true,
  has_auto_restarts: true,
  free_parking_hours: 2,
  free_parking_summary: 'Two hours free',
  free_parking_details: 'Then paid',
  restricted_description: 'Key at the gate',
  hidden_admin_description: 'Contract with the city',
  support_phone: '+37256123456',
  support_email: 'help@city.test',
  terms_url: 'https://city.test',
  bubble_orange_hours: 2,
  bubble_red_hours: 73,
  overstay_limit_h: 96,
  owner_id: ours.id,
  operator_id: ours.id,
  distributor_id: ours.id,
  reseller_id: ours.id,
})
const bodyOf = (field: LocationField): object => {
  const all = values()
  if (field === 'latitude' || field === 'longitude') return { latitude: all.latitude, longitude: all.longitude }
  return { [field]: all[field] }
}
/** Repeated from the specification: a test that read them from the contract would miss a field without its level. */
const levels: Partial<Record<LocationField, Action>> = {
  power_save: 'GET_RESTRICTED_FIELDS',
  has_auto_restarts: 'GET_RESTRICTED_FIELDS',
  has_camera: 'GET_RESTRICTED_FIELDS',
  restricted_description: 'GET_RESTRICTED_FIELDS',
  support_phone: 'GET_PARTNER_FIELDS',
  support_email: 'GET_PARTNER_FIELDS',
  terms_url: 'GET_PARTNER_FIELDS',
  private_tags: 'GET_PRIVATE_TAGS',
  hidden_admin_description: 'GET_SUPERADMIN_FIELDS',
}
const readRights = (field: LocationField): Action[] => (levels[field] ? [levels[field]] : [])

describe('rights: field levels, neither sent nor writable without the action', () => {
  test.each(Object.entries(levels))('%s is sent to a reader who holds %s and to no other', async (field, level) => {
    const location = await made(admin)
    const others = [...new Set(Object.values(levels))].filter((action) => action !== level)
    const person = (actions: readonly Action[]) =>
      w.person([{ group_id: everything, needs: { location: ['GET', ...actions] } }])
    expect((await get(location, await person([level]))).body).toHaveProperty(field)
    expect((await get(location, await person(others))).body).not.toHaveProperty(field)
  })

  test.each(locationFieldNames.map((field) => [field]))(
    '%s is written with its own actions and no less',
    async (field) => {
      const location = await made()
      const besides = { organization: ['GET'] } as const
      const holding = (actions: readonly Action[]) =>
        w.person([
          {
            group_id: everything,
            needs: { location: ['GET', ...new Set<Action>(['CREATE', ...actions])], ...besides },
          },
        ])
      const able = await holding([...writeRights[field], ...readRights(field)])
      for (const missing of writeRights[field]) {
        const allOthers = [...new Set(Object.values(writeRights).flat())].filter((action) => action !== missing)
        const answer = await change(location, bodyOf(field), await holding(allOthers))
        expect(answer.body, missing).toMatchObject({
          error_code: 'forbidden',
          missing: expect.stringContaining(missing),
        })
      }
      expect((await get(location)).body).toEqual(location)
      const body = bodyOf(field)
      const saved = await change(location, body, able)
      expect(saved.status, saved.text).toBe(200)
      expect(saved.body).toMatchObject(body)
    },
  )

  test.each(Object.entries(levels))('%s is not written by one who does not read it', async (field, level) => {
    const location = await made(admin)
    const others = [...new Set(Object.values(writeRights).flat())].filter((action) => action !== level)
    const blind = await w.person([{ group_id: everything, needs: { location: ['GET', ...others] } }])
    const answer = await change(location, { [field]: fieldOf(values(), field) }, blind)
    expect(answer.body).toMatchObject({ error_code: 'forbidden', missing: expect.stringContaining(level), field })
  })

  test('one who is refused a field learns nothing of what stands there: the same answer for the value that it has', async () => {
    const location = await made(admin)
    const [same, other] = await Promise.all([
      change(location, admin, manager),
      change(location, { hidden_admin_description: 'Something else entirely' }, manager),
    ])
    expect([same.status, same.text]).toEqual([403, other.text])
  })

  test('an edit by someone who does not see a field leaves it as it is', async () => {
    const location = await made({
      ...admin,
      private_tags: ['watched'],
      support_phone: '+37256123456',
      has_camera: true,
    })
    const saved = await change(location, { label: 'Renamed' }, manager)
    expect(saved.status, saved.text).toBe(200)
    for (const field of Object.keys(levels)) expect(saved.body).not.toHaveProperty(field)
    expect((await get(location)).body).toMatchObject({
      label: 'Renamed',
      private_tags: ['watched'],
      support_phone: '+37256123456',
      has_camera: true,
      ...admin,
    })
  })

  test('at its making, CREATE brings what a location is born with; each other field takes its own actions', async () => {
    const creator = await w.person([
      { group_id: ours.owner, needs: { location: ['GET', 'CREATE'], organization: ['GET'] } },
    ])
    const all = values()
    const born = Object.fromEntries(fieldsAllowedOnCreate.map((field) => [field, all[field]]))
    const answer = await creator.send(createLocation, { body: born })
    expect(answer.status, answer.text).toBe(200)
    for (const field of locationFieldNames.filter((one) => !fieldsAllowedOnCreate.includes(one)))
      expect((await create({ owner_id: ours.id, ...bodyOf(field) }, creator)).body, field).toMatchObject({
        error_code: 'forbidden',
        field,
      })
  })

  test('at its making, a field that is left blank takes no action', async () => {
    const needs = { location: ['GET', 'CREATE'], organization: ['GET'] } as const
    const creator = await w.person([{ group_id: ours.owner, needs }], ours.id)
    const blank = Object.fromEntries(
      Object.entries(blankLocation).filter(
        ([field]) => !(field in required()) && field !== 'hidden_admin_description' && field !== 'owner_id',
      ),
    )
    const answer = await create({ ...blank, owner_id: ours.id }, creator)
    expect(answer.status, answer.text).toBe(200)
    const { body: bare } = await create({ owner_id: ours.id })
    const { body: born } = await get({ id: answer.body.id })
    expect(Object.keys(blank).filter((field) => JSON.stringify(born[field]) !== JSON.stringify(bare[field]))).toEqual(
      [],
    )
  })

  test('events tell of a hidden field only to those who see it', async () => {
    const location = await made(admin)
    await change(location, { hidden_admin_description: 'The contract ended in May', label: 'Renamed' })
    const told = async (who: Caller) =>
      (await who.call(listLocationEvents, { params: { location_id: location.id } })).text
    expect(await told(root)).toContain('The contract ended in May')
    const text = await told(manager)
    expect(text).toContain('Renamed')
    expect(text).not.toContain('contract')
    expect(text).not.toContain('hidden_admin_description')
  })
})

describe('values, concurrency', () => {
  test('of two who save what they read, the second is told and nothing of the first is lost', async () => {
    const location = await made()
    const answers = await Promise.all([change(location, { label: 'Mine' }), change(location, { label: 'Yours' })])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await get(location)).body.version).toBe(2)
    const none = await root.call(updateLocation, { params: { location_id: location.id }, body: {} })
    expect(none.status).toBe(428)
  })

  test('an edit that changes nothing writes nothing', async () => {
    const location = await made()
    expect((await change(location, { label: location.label })).body).toEqual(location)
    expect((await change(location, {})).body).toEqual(location)
  })
})

describe('spec 4: an obsolete location', () => {
  test('is described and tagged, nothing else', async () => {
    const id = await w.make.location(ours, { status: 'obsolete' })
    for (const field of locationFieldNames) {
      const { body: location } = await get({ id })
      const answer = await change(location, bodyOf(field))
      if (writableWhenObsolete.includes(field)) expect(answer.status, field).toBe(200)
      else expect(answer.body, field).toMatchObject({ error_code: 'obsolete_location' })
    }
  })

  test('is told to be obsolete before it is told to have changed (rights: order of refusals)', async () => {
    const id = await w.make.location(ours, { status: 'obsolete' })
    expect(await change({ id, version: 7 } as Location, { label: 'Renamed' })).toMatchObject({
      status: 409,
      body: { error_code: 'obsolete_location' },
    })
    expect((await change({ id, version: 7 } as Location, { tags: ['covered'] })).status).toBe(412)
    const headers = { 'if-match': '"7"' }
    expect((await root.refused(deleteLocation, { params: { location_id: id }, headers })).body.error_code).toBe(
      'location_in_use',
    )
  })
})

describe('deleting', () => {
  const remove = (location: { id: string; version: number }, who = root) =>
    who.call(deleteLocation, { params: { location_id: location.id }, headers: { 'if-match': `"${location.version}"` } })

  test('only what was never installed and has nothing in it', async () => {
    const fresh = await made({ operator_id: ours.id })
    expect((await remove({ ...fresh, version: 7 })).status).toBe(412)
    expect((await remove(fresh, manager)).status).toBe(403)
    const withDevice = await w.make.location(ours, { status: 'in_house', launched_at: null })
    await w.make.device(withDevice)
    const installed = await w.make.location(ours, { status: 'installed', launched_at: null })
    const once = await w.make.location(ours, { status: 'in_house' })
    for (const id of [withDevice, installed, once])
      expect((await remove({ id, version: 1 })).body).toMatchObject({ error_code: 'location_in_use' })
    await makeMaintenanceMessage(w, fresh.id)
    expect((await remove(fresh)).status).toBe(204)
    expect((await get(fresh)).status).toBe(404)
    expect((await get({ id: withDevice })).status).toBe(200)
    const { rows } = await w.pool.query('select 1 from resource_group_members where resource_id = $1', [fresh.id])
    expect(rows).toEqual([])
  })

  test('its history stays readable under its name, to whoever could read it where it stood, and to nobody else', async () => {
    const location = await made({ label: 'Made by mistake' })
    await change(location, { label: 'Still a mistake' })
    const reader = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
    const seer = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }])
    const theirs = await w.make.organization()
    const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Superadmin') }])
    expect((await remove({ ...location, version: 2 })).status).toBe(204)
    const params = { location_id: location.id }
    const history = await reader.call(listLocationEvents, { params })
    expect(history.body.items.map((event: AuditEvent) => [event.verb, event.resource_name])).toEqual([
      ['deleted', 'Still a mistake'],
      ['updated', 'Still a mistake'],
      ['created', 'Made by mistake'],
    ])
    expect(history.text).not.toContain('hidden_admin_description')
    expect((await reader.send(exportLocationEvents, { params, query: { column: 'verb' } })).text).toContain('deleted')
    expect(await reader.ask(listLocationEventPeople, { params })).toHaveLength(1)
    expect((await root.ask(listLocationEvents, { params })).total).toBe(3)
    expect((await seer.call(listLocationEvents, { params })).status).toBe(403)
    const unknown = await stranger.call(listLocationEvents, {
      params: { location_id: '01900000-0000-7000-8000-000000000000' },
    })
    const foreign = await stranger.call(listLocationEvents, { params })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    // Its history alone: nothing else of it is there any more.
    for (const route of [getLocation, listLocationDevices, listLaunchChecks, currentOutages])
      expect((await root.call(route, { params })).status, route.path).toBe(404)
    await w.db.deleteFrom('role_grants').where('person_id', '=', reader.id).execute()
    expect((await reader.call(listLocationEvents, { params })).status).toBe(404)
  })

  test('what others keep of it is not deleted with it: fees that are owed, external devices, photos', async () => {
    const payer = await made()
    const fee = await makeServiceFee(w, { location_id: payer.id })
    const equipped = await made()
    await makeExternalDevice(w, equipped.id)
    const seen = await made()
    await makeSecurityPhoto(w, seen.id)
    const wrote = await made()
    const gone = await makeExternalDevice(w, wrote.id)
    await w.pool.query('update external_devices set deleted_at = now() where id = $1', [gone])
    const sent = `insert into sim_messages (id, external_device_id, command_name, payload, iccid, status, created_at)
      values (gen_random_uuid(), $1, 'Status', 'status', '8944500000000000014', 'waiting', now())`
    await w.pool.query(sent, [gone])
    for (const location of [payer, equipped, seen, wrote])
      expect((await remove(location)).body).toMatchObject({ error_code: 'location_in_use' })
    expect((await w.pool.query('select id from service_fees where id = $1', [fee])).rows).toEqual([{ id: fee }])
  })
})
