import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { getHardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { acceptIntake, listIntakes, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { eventTopic, heartbeatTopic, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import { eventually, gatewayFixtures } from '../../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../../../test/gateway/gateway-fixtures.ts'
import { boot, provisioning } from '../../../test/gateway/intake-ground.ts'
import { scriptedController } from '../../../test/gateway/scripted-hardware.ts'
import type { ScriptedController } from '../../../test/gateway/scripted-hardware.ts'
import { announce } from '../../platform/bus.ts'
import { readStream } from '../../../test/support/reader.ts'
import type { StreamReader } from '../../../test/support/reader.ts'
import { hexId } from '../../../test/support/serial.ts'
import type { Caller } from '../../../test/support/test-app.ts'

let w: GatewayGround
let keeper: Caller
let reader: Caller
const open: ScriptedController[] = []

beforeAll(async () => {
  w = await gatewayFixtures({ PROVISIONING_SECRET: provisioning, WHEELHOUSE_KEY: 'a key of the intake' })
  await layFoundation(w.pool)
  const { rows } = await w.pool.query<{ id: string }>(
    `select id from resource_groups where type = 'system' and name = 'Stock' and organization_id is null`,
  )
  const group_id = rows[0]?.id ?? ''
  keeper = await w.person([{ group_id, needs: { hardware: ['GET', 'GETUNASSIGNED', 'UPDATE'] } }])
  const elsewhere = (await w.make.organization()).owner
  reader = await w.person([
    { group_id, needs: { hardware: ['GETUNASSIGNED'] } },
    { group_id: elsewhere, needs: { hardware: ['UPDATE'] } },
  ])
})
afterAll(async () => {
  for (const { client } of open) await client.endAsync(true)
  await w.end()
})

let controllerId: string
let childId: string
beforeEach(() => {
  controllerId = hexId(24)
  childId = hexId(24)
})

async function connect(secret = provisioning): Promise<ScriptedController> {
  const device = await scriptedController(w.broker.port, controllerId, secret, w.clock)
  open.push(device)
  return device
}
const refused = (secret: string): Promise<unknown> =>
  connect(secret).then(
    () => 'connected',
    (error: { code?: unknown }) => error.code,
  )

async function announced(): Promise<ScriptedController> {
  const device = await connect()
  await device.event(controllerId, 'boot', boot('controller', [childId.toLowerCase()]))
  await device.event(childId, 'boot', boot('dock'))
  return device
}
const found = async () =>
  (await keeper.ask(listIntakes, { query: { q: controllerId } })).items.find(
    ({ hardware_id }) => hardware_id === controllerId,
  )
const intake = async () => certain(await found())
const decide = async (route: typeof acceptIntake | typeof refuseIntake, comment = 'Delivery of June') =>
  keeper.call(route, { params: { intake_id: (await intake()).id }, body: { comment } })
const details = (id: string) => keeper.call(getHardwareDetails, { params: { hardware_id: id } })

describe('device protocol: hardware that nobody knows', () => {
  test('its start makes it appear once with all that it speaks for, however often it starts', async () => {
    const device = await announced()
    await device.event(controllerId, 'boot', boot('controller', [childId]))
    expect(await intake()).toMatchObject({
      state: 'waiting',
      type: 'controller',
      mesh_id: '0000000D',
      firmware_name: 'controller-g3',
      children: [{ hardware_id: childId, type: 'dock' }],
      boots: 2,
    })
    expect((await details(controllerId)).status).toBe(404)
    const { rows } = await w.pool.query(`select verb from events where resource_id = $1`, [(await intake()).id])
    expect(rows).toEqual([{ verb: 'announced' }])
  })

  test('until it is accepted nothing else that it sends has an effect, and it stays connected', async () => {
    const device = await connect()
    const before = await w.broker.stats()
    await device.event(controllerId, 'dock_state', { state: 'locked' })
    await device.say(statusTopic(controllerId), '{"online":true,"at":"2026-06-15T10:00:00Z"}')
    await device.say(heartbeatTopic(controllerId, controllerId), 'x', 0)
    await device.say(eventTopic(controllerId, controllerId), 'no json')
    await device.event(hexId(24), 'boot', boot('dock'))
    await eventually(async () => expect((await w.broker.stats()).unaccepted - before.unaccepted).toBe(4))
    expect(device.client.connected).toBe(true)
    expect(await found()).toBeUndefined()
  })

  test('accepted, it is in stock with its children, uninitialized, and is sent its own secret, which alone lets it in', async () => {
    const device = await announced()
    const reply = await decide(acceptIntake)
    expect([reply.status, reply.body.state, reply.body.is_secret_pending]).toEqual([200, 'accepted', true])
    expect((await details(childId)).body).toMatchObject({
      controller_id: controllerId,
      type: 'dock',
      location_id: null,
    })
    expect((await details(controllerId)).body.is_uninitialized).toBe(true)
    await eventually(() => expect(device.commands.map(({ name }) => name)).toEqual(['set_secret']))
    const [command] = device.commands
    const secret = String(command?.args.secret)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    const { rows } = await w.pool.query<{ found: string }>(
      `select 'commands' as found from commands c where c::text like $1 union all select 'events' from events e where e::text like $1
       union all select 'intakes' from hardware_intakes i where i::text like $1`,
      [`%${secret}%`],
    )
    expect(rows).toEqual([])
    await device.answer(controllerId, command?.id ?? '', 'success')
    await eventually(async () => expect((await intake()).is_secret_pending).toBe(false))
    await device.close()
    expect(await refused(provisioning)).toBe(4)
    const known = await connect(secret)
    await known.event(controllerId, 'boot', boot('controller', [childId]))
    await known.heartbeat(controllerId)
    await eventually(async () => expect((await details(controllerId)).body.heartbeat_health).toBe('healthy'))
  })

  test('a power cut before it stored the secret: it starts with the provisioning secret again and is sent the same one', async () => {
    const device = await announced()
    await decide(acceptIntake)
    await eventually(() => expect(device.commands).toHaveLength(1))
    const first = device.commands[0]?.args.secret
    await w.pool.query(`update commands set status = 'hardware_timeout', ended_at = now() where hardware_id = $1`, [
      controllerId,
    ])
    device.client.stream.destroy()
    const again = await connect()
    await again.event(controllerId, 'boot', boot('controller', [childId]))
    await eventually(() => expect(again.commands.at(-1)?.args.secret).toBe(first))
  })

  test('a child that starts only after its mesh was accepted enters by itself; one that nobody named does not', async () => {
    const device = await connect()
    await device.event(controllerId, 'boot', boot('controller', [childId]))
    await decide(acceptIntake)
    expect((await details(childId)).status).toBe(404)
    await device.event(childId, 'boot', boot('dock'))
    expect((await details(childId)).body).toMatchObject({ type: 'dock', controller_id: controllerId })
    const stranger = hexId(24)
    await device.event(stranger, 'boot', boot('dock'))
    expect((await details(stranger)).status).toBe(404)
  })

  test('refused, it is no longer let in; a person may accept it later, and nobody accepts it twice', async () => {
    const device = await announced()
    expect((await decide(refuseIntake, '')).status).toBe(400)
    expect((await decide(refuseIntake)).body).toMatchObject({ state: 'refused', comment: 'Delivery of June' })
    await device.close()
    expect(await refused(provisioning)).toBe(5)
    expect((await decide(acceptIntake)).body.state).toBe('accepted')
    expect((await decide(acceptIntake)).body).toMatchObject({ error_code: 'intake_decided' })
    expect((await decide(refuseIntake)).status).toBe(409)
  })

  test('hardware of another mesh does not change its place because a newcomer names it as its child', async () => {
    const owner = await w.make.controller()
    childId = await w.make.hardware(owner)
    await announced()
    await decide(acceptIntake)
    expect((await details(childId)).body.controller_id).toBe(owner)
  })
})

describe('open screens', () => {
  test('people who see the stock are notified of new hardware, of its decision and of its secret; others are not', async () => {
    const address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
    const elsewhere = (await w.make.organization()).owner
    const place = await w.make.location(await w.make.organization())
    const stranger = await w.person([
      { group_id: elsewhere, needs: { location: ['GET'], hardware: ['GETUNASSIGNED', 'UPDATE'] } },
    ])
    const [seeing, blind] = [await readStream(address, reader.token), await readStream(address, stranger.token)]
    const changes = async (stream: StreamReader) => (await stream.next())?.data.changes
    const device = await connect()
    await device.event(controllerId, 'boot', boot('controller'))
    const { id } = await intake()
    const change = { type: 'intake', id, location_id: null }
    expect(await changes(seeing)).toEqual([change])
    await decide(acceptIntake)
    expect(await changes(seeing)).toEqual([change])
    await eventually(() => expect(device.commands).toHaveLength(1))
    await device.answer(controllerId, device.commands[0]?.id ?? '', 'success')
    expect(await changes(seeing)).toEqual([change])
    await announce(w.db, {
      kind: 'changes',
      changes: [
        {
          type: 'location',
          id: place,
          location_id: null,
          through: { type: 'location', id: place, group_ids: [elsewhere] },
        },
      ],
    })
    expect(await changes(blind)).toEqual([{ type: 'location', id: place, location_id: null }])
    seeing.close()
    blind.close()
  })
})

describe('rights', () => {
  test('who does not see the stock finds nothing; who sees it without UPDATE may not decide', async () => {
    await announced()
    const { id } = await intake()
    const { owner } = await w.make.organization()
    const stranger = await w.person([{ group_id: owner, needs: { hardware: ['GET', 'GETUNASSIGNED', 'UPDATE'] } }])
    expect((await stranger.ask(listIntakes)).items).toEqual([])
    expect((await stranger.call(acceptIntake, { params: { intake_id: id }, body: {} })).status).toBe(404)
    expect((await reader.call(acceptIntake, { params: { intake_id: id }, body: {} })).status).toBe(403)
  })
})
