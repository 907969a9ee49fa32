import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { acceptIntake, listIntakes } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake } from '@wheelhouse/contract/intake/intake.ts'
import { hexId } from '../../../test/support/serial.ts'
import { eventually, makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { boot, intakeGround, provisioning } from '../../../test/gateway/intake-ground.ts'
import type { IntakeGround } from '../../../test/gateway/intake-ground.ts'
import { scriptedController } from '../../../test/gateway/scripted-hardware.ts'

const namedHardwareWaits = new URL(
  '../../../../../packages/db/migrations/0116_named_hardware_waits.sql',
  import.meta.url,
)

let ground: IntakeGround
let w: IntakeGround['w']
let keeper: IntakeGround['keeper']
let site: Site
let added: string

beforeAll(async () => {
  ground = await intakeGround()
  ;({ w, keeper } = ground)
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  added = hexId(24)
})
const intakeOf = (id: string) => ground.intakeOf(id)
const controllerOf = (id: string) => ground.controllerOf(id)

const acceptShown = (id: string, { state, children }: Intake) => {
  const shown = children.filter(({ is_added }) => is_added || state !== 'extended')
  const body = { hardware_ids: shown.map(({ hardware_id }) => hardware_id) }
  return keeper.call(acceptIntake, { params: { intake_id: id }, body })
}
const accept = async (id: string) => {
  const intake = certain(await intakeOf(id))
  return acceptShown(intake.id, intake)
}

test('device protocol: a dock that is added to a known mesh is named under New hardware, and enters when a person accepts it', async () => {
  const device = await w.connect(site)
  await device.event(added, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBeUndefined()
  await device.event(site.controller_id, 'boot', boot('controller', [site.hardware_id, added.toLowerCase()]))
  expect(await intakeOf(site.controller_id)).toMatchObject({
    state: 'extended',
    type: 'controller',
    mesh_id: '0000000D',
    children: [{ hardware_id: added, type: null, is_added: true, is_refused: false }],
    decided_by_name: null,
    decided_at: null,
  })
  await device.event(added, 'boot', boot('dock'))
  const waiting = certain(await intakeOf(site.controller_id))
  expect([waiting.state, waiting.children]).toEqual([
    'extended',
    [{ hardware_id: added, type: 'dock', is_added: true, is_refused: false }],
  ])
  expect(await controllerOf(added)).toBeUndefined()
  const accepted = await accept(site.controller_id)
  expect([accepted.status, accepted.body.state, accepted.body.is_secret_pending]).toEqual([200, 'accepted', false])
  expect(accepted.body.children).toEqual([{ hardware_id: added, type: 'dock', is_added: false, is_refused: false }])
  const { items } = await keeper.ask(listHardware, { query: { q: added } })
  expect(items).toMatchObject([{ id: added, type: 'dock', controller_id: site.controller_id }])
  const { rows } = await w.pool.query('select verb, actor_kind, before, after from events where resource_id = $1', [
    waiting.id,
  ])
  const after = { state: 'accepted', pieces: 1 }
  expect(rows).toEqual([{ verb: 'accepted', actor_kind: 'person', before: { state: 'extended' }, after }])
  expect((await accept(site.controller_id)).body).toMatchObject({ error_code: 'intake_decided' })
})

test('what a person accepted before it started enters at its own start, and the list finds the meshes that wait', async () => {
  const device = await w.connect(site)
  await device.event(site.controller_id, 'boot', boot('controller', [added]))
  const extended = async (): Promise<string[]> =>
    (await keeper.ask(listIntakes, { query: { state: ['extended'] } })).items.map(({ hardware_id }) => hardware_id)
  expect(await extended()).toContain(site.controller_id)
  await accept(site.controller_id)
  expect(await extended()).not.toContain(site.controller_id)
  // It names it once more when it starts again.
  await device.event(site.controller_id, 'boot', boot('controller', [added]))
  expect((await intakeOf(site.controller_id))?.state).toBe('accepted')
  await device.event(added, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBe(site.controller_id)
  const { rows } = await w.pool.query("select actor_kind, after from events where verb = 'child_entered'")
  expect(rows).toEqual([{ actor_kind: 'hardware', after: { hardware_id: added, type: 'dock' } }])
})

test('what the controller names between the look and the click is not accepted with it, nor is anything without the ids', async () => {
  const device = await w.connect(site)
  const other = hexId(24)
  await device.event(site.controller_id, 'boot', boot('controller', [added]))
  const seen = certain(await intakeOf(site.controller_id))
  await device.event(site.controller_id, 'boot', boot('controller', [added, other]))
  for (const id of [added, other]) await device.event(id, 'boot', boot('dock'))
  const refused = await acceptShown(seen.id, seen)
  expect([refused.status, refused.body]).toMatchObject([409, { error_code: 'intake_changed' }])
  const blind = await keeper.call(acceptIntake, { params: { intake_id: seen.id }, body: { comment: '' } })
  expect([blind.status, blind.body]).toMatchObject([400, { error_code: 'invalid_body', field: 'hardware_ids' }])
  expect(await intakeOf(site.controller_id)).toMatchObject({ state: 'extended', decided_at: null })
  expect([await controllerOf(added), await controllerOf(other)]).toEqual([undefined, undefined])
  const now = { params: { intake_id: seen.id }, body: { hardware_ids: [other.toLowerCase(), added] } }
  expect((await keeper.call(acceptIntake, now)).status).toBe(200)
  expect([await controllerOf(added), await controllerOf(other)]).toEqual([site.controller_id, site.controller_id])
})

test('a mesh that is new is accepted with the children that were shown, or not at all', async () => {
  const controller_id = hexId(24)
  const newcomer = await scriptedController(w.broker.port, controller_id, provisioning, w.clock)
  await newcomer.event(controller_id, 'boot', boot('controller'))
  const seen = certain(await intakeOf(controller_id))
  await newcomer.event(controller_id, 'boot', boot('controller', [added]))
  expect((await acceptShown(seen.id, seen)).body).toMatchObject({ error_code: 'intake_changed' })
  expect(await controllerOf(controller_id)).toBeUndefined()
  expect((await accept(controller_id)).status).toBe(200)
  await newcomer.close()
})

test('migration: what was named in an entry that nobody accepted waits for a person, what a person accepted does not', async () => {
  const device = await w.connect(site)
  const alone = hexId(24)
  await device.event(site.controller_id, 'boot', boot('controller', [added, alone]))
  const unmarked = `update hardware_intakes set children = jsonb_build_object($2::text, null, $3::text, null) where hardware_id = $1`
  await w.pool.query(unmarked, [site.controller_id, added, alone])
  const itself = await scriptedController(w.broker.port, alone, provisioning, w.clock)
  await itself.event(alone, 'boot', boot('dock'))
  await itself.close()
  const decided = await makeSite(w)
  const later = hexId(24)
  const other = await w.connect(decided)
  await other.event(decided.controller_id, 'boot', boot('controller', [later]))
  await accept(decided.controller_id)
  await w.pool.query(await readFile(namedHardwareWaits, 'utf8'))
  for (const id of [added, alone]) await device.event(id, 'boot', boot('dock'))
  await other.event(later, 'boot', boot('dock'))
  expect([await controllerOf(added), await controllerOf(alone)]).toEqual([undefined, undefined])
  expect(await controllerOf(later)).toBe(decided.controller_id)
  expect((await intakeOf(site.controller_id))?.children).toMatchObject(
    [
      { hardware_id: added, is_added: true },
      { hardware_id: alone, is_added: false },
    ].toSorted((one, two) => (one.hardware_id < two.hardware_id ? -1 : 1)),
  )
  expect((await accept(site.controller_id)).status).toBe(200)
  expect([await controllerOf(added), await controllerOf(alone)]).toEqual([site.controller_id, undefined])
})

test('a controller that names hardware of others and speaks in its name keeps it from no mesh that a person accepts', async () => {
  const thief = await w.connect(site)
  const alone = hexId(24)
  await thief.event(site.controller_id, 'boot', boot('controller', [added, alone]))
  for (const id of [added, alone]) await thief.event(id, 'boot', boot('dock'))
  const rightful = hexId(24)
  const newcomer = await scriptedController(w.broker.port, rightful, provisioning, w.clock)
  await newcomer.event(rightful, 'boot', boot('controller', [added]))
  await newcomer.event(added, 'boot', boot('dock'))
  await newcomer.close()
  expect((await accept(rightful)).status).toBe(200)
  expect(await controllerOf(added)).toBe(rightful)
  const itself = await scriptedController(w.broker.port, alone, provisioning, w.clock)
  await itself.event(alone, 'boot', boot('dock'))
  await itself.close()
  // What announced itself is no longer the thief's to add, whatever a person presses.
  expect((await intakeOf(site.controller_id))?.state).toBe('accepted')
  expect((await accept(site.controller_id)).body).toMatchObject({ error_code: 'intake_decided' })
  await thief.event(alone, 'boot', boot('dock'))
  expect(await controllerOf(alone)).toBeUndefined()
  expect((await accept(alone)).status).toBe(200)
  expect(await controllerOf(alone)).toBe(alone)
})

test('hardware of another mesh stays there, and what was named and never entered is forgotten with the next names', async () => {
  const other = await makeSite(w)
  const device = await w.connect(site)
  await device.event(site.controller_id, 'boot', boot('controller', [other.hardware_id]))
  expect(await intakeOf(site.controller_id)).toBeUndefined()
  await device.event(site.controller_id, 'boot', boot('controller', [other.hardware_id, added]))
  await device.event(added, 'boot', boot('dock'))
  const later = hexId(24)
  await device.event(site.controller_id, 'boot', boot('controller', [later]))
  expect((await intakeOf(site.controller_id))?.children).toEqual([
    { hardware_id: later, type: null, is_added: true, is_refused: false },
  ])
  await device.event(added, 'boot', boot('dock'))
  await device.event(other.hardware_id, 'boot', boot('dock'))
  expect(await controllerOf(added)).toBeUndefined()
  expect(await controllerOf(other.hardware_id)).toBe(other.controller_id)
  await device.event(site.controller_id, 'boot', boot('controller'))
  expect(await intakeOf(site.controller_id)).toMatchObject({ state: 'accepted', children: [] })
})

test('of two starts that arrive in the wrong order the older drops no names, also where a heartbeat overtook both', async () => {
  const device = await w.connect(site)
  const later = hexId(24)
  const starts = (nth: number, children: readonly string[]) =>
    device.event(site.controller_id, 'boot', boot('controller', children), { seq: 2 ** 33 + nth })
  const names = async () => (await intakeOf(site.controller_id))?.children.map(({ hardware_id }) => hardware_id)
  await starts(1, [added])
  await w.pool.query('update hardware_state set seq = $1 where hardware_id = $2', [2 ** 33 + 9, site.controller_id])
  await starts(3, [added, later])
  await starts(2, [added])
  expect(await names()).toEqual([added, later].toSorted())
  await starts(4, [added])
  expect(await names()).toEqual([added])
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
  expect((await intakeOf(controller_id))?.state).toBe('extended')
  await accept(controller_id)
  expect(await controllerOf(added)).toBe(controller_id)
  expect((await intakeOf(controller_id))?.is_secret_pending).toBe(false)
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
