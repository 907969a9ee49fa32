import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { getParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { TimelineEntry } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { eventTopic, heartbeatTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { eventually, gatewayFixtures, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround, Site } from '../../test/gateway/gateway-fixtures.ts'
import type { ScriptedController } from '../../test/gateway/scripted-hardware.ts'
import { makeAccessKey } from '../features/users/samples.ts'
import { startGateway } from './gateway.ts'

let g: GatewayGround
let site: Site
let controller: ScriptedController

beforeAll(async () => {
  g = await gatewayFixtures()
})
afterAll(() => g.end())
beforeEach(async () => {
  site = await makeSite(g)
  controller = await g.connect(site)
})

const sessions = () =>
  g.db.selectFrom('parking_sessions').selectAll().where('device_id', '=', site.device_id).orderBy('id').execute()
const state = () =>
  g.db.selectFrom('hardware_state').selectAll().where('hardware_id', '=', site.hardware_id).executeTakeFirstOrThrow()
const dock = (to: string, more: object = {}, data: object = {}) =>
  controller.event(site.hardware_id, 'dock_state', { state: to, ...data }, more)
const send = (name: CommandName) =>
  site.operator.call(sendCommand, {
    params: { device_id: site.device_id },
    body: { name, reason: 'mechanical', comment: 'The lock sticks' },
  })
const command = async (id: string) =>
  (await site.operator.call(getCommand, { params: { device_id: site.device_id, command_id: id } })).body
const history = () =>
  g.db.selectFrom('events').selectAll().where('resource_id', '=', site.device_id).orderBy('id', 'desc').execute()
const arrived = (id: string) => eventually(() => expect(controller.commands.map((one) => one.id)).toContain(id))

test('a dock that locks opens a session for the scanned key and ends it when it unlocks', async () => {
  const key = await accessKey('04A1B2C3')
  await controller.event(site.hardware_id, 'key_scan', { key: '04A1B2C3', key_type: 'rfid' })
  await dock('locking')
  await dock('locked')
  await eventually(async () =>
    expect(await sessions()).toMatchObject([
      {
        status: 'active',
        access_key_id: key.id,
        user_id: key.user_id,
        location_id: site.location_id,
        started_at: g.clock.now().toISOString(),
      },
    ]),
  )
  expect(await state()).toMatchObject({ dock_state: 'locked', dock_state_since: g.clock.now().toISOString() })
  g.clock.advance(90 * 60_000)
  await dock('unlocked')
  await eventually(async () =>
    expect(await sessions()).toMatchObject([
      { status: 'ended', how_ended: 'normal', ended_at: g.clock.now().toISOString() },
    ]),
  )
})

async function accessKey(key: string) {
  const id = crypto.randomUUID()
  const created_at = g.clock.now().toISOString()
  await g.db
    .insertInto('users')
    .values({
      id,
      name: 'Mari Tamm',
      country_code: 'EE',
      created_at,
      phone: null,
      email: null,
      last_signed_in_at: null,
      disabled_at: null,
      disabled_reason: null,
    })
    .execute()
  return { id: await makeAccessKey(g, id, { key }), user_id: id }
}

test('device protocol: a command is sent, received and succeeds; each step is announced', async () => {
  const sent = await send('identify')
  expect(sent).toMatchObject({
    status: 200,
    body: { status: 'in_progress', step: 'not_sent', health_at_request: 'no_data' },
  })
  await arrived(sent.body.id)
  expect(controller.commands).toMatchObject([
    { name: 'identify', args: {}, issued_at: sent.body.created_at, expires_at: sent.body.deadline_at },
  ])
  await eventually(async () =>
    expect(await command(sent.body.id)).toMatchObject({ status: 'in_progress', step: 'sent' }),
  )
  await controller.answer(site.hardware_id, sent.body.id, 'in_progress', { step: 'received' })
  await eventually(async () =>
    expect(await command(sent.body.id)).toMatchObject({ status: 'in_progress', step: 'received' }),
  )
  await controller.answer(site.hardware_id, sent.body.id, 'success')
  await eventually(async () =>
    expect(await command(sent.body.id)).toMatchObject({ status: 'success', step: 'received', failure: null }),
  )
  expect(await history()).toMatchObject([
    { verb: 'ended', actor_kind: 'hardware', after: { command: 'identify', status: 'success' } },
    { verb: 'sent', actor_kind: 'person', after: { command: 'identify', comment: 'The lock sticks' } },
  ])
})

test("a command may fail with the device's reason, or be unknown to it; its end never changes", async () => {
  const [failed, unknown] = [(await send('force_lock')).body.id, (await send('identify')).body.id]
  await controller.answer(site.hardware_id, failed, 'failed', { reason: 'lock_jam' })
  await controller.answer(site.hardware_id, failed, 'success')
  await controller.answer(site.hardware_id, unknown, 'unhandled')
  await eventually(async () => expect(await command(unknown)).toMatchObject({ status: 'unhandled' }))
  expect(await command(failed)).toMatchObject({ status: 'failed', failure: 'lock_jam' })
})

test('a command to offline hardware says so and ends as hardware timeout; a late response is kept in the history once', async () => {
  await g.db
    .updateTable('hardware_state')
    .set({ last_heartbeat_at: new Date(g.clock.now().getTime() - 3 * 3_600_000).toISOString() })
    .where('hardware_id', '=', site.hardware_id)
    .execute()
  await g.db
    .insertInto('hardware_state')
    .values({ hardware_id: site.controller_id, last_heartbeat_at: g.clock.now().toISOString() } as never)
    .execute()
  const { id, health_at_request } = (await send('reboot')).body
  expect(health_at_request).toBe('offline')
  await arrived(id)
  g.clock.advance(31_000)
  await eventually(async () =>
    expect(await command(id)).toMatchObject({
      status: 'hardware_timeout',
      failure: null,
      ended_at: g.clock.now().toISOString(),
    }),
  )
  const { late_answers, repeated_answers } = g.gateway.stats()
  await controller.answer(site.hardware_id, id, 'success')
  await controller.answer(site.hardware_id, id, 'success')
  await eventually(() =>
    expect(g.gateway.stats()).toMatchObject({ late_answers: late_answers + 1, repeated_answers: repeated_answers + 1 }),
  )
  expect(await command(id)).toMatchObject({ status: 'hardware_timeout' })
  expect((await history()).map((event) => event.verb)).toEqual(['late_answer', 'ended', 'sent'])
})

test('a forced unlock ends the session as forced, and the history names the person', async () => {
  await dock('locked')
  await eventually(async () => expect(await sessions()).toHaveLength(1))
  const { id } = (await send('force_unlock')).body
  await arrived(id)
  await dock('unlocked', {}, { command_id: id })
  await controller.answer(site.hardware_id, id, 'success')
  await eventually(async () => expect(await sessions()).toMatchObject([{ status: 'ended', how_ended: 'forced' }]))
  const [session] = await sessions()
  const announced = await g.db
    .selectFrom('events')
    .selectAll()
    .where('resource_id', '=', session!.id)
    .orderBy('id')
    .execute()
  expect(announced).toMatchObject([
    {
      feature: 'parking-sessions',
      verb: 'opened',
      actor_kind: 'hardware',
      actor_name: site.hardware_id,
      resource_name: 'Dock 07',
    },
    {
      verb: 'ended',
      actor_kind: 'person',
      actor_id: site.operator.id,
      // The command keeps the text of the reason.
      reason: null,
      visible_through_id: site.location_id,
      device_id: site.device_id,
      after: { status: 'ended', how_ended: 'forced', dock_state: 'unlocked' },
    },
  ])
  const { timeline } = await site.operator.ask(getParkingSession, { params: { session_id: session!.id } })
  expect(timeline.find(({ verb }: TimelineEntry) => verb === 'ended')).toMatchObject({ status: 'unlocked' })
  expect((await history()).find((event) => event.verb === 'dock_state')).toMatchObject({
    actor_kind: 'person',
    after: { dock_state: 'unlocked', command: 'force_unlock' },
  })
  expect((await history()).find((event) => event.verb === 'sent')).toMatchObject({
    actor_id: site.operator.id,
    after: { comment: 'The lock sticks' },
  })
})

test.each([[true], [false]])(
  'a temporary unlock does not end the session while the dock locks again (device names the command: %s)',
  async (isNamed) => {
    await dock('locked')
    await eventually(async () => expect(await sessions()).toHaveLength(1))
    g.clock.advance(1_000)
    const { id } = (await send('temporary_unlock')).body
    await arrived(id)
    expect(controller.commands[0]?.args).toEqual({ hold_ms: 10_000 })
    await dock('unlocked', {}, isNamed ? { command_id: id } : {})
    await eventually(async () => expect(await state()).toMatchObject({ dock_state: 'unlocked' }))
    expect(await sessions()).toMatchObject([{ status: 'active' }])
    g.clock.advance(10_000)
    await dock('locked')
    await eventually(async () => expect(await state()).toMatchObject({ dock_state: 'locked' }))
    expect(await sessions()).toMatchObject([{ status: 'active' }])
    await dock('unlocked', {}, { command_id: id })
    await eventually(async () => expect(await state()).toMatchObject({ dock_state: 'unlocked' }))
    g.clock.advance(61_000)
    await eventually(async () => expect(await sessions()).toMatchObject([{ status: 'ended', how_ended: 'normal' }]))
  },
)

test('bad input: garbage, oversized and foreign messages are counted and dropped, and all others are handled', async () => {
  const other = await makeSite(g)
  const before = g.gateway.stats()
  await controller.say(eventTopic(site.controller_id, site.hardware_id), 'not json')
  await controller.say(eventTopic(site.controller_id, site.hardware_id), Buffer.from([0xff, 0xfe]))
  await controller.say(
    eventTopic(site.controller_id, site.hardware_id),
    JSON.stringify({ id: 'x', seq: -1, at: 'now', type: 'dock_state', data: { state: 'flying' } }),
  )
  await controller.say(
    responseTopic(site.controller_id, site.hardware_id),
    JSON.stringify({ command_id: 'nobody', status: 'success', at: g.clock.now().toISOString() }),
  )
  await controller.event(other.hardware_id, 'dock_state', { state: 'locked' })
  await controller.event('ABCDEFABCDEFABCDEFABCDEF', 'dock_state', { state: 'locked' })
  await dock('locked', { seq: Number.MAX_SAFE_INTEGER })
  await dock('unlocked', { seq: 5 })
  await controller.heartbeat(other.hardware_id)
  await controller.heartbeat(site.hardware_id, { firmware_name: 'a\u0000b' })
  await controller.say(heartbeatTopic(site.controller_id, site.hardware_id), '{}', 0)
  await dock('locked')
  await controller.heartbeat(site.hardware_id)
  await eventually(async () => expect(await state()).toMatchObject({ dock_state: 'locked', supply_mv: 12_040 }))
  await eventually(() =>
    expect(differences(before, g.gateway.stats())).toMatchObject({
      dropped_not_json: 2,
      dropped_malformed: 3,
      dropped_unknown_command: 1,
      dropped_foreign_hardware: 2,
      dropped_unknown_hardware: 1,
    }),
  )
  expect(
    await g.db.selectFrom('parking_sessions').select('id').where('device_id', '=', other.device_id).execute(),
  ).toEqual([])
})

const differences = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]))

