import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { addAccessKey } from '@wheelhouse/contract/access-keys/access-keys.ts'
import { sendMessage } from '@wheelhouse/contract/messages/messages.ts'
import { deleteUser, exportPersonalData } from '@wheelhouse/contract/personal-data/personal-data.ts'
import { disableUser, getUser, listUserEvents } from '@wheelhouse/contract/users/users.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { findAccessKey } from '../access-keys/find-access-key.ts'
import { makeAllowlist, makeEntity } from '../allowlists/samples.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeRide } from '../rental-sessions/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'

let w: TestApp
let admin: Caller
let location: string
let device: string
let fleet: string
let vehicle: string
/** Of nobody. */
let openRide: string
let mari: string
let params: { user_id: string }

const personal = { name: 'Mari Tamm', phone: '+37251234567', email: 'mari@riders.test', pin: '274913' }
/** Nothing of it may be left in any table. */
const traces = /Mari Tamm|51234567|mari@riders|274913|04A2B1C9|Your bike is in dock/

beforeAll(async () => {
  w = await testApp()
  admin = await makeSuperadmin(w)
  const organization = await w.make.organization()
  location = await w.make.location(organization, { operator_id: organization.id })
  device = await w.make.device(location)
  fleet = await makeFleet(w, organization)
  vehicle = (await makeVehicle(w, fleet)).id
  openRide = await makeRide(w, fleet, (await makeVehicle(w, fleet)).id)
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('delete from access_keys')
  mari = await makeUser(w, [], personal)
  params = { user_id: mari }
})

const ended = {
  status: 'ended',
  how_ended: 'normal',
  started_at: '2026-06-01T08:00:00.000Z',
  ended_at: '2026-06-01T09:00:00.000Z',
}
const remove = (version = 1) => admin.call(deleteUser, { params, headers: { 'if-match': `"${version}"` } })

test('screens: deletion erases the person and keeps the accounts', async () => {
  const session = await makeSession(w, location, device, { user_id: mari, fee_minor: 840, currency: 'EUR', ...ended })
  await admin.call(addAccessKey, { params, body: { type: 'rfid', key: '04A2B1C9' } })
  await w.pool.query(
    `insert into payment_methods (id, user_id, provider, reference, brand, last_digits, created_at)
     values (gen_random_uuid(), $1, 'simulated', 'pm_1', 'visa', '4242', now())`,
    [mari],
  )
  await admin.call(sendMessage, { params, body: { text: 'Your bike is in dock 07 of the station.' } })
  await w.runJobs()
  await admin.call(disableUser, { params, body: { reason: 'Mari Tamm asked for it' }, headers: { 'if-match': '"1"' } })
  expect((await remove(2)).body).toMatchObject({ status: 'deleted', name: 'Deleted user', phone: null, pin: null })

  const { body } = await admin.call(listParkingSessions, { query: { user_id: mari } })
  expect(body.items).toMatchObject([{ id: session, user_name: 'Deleted user' }])
  const kept = await w.pool.query('select fee_minor, currency from parking_sessions where id = $1', [session])
  expect(kept.rows).toMatchObject([{ currency: 'EUR' }])

  for (const table of ['users', 'access_keys', 'user_messages', 'push_tokens', 'events', 'resource_group_members']) {
    const { rows } = await w.pool.query<{ text: string }>(`select t::text as text from ${table} t`)
    expect([table, rows.filter(({ text }) => traces.test(text))]).toEqual([table, []])
  }
  expect((await w.pool.query('select 1 from payment_methods where user_id = $1', [mari])).rows).toEqual([])
  const { body: events } = await admin.call(listUserEvents, { params })
  expect(events.items[0]).toMatchObject({ feature: 'personal-data', verb: 'erased', resource_name: 'Deleted user' })
})

