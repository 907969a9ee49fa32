import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acknowledgeOutage,
  assignOutage,
  getOutage,
  listOutages,
  muteOutage,
  unmuteOutage,
} from '@wheelhouse/contract/outages/outages.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { noteGatewayLife } from '../hardware/gateway-lives.ts'
import { runNotifier } from '../notifier/messages.ts'
import { sweepOutages } from './outages.ts'
import { makeOutage } from './samples.ts'

let w: TestApp
let ours: Organization
let technician: Caller
let reader: Caller
let location_id: string
let ref: { location_id: string; outage_id: string }

const hourMs = 3_600_000

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  location_id = await w.make.location(ours)
  ref = { location_id, outage_id: await makeOutage(w, location_id) }
  const work = ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] as const
  technician = await w.person([{ group_id: ours.owner, needs: { location: [...work] } }], ours.id)
  reader = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }], ours.id)
})

/** The version that a person has read goes with what they do. */
const read = (version: number) => ({ 'if-match': `"${version}"` })
const outage = async (): Promise<Outage> => await reader.ask(getOutage, { params: ref })
const events = () =>
  w.db
    .selectFrom('events')
    .select(['verb', 'before', 'after', 'reason', 'actor_id'])
    .where('feature', '=', 'outages')
    .where('visible_through_id', '=', location_id)
    .orderBy('id')
    .execute()
const handled = async (handling: string): Promise<string[]> =>
  (await reader.ask(listOutages, { query: { location_id, handling } })).items.map(({ id }: Outage) => id)

test('an outage is acknowledged once, with who, when and a note, and its history says so', async () => {
  expect(await outage()).toMatchObject({ handling: 'new', acknowledged_at: null, note: '', version: 1 })
  const first = await technician.call(acknowledgeOutage, {
    params: ref,
    headers: read(1),
    body: { note: 'Power is off' },
  })
  expect(first.body).toMatchObject({
    handling: 'acknowledged',
    acknowledged_at: w.clock.now().toISOString(),
    acknowledged_by_name: expect.any(String),
    note: 'Power is off',
    version: 2,
  })
  const again = await technician.call(acknowledgeOutage, { params: ref, headers: read(2), body: { note: 'Me too' } })
  expect(again.body).toMatchObject({ note: 'Power is off', version: 2 })
  expect(await events()).toMatchObject([{ verb: 'acknowledged', reason: 'Power is off', actor_id: technician.id }])
})

test('an outage is assigned to someone who may work there, and to nobody again', async () => {
  const put = (assignee_id: string | null, version: number) =>
    technician.call(assignOutage, { params: ref, headers: read(version), body: { assignee_id, note: '' } })
  expect((await put(reader.id, 1)).body).toMatchObject({ error_code: 'assignee_without_right' })
  expect((await put(technician.id, 1)).body).toMatchObject({
    handling: 'assigned',
    assignee_id: technician.id,
    acknowledged_at: w.clock.now().toISOString(),
  })
  expect((await put(null, 2)).body).toMatchObject({ handling: 'acknowledged', assignee_id: null })
  const name = (
    await w.db.selectFrom('console_users').select('name').where('id', '=', technician.id).executeTakeFirst()
  )?.name
  expect(await events()).toMatchObject([
    { verb: 'assigned', before: { assignee: null }, after: { assignee: name } },
    { verb: 'assigned', before: { assignee: name }, after: { assignee: null } },
  ])
})