test('a controller that disappears without signing off is offline, and online again when it returns', async () => {
  const connection = () =>
    g.db
      .selectFrom('controllers')
      .select('is_online')
      .where('hardware_id', '=', site.controller_id)
      .executeTakeFirstOrThrow()
  await eventually(async () => expect(await connection()).toEqual({ is_online: true }))
  controller.client.stream.destroy()
  await eventually(async () => expect(await connection()).toEqual({ is_online: false }))
  await controller.close()
})

test('device protocol: without a database no device gets an acknowledgement, and everything is stored when it is back', async () => {
  await dock('locked')
  await eventually(async () => expect(await sessions()).toHaveLength(1))
  await allowConnections(false)
  let acknowledged = 0
  const sent = ['unlocked', 'locked'].map((to) => dock(to).then(() => acknowledged++))
  await eventually(async () => expect((await g.broker.stats()).waiting_for_gateway).toBe(2))
  expect(acknowledged).toBe(0)
  await allowConnections(true)
  await eventually(async () =>
    expect(await sessions()).toMatchObject([{ status: 'ended', how_ended: 'normal' }, { status: 'active' }]),
  )
  await Promise.all(sent)
  await eventually(async () => expect((await g.broker.stats()).waiting_for_gateway).toBe(0))
})

async function allowConnections(allowed: boolean): Promise<void> {
  const { openPool } = await import('@wheelhouse/db/database.ts')
  const server = openPool(process.env.WHEELHOUSE_TEST_SERVER!, { max: 1 })
  const name = new URL(g.url).pathname.slice(1)
  await server.query(`alter database ${name} with allow_connections ${allowed}`)
  if (!allowed) await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await server.end()
}

test('of two processes one holds the gateway; the other takes over unsent commands', async () => {
  const second = await startGateway(g.gatewayOptions)
  await eventually(() => expect([g.gateway.stats().is_holding, second.stats().is_holding]).toEqual([1, 0]))
  await g.gateway.close()
  const { id } = (await send('identify')).body
  await eventually(() => expect(second.stats().is_holding).toBe(1))
  await arrived(id)
  await dock('locked')
  await eventually(async () => expect(await sessions()).toHaveLength(1))
  await second.close()
  g.gateway = await startGateway(g.gatewayOptions)
  expect(g.gateway.stats().is_holding).toBe(1)
})
