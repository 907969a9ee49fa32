import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevices, updateDevice } from '@wheelhouse/contract/devices/device-edit.ts'
import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import { createExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { setLocationStatuses } from '@wheelhouse/contract/locations/location-status.ts'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { createRegion } from '@wheelhouse/contract/regions/regions.ts'
import { createSavedView } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let root: Caller
let id: string
let dock: string

beforeAll(async () => {
  w = await testApp()
  root = await makeSuperadmin(w)
  id = await w.make.location(await w.make.organization())
  dock = await w.make.device(id)
})
afterAll(() => w.end())

const change = async (body: object): Promise<Answer> =>
  root.send(updateLocation, {
    params: { location_id: id },
    body: body,
    ...versioned(await versionAt(w, 'locations', id)),
  })
const alias = async (text: string): Promise<Answer> =>
  root.call(updateDevice, {
    params: { device_id: dock },
    body: { ...blankDevice, alias: text },
    ...versioned(await versionAt(w, 'devices', dock)),
  })
const point = {
  type: 'utility-pump',
  icon_type: 'pump',
  access_level: 'internal',
  latitude: 59.4,
  longitude: 24.7,
} as const
const external = { name: 'Router', type: 'router', external_id: 'R1' } as const

const writes: [string, (text: string) => Promise<Answer>][] = [
  ['label of a location', (text) => change({ label: text })],
  ['address of a location', (text) => change({ address: text })],
  ['alias of a device', alias],
  [
    'row of new devices',
    (row_label) =>
      root.call(createDevices, { params: { location_id: id }, body: { type: 'locker', amount: 1, row_label } }),
  ],
  ['label of a point', (label) => root.call(createPointOfInterest, { body: { ...point, label } })],
  [
    'external id of a point',
    (external_id) => root.call(createPointOfInterest, { body: { ...point, label: 'Pump', external_id } }),
  ],
  [
    'name of an external device',
    (name) => root.call(createExternalDevice, { params: { location_id: id }, body: { ...external, name } }),
  ],
  [
    'id of an external device',
    (external_id) =>
      root.call(createExternalDevice, { params: { location_id: id }, body: { ...external, external_id } }),
  ],
  [
    'name of an SMS command',
    (name) =>
      root.call(createExternalDevice, {
        params: { location_id: id },
        body: { ...external, external_id: 'R2', sms_commands: [{ name, payload: 'reset' }] },
      }),
  ],
  ['name of a region', (name) => root.call(createRegion, { body: { tag: 'ee', name } })],
  ['name of a saved view', (name) => root.call(createSavedView, { body: { list: 'locations', name, search: '' } })],
]

test.each(writes)('%s: one line that can be seen and reads as it is written', async (_what, write) => {
  const refusals = await Promise.all(['Two\nlines', 'Turned \u202Eenil', '\u200B\u200B\u200B'].map(write))
  expect(refusals.map(({ status, body }) => [status, body.error_code])).toEqual(
    refusals.map(() => [400, 'invalid_body']),
  )
  expect(refusals[0]?.body.error_message).toContain('one line')
  const good = await write('Ülemiste')
  expect(good.status, good.text).toBe(200)
})

test('several lines stay several lines', async () => {
  const written = await change({ restricted_description: 'Keys at the porter\nRing twice' })
  expect(written.body.restricted_description).toBe('Keys at the porter\nRing twice')
  expect((await change({ restricted_description: 'Ring \u2067twice' })).body.field).toBe('restricted_description')
})

test.each(['https://city.test/ terms', 'https://u:p@city.test', 'https://u@city.test', 'https://city'])(
  'terms URL: %s is none',
  async (terms_url) => {
    const answer = await change({ terms_url })
    expect(answer.body).toMatchObject({ field: 'terms_url', error_message: 'terms_url: Invalid URL' })
  },
)

test('a bulk call that names too many says how many it takes', async () => {
  const ids = Array.from({ length: 101 }, () => id)
  const body = { target: { ids }, status: 'maintenance', reason: 'Moved by a test' } as const
  const words = 'At least 1 and at most 100 ids at once; for more, freeze a selection and name its selection_id'
  for (const target of [{ ids }, { ids: [] }, {}]) {
    const answer = await root.send(setLocationStatuses, { body: { ...body, target } })
    expect([answer.status, answer.body.error_message]).toEqual([400, expect.stringContaining(words)])
  }
})
