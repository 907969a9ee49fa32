import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { acceptIntake, listIntakes } from '@wheelhouse/contract/intake/intake.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import type { Caller } from '../../../test/support/test-app.ts'
import { hexId } from '../../../test/support/serial.ts'
import { eventually, gatewayFixtures, makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround, Site } from '../../../test/gateway/gateway-fixtures.ts'
import { scriptedController } from '../../../test/gateway/scripted-hardware.ts'

const provisioning = 'the provisioning secret of the test'
let w: GatewayGround
let keeper: Caller
let site: Site
let added: string

beforeAll(async () => {
  w = await gatewayFixtures({ PROVISIONING_SECRET: provisioning, WHEELHOUSE_KEY: 'a key of the intake' })
  await layFoundation(w.pool)
  const { rows } = await w.pool.query<{ id: string }>(
    `select id from resource_groups where type = 'system' and name = 'Stock' and organization_id is null`,
  )
  keeper = await w.person([
    { group_id: rows[0]?.id ?? '', needs: { hardware: ['GET', 'GETUNASSIGNED', 'UPDATE'], location: ['GET_EVENTS'] } },
  ])
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  added = hexId(24)
})

const boot = (type: string, children: readonly string[] = []) => ({
  type,
  mac_address: '02:00:00:00:00:01',
  mesh_id: '0000000d',
  firmware_name: `${type}-g3`,
  firmware_version: '4.2.1',
  pcb_version: '3.1',
  protocol_version: '1.2',
  boot_count: 1,
  children,
})
const intakeOf = async (id: string) =>
  (await keeper.ask(listIntakes, { query: { q: id } })).items.find(({ hardware_id }) => hardware_id === id)
const controllerOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await w.pool.query<{ controller_id: string }>(
    'select controller_id from hardware where hardware_id = $1',
    [id],
  )
  return rows[0]?.controller_id
}

test('device protocol: a dock that is added to a known mesh is named under New hardware, and enters at its own start', async () => {
  const device = await w.connect(site)
  await device.event(added, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBeUndefined()
  await device.event(site.controller_id, 'boot', boot('controller', [site.hardware_id, added.toLowerCase()]))
  expect(await intakeOf(site.controller_id)).toMatchObject({
    state: 'accepted',
    type: 'controller',
    mesh_id: '0000000D',
    children: [{ hardware_id: added, type: null }],
    decided_by_name: null,
    decided_at: null,
  })
  await device.event(added, 'boot', boot('dock'))
  const entered = certain(await intakeOf(site.controller_id))
  expect(entered.children).toEqual([{ hardware_id: added, type: 'dock' }])
  const { items } = await keeper.ask(listHardware, { query: { q: added } })
  expect(items).toMatchObject([{ id: added, type: 'dock', controller_id: site.controller_id }])
  const { rows } = await w.pool.query('select verb, actor_kind, after from events where resource_id = $1', [entered.id])
  const after = { hardware_id: added, type: 'dock' }
  expect(rows).toEqual([{ verb: 'child_entered', actor_kind: 'hardware', after }])
})

test('hardware of another mesh stays there, and what was named and never started is forgotten with the next names', async () => {
  const other = await makeSite(w)
  const device = await w.connect(site)
  await device.event(site.controller_id, 'boot', boot('controller', [other.hardware_id]))
  expect(await intakeOf(site.controller_id)).toBeUndefined()
  await device.event(site.controller_id, 'boot', boot('controller', [other.hardware_id, added]))
  const later = hexId(24)
  await device.event(site.controller_id, 'boot', boot('controller', [later]))
  expect((await intakeOf(site.controller_id))?.children).toEqual([{ hardware_id: later, type: null }])
  await device.event(added, 'boot', boot('dock'))
  await device.event(other.hardware_id, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBeUndefined()
  expect(await controllerOf(other.hardware_id)).toBe(other.controller_id)
})

test('until an accepted controller has its own secret, which others may not know, it adds nothing to its mesh', async () => {
  const controller_id = hexId(24)
  const newcomer = await scriptedController(w.broker.port, controller_id, provisioning, w.clock)
  await newcomer.event(controller_id, 'boot', boot('controller'))
  const { id } = certain(await intakeOf(controller_id))
  await keeper.ask(acceptIntake, { params: { intake_id: id }, body: { comment: '' } })
  await newcomer.event(controller_id, 'boot', boot('controller', [added]))
  expect((await intakeOf(controller_id))?.children).toEqual([])
  await eventually(() => expect(newcomer.commands).toHaveLength(1))
  const command = certain(newcomer.commands[0])
  await newcomer.answer(controller_id, command.id, 'success')
  await eventually(async () => expect((await intakeOf(controller_id))?.is_secret_pending).toBe(false))
  await newcomer.close()
  const device = await w.connect({ controller_id, secret: String(command.args.secret) })
  await device.event(controller_id, 'boot', boot('controller', [added]))
  await device.event(added, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBe(controller_id)
})

test('hardware that announced itself and waits for a person enters through no other controller', async () => {
  const newcomer = await scriptedController(w.broker.port, added, provisioning, w.clock)
  await newcomer.event(added, 'boot', boot('controller'))
  expect((await intakeOf(added))?.state).toBe('waiting')
  await newcomer.close()
  const device = await w.connect(site)
  await device.event(site.controller_id, 'boot', boot('controller', [added]))
  expect(await intakeOf(site.controller_id)).toBeUndefined()
  await device.event(added, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBeUndefined()
})

test('a mesh has no more children than the protocol allows, however many its controller names one after the other', async () => {
  await w.pool.query(
    `insert into hardware (hardware_id, controller_id, type, mac_address, created_at)
     select 'B0' || lpad(upper(to_hex(n)), 22, '0'), $1, 'dock', '02:00:00:00:00:01', now() from generate_series(1, 510) n`,
    [site.controller_id],
  )
  const device = await w.connect(site)
  await device.event(site.controller_id, 'boot', boot('controller', [added, hexId(24)]))
  expect((await intakeOf(site.controller_id))?.children).toHaveLength(1)
})
