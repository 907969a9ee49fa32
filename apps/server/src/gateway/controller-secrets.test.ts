import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { revokeControllerSecret, rotateControllerSecret } from '@wheelhouse/contract/hardware/controller-secrets.ts'
import { getHardwareCommand } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { acceptIntake, listIntakes } from '@wheelhouse/contract/intake/intake.ts'
import { layFoundation } from '@wheelhouse/db/foundation.ts'
import { eventually, gatewayFixtures, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround, Site } from '../../test/gateway/gateway-fixtures.ts'
import type { ScriptedController } from '../../test/gateway/scripted-hardware.ts'
import type { Caller } from '../../test/support/test-app.ts'
import { testApp } from '../../test/support/test-app.ts'
import { claimCommands } from '../features/commands/outbox.ts'

const needs: Needs = { location: ['GET'], hardware: ['GET', 'UPDATE', 'GETCMDSHISTORY'] }
const provisioning = 'the provisioning secret of the test'
let w: GatewayGround
let keeper: Caller
let site: Site
let technician: Caller
let device: ScriptedController

beforeAll(async () => {
  w = await gatewayFixtures({ PROVISIONING_SECRET: provisioning, WHEELHOUSE_KEY: 'a key of the controllers' })
  await layFoundation(w.pool)
  const { rows } = await w.pool.query<{ id: string }>(
    `select id from resource_groups where type = 'system' and name = 'Stock' and organization_id is null`,
  )
  keeper = await w.person([{ group_id: certain(rows[0]).id, needs: { hardware: ['GET', 'GETUNASSIGNED', 'UPDATE'] } }])
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  technician = await w.person([{ group_id: site.organization.owner, needs }])
  device = await w.connect(site)
  // Its connection would come back by itself and take over from the ones that a test opens.
  device.client.options.reconnectPeriod = 0
})

const rotate = (hardware_id = site.controller_id, who = technician) =>
  who.call(rotateControllerSecret, { body: { hardware_id } })
const revoke = (hardware_id = site.controller_id, who = technician) =>
  who.call(revokeControllerSecret, { body: { hardware_id, comment: 'Stolen' } })
const signIn = (secret: string): Promise<unknown> =>
  w.connect({ controller_id: site.controller_id, secret }).then(
    () => 'connected',
    (error: { code?: unknown }) => error.code,
  )
const isClosed = () => eventually(() => expect(device.client.connected).toBe(false))
const events = async (verb: string) =>
  (
    await w.pool.query(`select actor_id, reason from events where resource_id = $1 and verb = $2`, [
      site.controller_device_id,
      verb,
    ])
  ).rows

/** Rotates, and returns the command as the controller received it. */
async function sent(): Promise<{ id: string; secret: string }> {
  const count = device.commands.length
  const reply = await rotate()
  expect(reply.body).toMatchObject({ name: 'set_secret', status: 'in_progress', args: {} })
  await eventually(() => expect(device.commands).toHaveLength(count + 1))
  const { id, args } = certain(device.commands.at(-1))
  return { id, secret: String(args.secret) }
}
const command = (command_id: string) =>
  technician.ask(getHardwareCommand, { params: { hardware_id: site.controller_id, command_id } })

describe("device protocol: a controller's own secret is replaced", () => {
  test('once the controller has confirmed it, its connection ends and only the new secret lets it in', async () => {
    const { id, secret } = await sent()
    const { rows } = await w.pool.query(
      `select 1 from commands c where c::text like $1 union all select 1 from events e where e::text like $1
       union all select 1 from controller_secrets s where s::text like $1`,
      [`%${secret}%`],
    )
    expect(rows).toEqual([])
    expect(device.client.connected).toBe(true)
    // The connection may end before the broker acknowledges the answer.
    void device.answer(site.controller_id, id, 'success').catch(() => undefined)
    await isClosed()
    expect((await command(id)).status).toBe('success')
    expect(await signIn(site.secret)).toBe(4)
    expect(await signIn(secret)).toBe('connected')
    expect(await events('secret_rotated')).toEqual([{ actor_id: technician.id, reason: null }])
  })

  test('until it answers, and when it fails, the present secret works', async () => {
    const { id, secret } = await sent()
    await device.close()
    expect(await signIn(site.secret)).toBe('connected')
    device = await w.connect(site)
    await device.answer(site.controller_id, id, 'failed', { reason: 'no_memory' })
    await eventually(async () => expect((await command(id)).status).toBe('failed'))
    expect(device.client.connected).toBe(true)
    await eventually(async () => expect(await signIn(secret)).toBe(4))
    expect(await events('secret_rotated')).toEqual([])
  })

  test('a controller whose confirmation was lost signs in with the new secret, which ends the old one', async () => {
    const { secret } = await sent()
    await device.close()
    // The broker remembers for a few seconds what it knows of a controller; hardware tries again.
    await eventually(async () => expect(await signIn(secret)).toBe('connected'))
    await eventually(async () => expect(await signIn(site.secret)).toBe(4))
    expect(await events('secret_rotated')).toEqual([{ actor_id: null, reason: null }])
  })

  test('only a controller has one; UPDATE is required, and a stranger finds nothing', async () => {
    const child = await rotate(site.hardware_id)
    expect([child.status, child.body.error_code]).toEqual([409, 'not_a_controller'])
    const reader = await w.person([{ group_id: site.organization.owner, needs: { hardware: ['GET'] } }])
    const { owner } = await w.make.organization()
    const stranger = await w.person([{ group_id: owner, needs: { hardware: ['GET', 'UPDATE'] } }])
    for (const call of [rotate, revoke]) {
      expect((await call(site.controller_id, reader)).status).toBe(403)
      expect((await call(site.controller_id, stranger)).status).toBe(404)
    }
    expect(device.client.connected).toBe(true)
  })
})