test('nothing more can be done with a deleted user, and the page says so', async () => {
  await remove()
  expect(await admin.ask(getUser, { params })).toMatchObject({ status: 'deleted', can_reveal: true })
  const tries = [
    await remove(2),
    await admin.call(disableUser, { params, body: { reason: 'Gone already' }, headers: { 'if-match': '"2"' } }),
    await admin.call(addAccessKey, { params, body: { type: 'rfid', key: '04A2B1C9' } }),
    await admin.call(sendMessage, { params, body: { text: 'Are you still there, please?' } }),
  ]
  expect(tries.map(({ body }) => body.error_code)).toEqual(Array.from({ length: 4 }, () => 'user_deleted'))
})

test('a user with a bike in a dock cannot be deleted', async () => {
  const session = await makeSession(w, location, device, { user_id: mari })
  expect((await remove()).body.error_code).toBe('user_in_session')
  await w.pool.query('delete from parking_sessions where id = $1', [session])
  expect((await remove()).status).toBe(200)
})

test.each(['booked', 'active'])('a user with a ride that is %s cannot be deleted', async (status) => {
  const ride = await makeRide(w, fleet, vehicle, { user_id: mari, status })
  expect((await remove()).body.error_code).toBe('user_in_session')
  await w.pool.query('delete from rental_sessions where id = $1', [ride])
  expect((await remove()).status).toBe(200)
})

test('a user whose key begins a ride right now cannot be deleted', async () => {
  await makeAccessKey(w, mari, { key: '04A2B1C9' })
  const deletion = await w.db.transaction().execute(async (tx) => {
    const rider = await findAccessKey(tx, w.config, '04A2B1C9', 'rfid')
    const answer = remove()
    await w.waitingForLocks(1)
    await tx
      .updateTable('rental_sessions')
      .set({ user_id: rider?.user_id ?? null })
      .where('id', '=', openRide)
      .execute()
    return { answer }
  })
  expect((await deletion.answer).body.error_code).toBe('user_in_session')
})

test('a deletion takes the person off every allowlist, and its locks are examined', async () => {
  const list = await makeAllowlist(w, null, [], { status: 'active' })
  const hardware = await w.make.hardware(await w.make.controller())
  const target = { location_id: null, device_id: await w.make.device(location, { number: 40, hardware_id: hardware }) }
  const at = w.clock.now().toISOString()
  await w.db
    .insertInto('allowlist_targets')
    .values({ id: uuidv7(), allowlist_id: list, ...target, created_at: at })
    .execute()
  const entity = await makeEntity(w, list, { user_id: mari })
  await w.pool.query('delete from allowlist_changes')
  expect((await remove()).status).toBe(200)
  expect((await w.pool.query('select 1 from allowlist_entities where id = $1', [entity])).rows).toEqual([])
  const noted = await w.pool.query('select distinct hardware_id from allowlist_changes')
  expect(noted.rows).toEqual([{ hardware_id: hardware }])
  const events = await w.pool.query(`select verb, before from events where resource_id = $1`, [list])
  expect(events.rows).toEqual([{ verb: 'entities_removed', before: { kind: 'user', count: 1 } }])
})

test('a deletion of a state that was not read is refused', async () => {
  expect((await remove(7)).status).toBe(412)
})

