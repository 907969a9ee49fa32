import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLocation, deleteLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { reservedTags } from '@wheelhouse/contract/locations/location-values.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { newCode, required, admin, makeLocationPlace, locationActions } from '../../../test/support/location-place.ts'

let w: TestApp
let ours: Organization
let root: Caller
let operations: Caller

beforeAll(async () => {
  w = await testApp()
  ;({ root, operations } = await makeLocationPlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
})

const { create, made, change, get } = locationActions(() => ({ ours, root }))
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
    error_message: 'This code is or was the code of another location; choose another code',
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

  test('however the row was written: a code in the database is a code', async () => {
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
