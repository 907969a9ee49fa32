import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { eventTopic, heartbeatTopic } from '@wheelhouse/device-protocol/topics.ts'
import { eventually, gatewayFixtures, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround, Site } from '../../test/gateway/gateway-fixtures.ts'
import type { ScriptedController } from '../../test/gateway/scripted-hardware.ts'

let g: GatewayGround
let noisy: { site: Site; controller: ScriptedController }
let quiet: { site: Site; controller: ScriptedController }

beforeAll(async () => {
  g = await gatewayFixtures()
})
afterAll(() => g.end())
beforeEach(async () => {
  noisy = await connected()
  quiet = await connected()
})

async function connected() {
  const site = await makeSite(g)
  return { site, controller: await g.connect(site) }
}

const floodOf = 2_000

/** Publishes as fast as the connection takes it; returns how many were acknowledged so far. */
function flood(): { acknowledged(): number } {
  const { site, controller } = noisy
  let acknowledged = 0
  const topic = eventTopic(site.controller_id, site.hardware_id)
  for (let n = 1; n <= floodOf; n++) {
    const event = {
      id: `f${n}`,
      seq: 2 ** 33 + n,
      at: g.clock.now().toISOString(),
      type: 'door',
      data: { state: 'open' },
    }
    controller.client.publish(topic, JSON.stringify(event), { qos: 1 }, (error) => void (error ?? acknowledged++))
  }
  return { acknowledged: () => acknowledged }
}

test('security 1: a flood of one controller delays neither a command nor an event elsewhere', async () => {
  const { acknowledged } = flood()
  await eventually(() => expect(acknowledged()).toBeGreaterThan(100))
  const { site, controller } = quiet
  const { body } = await site.operator.call(sendCommand, {
    params: { device_id: site.device_id },
    body: { name: 'identify', reason: 'mechanical', comment: 'The lock sticks' },
  })
  await eventually(() => expect(controller.commands.map(({ id }) => id)).toContain(body.id))
  await controller.answer(site.hardware_id, body.id, 'success')
  await controller.event(site.hardware_id, 'dock_state', { state: 'locked' })
  const params = { device_id: site.device_id, command_id: body.id }
  await eventually(async () =>
    expect((await site.operator.call(getCommand, { params })).body).toMatchObject({ status: 'success' }),
  )
  await eventually(async () =>
    expect(
      await g.db.selectFrom('parking_sessions').select('status').where('device_id', '=', site.device_id).execute(),
    ).toEqual([{ status: 'active' }]),
  )
  // The flood still goes on: its acknowledgements are withheld, so that the rest stays with the controller.
  expect(acknowledged()).toBeLessThan(floodOf / 2)
  expect((await g.broker.stats()).delayed).toBeGreaterThan(0)
  expect((await g.broker.stats()).waiting_for_gateway).toBeLessThan(300)
})

test('security 1: a flood that changes nothing leaves a bounded number of entries in the history', async () => {
  flood()
  await expect.poll(async () => (await counted()).received, { timeout: 60_000 }).toBeGreaterThan(100)
  const { kept } = await counted()
  expect(kept).toBeGreaterThanOrEqual(60)
  expect(kept).toBeLessThan(90)
})

async function counted(): Promise<{ received: number; kept: number }> {
  const { rows } = await g.pool.query<{ received: number; kept: number }>(
    `select (select count(*)::int from device_events where hardware_id = $1) as received,
       (select count(*)::int from events where resource_id = $2 and verb = 'door') as kept`,
    [noisy.site.hardware_id, noisy.site.device_id],
  )
  return rows[0] ?? { received: 0, kept: 0 }
}

test('security 1: messages without acknowledgement are dropped and counted beyond the pace of a controller', async () => {
  const { site, controller } = noisy
  const before = await g.broker.stats()
  for (let n = 0; n < 3_000; n++)
    controller.client.publish(heartbeatTopic(site.controller_id, site.hardware_id), '{}', { qos: 0 })
  await eventually(async () => expect((await g.broker.stats()).over_pace - before.over_pace).toBeGreaterThan(1_500))
  await quiet.controller.heartbeat(quiet.site.hardware_id)
  await eventually(async () =>
    expect(
      await g.db
        .selectFrom('hardware_state')
        .select('supply_mv')
        .where('hardware_id', '=', quiet.site.hardware_id)
        .execute(),
    ).toEqual([{ supply_mv: 12_040 }]),
  )
})
