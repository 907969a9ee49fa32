import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { acceptIntake, refuseIntake } from '@wheelhouse/contract/intake/intake.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { boot, intakeGround } from '../../../test/gateway/intake-ground.ts'
import type { IntakeGround } from '../../../test/gateway/intake-ground.ts'
import type { ScriptedController } from '../../../test/gateway/scripted-hardware.ts'
import { hexId } from '../../../test/support/serial.ts'

let ground: IntakeGround
let w: IntakeGround['w']
let site: Site
let device: ScriptedController
let foreign: string
let intakeId: string

beforeAll(async () => {
  ground = await intakeGround()
  ;({ w } = ground)
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  device = await w.connect(site)
  foreign = hexId(24)
  await names([foreign])
  intakeId = certain(await intake()).id
})

const names = (children: readonly string[]) =>
  device.event(site.controller_id, 'boot', boot('controller', [site.hardware_id, ...children]))
const intake = () => ground.intakeOf(site.controller_id)
const refuse = (hardware_ids?: readonly string[]) =>
  ground.keeper.call(refuseIntake, {
    params: { intake_id: intakeId },
    body: { comment: 'Of the neighbours', ...(hardware_ids && { hardware_ids: [...hardware_ids] }) },
  })
const accept = (hardware_ids: readonly string[]) =>
  ground.keeper.call(acceptIntake, { params: { intake_id: intakeId }, body: { hardware_ids: [...hardware_ids] } })

test('hardware that was added to a known mesh is refused; the mesh stays accepted, and the journal says what was refused and why', async () => {
  const refused = await refuse([foreign])
  expect([refused.status, refused.body]).toMatchObject([
    200,
    {
      state: 'accepted',
      decided_at: null,
      comment: '',
      children: [{ hardware_id: foreign, type: null, is_added: false, is_refused: true }],
    },
  ])
  const { rows } = await w.pool.query('select verb, before, after, reason from events where resource_id = $1', [
    intakeId,
  ])
  expect(rows).toEqual([
    {
      verb: 'children_refused',
      before: { state: 'extended' },
      after: { state: 'accepted', pieces: 1, hardware_ids: [foreign] },
      reason: 'Of the neighbours',
    },
  ])
  expect((await refuse([foreign])).body).toMatchObject({ error_code: 'intake_decided' })
})

test('what was refused stays out of stock however often it starts and is named, and only what is new waits', async () => {
  await refuse([foreign])
  await device.event(foreign, 'boot', boot('dock'))
  await names([foreign])
  await device.event(foreign, 'boot', boot('dock'))
  expect(await ground.controllerOf(foreign)).toBeUndefined()
  expect(await intake()).toMatchObject({ state: 'accepted', children: [{ type: 'dock', is_refused: true }] })
  const ours = hexId(24)
  await names([foreign, ours])
  expect((await intake())?.state).toBe('extended')
  expect((await accept([foreign, ours])).body).toMatchObject({ error_code: 'intake_changed' })
  expect((await accept([ours])).body).toMatchObject({ state: 'accepted' })
  await device.event(ours, 'boot', boot('dock'))
  expect([await ground.controllerOf(ours), await ground.controllerOf(foreign)]).toEqual([site.controller_id, undefined])
})

test('what was refused by mistake is accepted later, at once where it has started', async () => {
  await device.event(foreign, 'boot', boot('dock'))
  await refuse([foreign])
  expect((await accept([])).body).toMatchObject({ error_code: 'intake_changed' })
  const accepted = await accept([foreign])
  expect([accepted.status, accepted.body.children]).toMatchObject([200, [{ is_added: false, is_refused: false }]])
  expect(await ground.controllerOf(foreign)).toBe(site.controller_id)
  expect((await accept([foreign])).body).toMatchObject({ error_code: 'intake_decided' })
})

test('what was refused and is no longer named is forgotten, and waits again when it is named again', async () => {
  await refuse([foreign])
  await names([])
  expect((await intake())?.children).toEqual([])
  await names([foreign])
  expect(await intake()).toMatchObject({ state: 'extended', children: [{ is_added: true, is_refused: false }] })
})

test('what the controller names between the look and the click is not refused with it, nor is anything without the ids', async () => {
  const later = hexId(24)
  await names([foreign, later])
  expect((await refuse([foreign])).body).toMatchObject({ error_code: 'intake_changed' })
  const blind = await refuse()
  expect([blind.status, blind.body]).toMatchObject([400, { error_code: 'invalid_body', field: 'hardware_ids' }])
  expect((await intake())?.state).toBe('extended')
  expect((await refuse([later.toLowerCase(), foreign])).status).toBe(200)
})