describe('a secret is revoked', () => {
  const start = (one: ScriptedController) =>
    one.event(site.controller_id, 'boot', {
      type: 'controller',
      mac_address: '02:00:00:00:00:01',
      mesh_id: '0000000c',
      firmware_name: 'gateway-g3',
      firmware_version: '4.2.1',
      pcb_version: '3.1',
      protocol_version: '1.2',
      boot_count: 2,
      children: [site.hardware_id],
    })
  const waiting = async () =>
    (await keeper.ask(listIntakes, { query: { q: site.controller_id } })).items.find(
      ({ hardware_id }) => hardware_id === site.controller_id,
    )

  test('its connection ends at once, and neither the present secret nor one on its way lets it in', async () => {
    const { secret } = await sent()
    const reply = await revoke()
    expect(reply.status, reply.text).toBe(204)
    await isClosed()
    expect([await signIn(site.secret), await signIn(secret)]).toEqual([4, 4])
    expect(await events('secret_revoked')).toEqual([{ actor_id: technician.id, reason: 'Stolen' }])
    expect((await revoke()).body.error_code).toBe('controller_secret_revoked')
    expect((await rotate()).body.error_code).toBe('controller_secret_revoked')
  })

  test('one that was revoked while announcements were missed is disconnected when they are received again', async () => {
    await w.pool.query('update controllers set secret_hash = null where hardware_id = $1', [site.controller_id])
    await w.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'wheelhouse bus'`,
    )
    await isClosed()
  })

  test('what it says over a connection that has not ended yet counts as said by nobody', async () => {
    const { id } = await sent()
    await w.pool.query('update controllers set secret_hash = null where hardware_id = $1', [site.controller_id])
    const before = w.gateway.stats()
    await device.answer(site.controller_id, id, 'failed', { reason: 'no_memory' })
    await device.event(site.hardware_id, 'dock_state', { state: 'locked' })
    await eventually(() => expect(w.gateway.stats().dropped_unknown_hardware - before.dropped_unknown_hardware).toBe(2))
    expect((await command(id)).status).toBe('in_progress')
  })

  test('with the provisioning secret it waits as new hardware, and is itself again once a person accepts it', async () => {
    await revoke()
    await isClosed()
    const again = await w.connect({ controller_id: site.controller_id, secret: provisioning })
    await start(again)
    expect(await waiting()).toMatchObject({ state: 'waiting' })
    const { id: intake_id } = certain(await waiting())
    const accepted = await keeper.call(acceptIntake, { params: { intake_id }, body: { comment: 'Found again' } })
    expect(accepted.status, accepted.text).toBe(200)
    await eventually(() => expect(again.commands.map(({ name }) => name)).toEqual(['set_secret']))
    const { id, args } = certain(again.commands[0])
    await again.answer(site.controller_id, id, 'success')
    await eventually(async () => expect((await waiting())?.is_secret_pending).toBe(false))
    await again.close()
    expect(await signIn(String(args.secret))).toBe('connected')
    const { rows } = await w.pool.query('select hardware_id from devices where id = $1', [site.controller_device_id])
    expect(rows).toEqual([{ hardware_id: site.controller_id }])
  })

  test('commands to its mesh are not sent to a client that connects with its id', async () => {
    await revoke()
    const [id, at] = [uuidv7(), w.clock.now().toISOString()]
    const deadline = new Date(w.clock.now().getTime() + 30_000).toISOString()
    await w.pool.query(
      `insert into commands (id, hardware_id, name, args, actor_kind, status, step, health_at_request, created_at, deadline_at)
       values ($1, $2, 'identify', '{}', 'system', 'in_progress', 'not_sent', 'healthy', $3, $4)`,
      [id, site.hardware_id, at, deadline],
    )
    expect(await claimCommands(w.db, w.clock.now(), [id])).toEqual([])
    const { rows } = await w.pool.query('select claimed_at, step from commands where id = $1', [id])
    expect(rows).toEqual([{ claimed_at: null, step: 'not_sent' }])
  })
})

test('an external broker keeps the secrets of controllers itself', async () => {
  const elsewhere = await testApp({ MQTT_URL: 'mqtts://broker.example.org' })
  const { organization, controller_id: hardware_id } = await makeSite(elsewhere)
  const person = await elsewhere.person([{ group_id: organization.owner, needs }])
  for (const route of [rotateControllerSecret, revokeControllerSecret])
    expect((await person.call(route, { body: { hardware_id } })).body.error_code).toBe('secrets_in_external_broker')
  await elsewhere.end()
})