test('the export holds everything of one person, is a file, and is recorded', async () => {
  await makeAccessKey(w, mari, { key: '04A2B1C9' })
  await makeSession(w, location, device, { user_id: mari, ...ended })
  await makeRide(w, fleet, vehicle, { user_id: mari, ...ended })
  const list = await makeAllowlist(w, null, [], { name: 'Garage of the town hall' })
  await makeEntity(w, list, { user_id: mari })
  const answer = await admin.call(exportPersonalData, { params })
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="user-${mari}.json"`)
  const data = JSON.parse(answer.text)
  expect(data).toMatchObject({
    user: { name: personal.name, phone: personal.phone, email: personal.email, id: mari },
    access_keys: [
      { type: 'pin', key: personal.pin },
      { type: 'rfid', key: '04A2B1C9' },
    ],
    parking_sessions: [{ how_ended: 'normal' }],
    rental_sessions: [{ how_ended: 'normal', fleet_name: expect.any(String) }],
    allowlist_entries: [{ allowlist_name: 'Garage of the town hall' }],
    messages: [],
    payments: [],
    push_devices: [],
  })
  const { body } = await admin.call(listUserEvents, { params })
  expect(body.items).toMatchObject([{ feature: 'personal-data', verb: 'exported' }])
})

test('the database refuses a deleted row that still names the person', async () => {
  const erase = w.pool.query('update users set deleted_at = now() where id = $1', [mari])
  await expect(erase).rejects.toThrow('deleted_user_names_nobody')
})

test('rights: an export shows nothing that its caller may not read on the screens, and names what is left out', async () => {
  const group = await w.make.group()
  await w.make.members('location', location, [group])
  await w.make.members('rental_fleet', fleet, [group])
  await w.make.members('user', mari, [group])
  await makeSession(w, location, device, { user_id: mari, fee_minor: 840, currency: 'EUR', ...ended })
  await makeRide(w, fleet, vehicle, { user_id: mari, fee_minor: 310, currency: 'EUR', ...ended })
  await makeAccessKey(w, mari, { key: '04A2B1C9' })
  await admin.call(sendMessage, { params, body: { text: 'Your bike is in dock 07 of the station.' } })
  const seen = { session: ['GET'], subscription: ['GET'] } as const
  const exported = async (needs: Needs) => {
    const who = await w.person([{ group_id: group, needs: { ...seen, ...needs } }])
    return JSON.parse((await who.call(exportPersonalData, { params })).text)
  }
  const bare = await exported({ user: ['GET', 'GET_PRIVILEGED'] })
  const guarded = ['access_keys', 'payment_methods', 'messages', 'feedback', 'subscriptions']
  expect(bare.left_out).toEqual(guarded)
  for (const part of guarded) expect(bare).not.toHaveProperty(part)
  const unpaid = { fee_minor: null, currency: null, payment_state: null }
  expect(bare).toMatchObject({ parking_sessions: [unpaid], rental_sessions: [{ ...unpaid, is_fee_waived: null }] })
  const whole = await exported({
    user: ['GET', 'GET_PRIVILEGED', 'GET_ACCESS_KEYS', 'GET_NOTIFICATIONS', 'READ_FEEDBACK', 'GET_SUBSCRIPTIONS'],
    payment: ['GET'],
  })
  expect(whole).toMatchObject({
    left_out: [],
    messages: [{ text: 'Your bike is in dock 07 of the station.' }],
    parking_sessions: [{ fee_minor: 840, currency: 'EUR' }],
    rental_sessions: [{ fee_minor: 310, currency: 'EUR' }],
  })
  expect(whole.access_keys).toHaveLength(2)
})

test('rights: a partner exports only the sessions at its locations, and no key that an app presents', async () => {
  const theirs = await w.make.organization()
  const elsewhere = await w.make.location(theirs, { operator_id: theirs.id })
  const group = await w.make.group()
  await w.make.members('location', location, [group])
  await w.make.members('user', mari, [group])
  const here = await makeSession(w, location, device, { user_id: mari, ...ended })
  await makeSession(w, elsewhere, await w.make.device(elsewhere), { user_id: mari, ...ended })
  await makeRide(w, fleet, vehicle, { user_id: mari, ...ended })
  await makeEntity(w, await makeAllowlist(w, null, []), { user_id: mari })
  await makeAccessKey(w, mari, { type: 'app', key: 'app-key-that-opens' })
  const needs = { user: ['GET', 'GET_PRIVILEGED', 'GET_ACCESS_KEYS'], session: ['GET'] } as const
  const partner = await w.person([{ group_id: group, needs }])
  const file = JSON.parse((await partner.call(exportPersonalData, { params })).text) as {
    parking_sessions: { id: string }[]
    rental_sessions: unknown[]
    allowlist_entries: unknown[]
    payments: unknown[]
    access_keys: { key: string }[]
  }
  expect(file.parking_sessions.map(({ id }) => id)).toEqual([here])
  expect([file.payments, file.rental_sessions, file.allowlist_entries]).toEqual([[], [], []])
  expect(file.access_keys.map(({ key }) => key)).toEqual([personal.pin, 'app-…'])
})