test('a mute needs a note, ends by itself, and can be ended before', async () => {
  const mute = (version: number, note: string) =>
    technician.call(muteOutage, { params: ref, headers: read(version), body: { length: 'day', note } })
  expect((await mute(1, 'no')).body).toMatchObject({ error_message: expect.stringContaining('at least 3 characters') })
  const until = new Date(w.clock.now().getTime() + 24 * hourMs).toISOString()
  expect((await mute(1, 'Works in the street')).body).toMatchObject({ handling: 'muted', muted_until: until })
  expect(await handled('muted')).toEqual([ref.outage_id])
  expect(await technician.ask(unmuteOutage, { params: ref, headers: read(2) })).toMatchObject({
    handling: 'acknowledged',
    muted_until: null,
  })
  await mute(3, 'Works in the street')
  w.clock.advance(24 * hourMs)
  expect(await outage()).toMatchObject({ handling: 'acknowledged', muted_until: null })
  expect(await handled('muted')).toEqual([])
  expect(await handled('acknowledged')).toEqual([ref.outage_id])
})

test('the list is filtered by how far people are with an outage', async () => {
  expect(await handled('new')).toEqual([ref.outage_id])
  await technician.call(assignOutage, { params: ref, headers: read(1), body: { assignee_id: technician.id, note: '' } })
  expect([await handled('new'), await handled('assigned')]).toEqual([[], [ref.outage_id]])
  const others = await reader.call(listOutages, { query: { location_id, handling_not: 'assigned' } })
  expect(others.body.items).toEqual([])
})

test('what is over, what someone else has changed, and the outage of another location are refused', async () => {
  const body = { note: '' }
  expect((await technician.call(acknowledgeOutage, { params: ref, headers: read(9), body })).status).toBe(412)
  const elsewhere = { ...ref, location_id: await w.make.location(ours) }
  expect((await technician.call(acknowledgeOutage, { params: elsewhere, headers: read(1), body })).status).toBe(404)
  expect((await reader.call(acknowledgeOutage, { params: ref, headers: read(1), body })).status).toBe(403)
  const at = w.clock.now().toISOString()
  await w.db
    .updateTable('outages')
    .set({ cleared_at: at, ended_at: at, clearing: 'recovered' })
    .where('id', '=', ref.outage_id)
    .execute()
  expect((await technician.refused(acknowledgeOutage, { params: ref, headers: read(1), body })).body).toMatchObject({
    error_code: 'outage_is_over',
  })
})

test('a muted outage sends no reminders and notifies nobody; its history goes on', async () => {
  await w.pool.query('truncate outages')
  const start = w.clock.now()
  const hardware_id = await w.make.hardware(await w.make.controller(), {
    last_heartbeat_at: w.clock.now().toISOString(),
  })
  await w.make.device(location_id, { hardware_id })
  const at = w.clock.now().toISOString()
  await w.db
    .insertInto('notifier_subscriptions')
    .values({
      id: uuidv7(),
      organization_id: ours.id,
      event: 'connection_confirmed',
      messaging_type: 'email',
      type: 'daily_digest',
      url: 'mailto:crew@example.test',
      secret: null,
      former_secret: null,
      former_secret_until: null,
      created_by: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      w.clock.advance(hourMs)
      // The gateway has listened all the time, so the silence is the hardware's.
      await w.pool.query('truncate gateway_lives')
      await noteGatewayLife(w.db, start, w.clock.now())
      await sweepOutages(w)
    }
  }
  await pass(1)
  const [raised] = (await reader.ask(listOutages, { query: { location_id } })).items as Outage[]
  const muted = { params: { location_id, outage_id: raised?.id ?? '' }, headers: read(1) }
  await technician.call(muteOutage, { ...muted, body: { length: 'three_days', note: 'Works in the street' } })
  await pass(50)
  const verbs = async () => (await events()).map(({ verb }) => verb)
  expect((await verbs()).filter((verb) => verb === 'repeated')).toEqual([])
  expect(await verbs()).toContain('confirmed')
  await runNotifier(w, new Date(0))
  expect((await w.pool.query('select 1 from notifier_notices')).rows).toEqual([])
  await pass(25)
  expect(await verbs()).toContain('repeated')
  await runNotifier(w, new Date(0))
  expect((await w.pool.query('select 1 from notifier_notices')).rows.length).toBeGreaterThan(0)
})
