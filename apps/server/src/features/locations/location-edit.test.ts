import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '@wheelhouse/contract/access.ts'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { fieldsAllowedOnCreate, createLocation, updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { blankLocation, locationFieldNames, writeRights } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import { listLocationEvents } from '@wheelhouse/contract/events/events.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { required, admin, makeLocationPlace, locationActions } from '../../../test/support/location-place.ts'

let w: TestApp
let everything: string
let ours: Organization
let root: Caller
let manager: Caller

beforeAll(async () => {
  w = await testApp()
  ;({ everything, root } = await makeLocationPlace(w))
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
})

const { create, made, change, get, values, bodyOf } = locationActions(() => ({ ours, root }))
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

  test('one who is refused a field learns nothing of its value: the same answer for the value that it has', async () => {
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
  test('of two who save what they read, the second is refused and nothing of the first is lost', async () => {
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
