import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyDockState } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockRecord } from '@wheelhouse/device-protocol/dock-state.ts'
import { commandTopic } from '@wheelhouse/device-protocol/topics.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopFleet } from './fleet.ts'
import { closeFleetGround, listen, openFleetGround, silence } from '../test/fleet-ground.ts'
import type { FleetGround } from '../test/fleet-ground.ts'
import { id, site, eventually, fleetActions } from '../test/fleet-actions.ts'

let ground: FleetGround

beforeEach(async () => {
  ground = await openFleetGround()
})
afterEach(() => closeFleetGround(ground))

const { start, command, answersTo, states, isReady, ends } = fleetActions(() => ({ ground }))

test('a mesh starts: status, a boot event each, the state of each lock, then heartbeats with a rising counter', async () => {
  start(site('A', 'normal'))
  await isReady('A2')
  expect(ground.statuses).toContainEqual({ controller_id: id('A'), online: true, at: expect.any(String) })
  const boots = ground.events.filter(({ type }) => type === 'boot')
  expect(boots.map(({ hardware_id }) => hardware_id)).toEqual([id('A'), id('A1'), id('A2')])
  expect(boots[0]?.data).toMatchObject({ type: 'controller', boot_count: 1, children: [id('A1'), id('A2')] })
  expect([states('A1'), states('A2')]).toEqual([['locked'], ['locked']])
  await eventually(() =>
    expect(ground.heartbeats.filter(({ hardware_id }) => hardware_id === id('A1')).length).toBeGreaterThan(1),
  )
  const seqs = ground.heartbeats.filter(({ hardware_id }) => hardware_id === id('A1')).map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
})

test('force unlock opens the lock: in progress, unlocking, unlocked, success; each change names the command', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const commandId = await command('A1', 'force_unlock')
  await ends(commandId, 'success')
  expect(answersTo(commandId)).toEqual(['in_progress', 'success'])
  expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked'])
  expect(ground.events.filter(({ data }) => (data as { command_id?: string }).command_id === commandId)).toHaveLength(2)
})

test('temporary unlock locks again by itself; force lock does not move the lock', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'temporary_unlock'), 'success')
  await eventually(() => expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked', 'locking', 'locked']))
  await ends(await command('A1', 'force_unlock'), 'success')
  await ends(await command('A1', 'force_lock'), 'success')
  expect(states('A1').slice(-2)).toEqual(['unlocked', 'locked'])
})

test('a command that is delivered again gets the same response and runs once; an expired one is ignored', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const late = await command('A1', 'force_unlock', { expires_in_ms: -1_000 })
  const commandId = await command('A1', 'force_unlock')
  await ends(commandId, 'success')
  await command('A1', 'force_unlock', { id: commandId })
  await eventually(() => expect(answersTo(commandId)).toEqual(['in_progress', 'success', 'success']))
  expect(states('A1')).toEqual(['locked', 'unlocking', 'unlocked'])
  expect(answersTo(late)).toEqual([])
})

test('an unknown command is unhandled, an unreadable one fails', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'make_coffee'), 'unhandled')
  await ends(await command('A', 'force_unlock'), 'unhandled')
  await ends(await command('A1', 'temporary_unlock', { args: { hold_ms: 'long' } }), 'failed')
  await ground.client.publishAsync(commandTopic(id('A'), id('A1')), '{"id":', { qos: 1 })
  await ends(await command('A1', 'identify'), 'success')
})

test('hardware in stock sends heartbeats and accepts the command to leave its device, and has no riders', async () => {
  start({ ...site('A', 'normal'), location_code: '', city: null })
  await isReady('A2')
  expect([...(ground.fleet?.cities.keys() ?? [])]).toEqual([])
  for (const one of ['A', 'A1', 'A2']) await ends(await command(one, 'sync_device_session'), 'success')
  expect(states('A1')).toEqual(['locked'])
})

test('rebooting a controller restarts its children, and each boot count rises by one', async () => {
  start(site('A', 'normal'))
  await isReady('A2')
  const highest = Math.max(...ground.events.map(({ seq }) => seq))
  const commandId = await command('A', 'reboot')
  await ends(commandId, 'success')
  // The response is sent before the connection drops; the events that follow it have no fixed time.
  await eventually(() => {
    expect(ground.statuses.map(({ online, reason }) => [online, reason])).toEqual([
      [true, undefined],
      [false, 'reboot'],
      [true, undefined],
    ])
    const again = ground.events.filter(({ type, seq }) => type === 'boot' && seq > highest)
    expect(again.map(({ hardware_id, data }) => [hardware_id, (data as { boot_count: number }).boot_count])).toEqual([
      [id('A'), 2],
      [id('A1'), 2],
      [id('A2'), 2],
    ])
  })
  const child = await command('A1', 'reboot')
  await ends(child, 'success')
  await eventually(() =>
    expect(ground.events.findLast(({ type }) => type === 'boot')).toMatchObject({
      hardware_id: id('A1'),
      data: { boot_count: 3 },
    }),
  )
})

test('faults: refusing, duplicate, out of order, half dead and offline hardware', async () => {
  start(
    site('A', 'refusing'),
    site('B', 'duplicate'),
    site('C', 'out_of_order'),
    site('D', 'half_dead'),
    site('E', 'offline'),
  )
  await isReady('C2')
  await isReady('D2')
  const refused = await command('A1', 'force_unlock')
  await ends(refused, 'failed')
  expect(ground.responses.findLast(({ command_id }) => command_id === refused)).toMatchObject({ reason: 'lock_jam' })

  await ends(await command('B1', 'force_unlock'), 'success')
  const copies = ground.events.filter(({ hardware_id }) => hardware_id === id('B1')).map((event) => event.id)
  expect(copies.length).toBe(2 * new Set(copies).size)

  await ends(await command('C1', 'force_unlock'), 'success')
  const stateEvents = () =>
    ground.events.filter(({ hardware_id, type }) => hardware_id === id('C1') && type === 'dock_state')
  await eventually(() => expect(stateEvents()).toHaveLength(3))
  const seqs = ground.events.filter(({ hardware_id }) => hardware_id === id('C1')).map(({ seq }) => seq)
  expect(seqs).not.toEqual(seqs.toSorted((a, b) => a - b))
  const believed = stateEvents().reduce<DockRecord | null>(
    (record, { seq, at, data }) =>
      applyDockState(record, { seq, at, state: (data as { state: 'locked' }).state }).record,
    null,
  )
  expect(believed?.state).toBe('unlocked')

  expect(ground.events.filter(({ hardware_id }) => hardware_id === id('D1') || hardware_id.startsWith('E'))).toEqual([])
  expect(ground.statuses.some(({ controller_id }) => controller_id === id('E'))).toBe(false)
})

test('a fleet that is stopped signs off; started again, its locks are as they were left, one boot later', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  await (ground.fleet && stopFleet(ground.fleet))
  await eventually(() => expect(ground.statuses.at(-1)).toMatchObject({ online: false, reason: 'shutdown' }))
  const highest = Math.max(...ground.events.filter(({ hardware_id }) => hardware_id === id('A1')).map(({ seq }) => seq))
  const saved = JSON.parse(readFileSync(join(ground.folder, 'fleet-state.json'), 'utf8')) as {
    hardware: Record<string, object>
  }
  expect(saved.hardware[id('A1')]).toMatchObject({ boot_count: 1, state: 'unlocked', key: null })
  ground.events.length = 0
  start(site('A', 'normal'))
  await isReady('A1')
  expect(states('A1')).toEqual(['unlocked'])
  expect(Math.min(...ground.events.map(({ seq }) => seq))).toBeGreaterThan(highest)
})

test('the fleet reconnects by itself after the broker was away', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  const before = ground.port
  await silence(ground)
  ground.events.length = 0
  await listen(ground, before)
  await eventually(() => expect(states('A1')).toEqual(['locked']))
  await ends(await command('A1', 'identify'), 'success')
})

test('a controller that is given a new secret connects with it from then on, also after a restart', async () => {
  const signedIn: string[] = []
  let connection: { close(): void } | undefined
  ground.aedes.authenticate = (who, username, password, done) => {
    if (username === id('A')) {
      connection = who
      signedIn.push(String(password))
    }
    done(null, true)
  }
  start(site('A', 'normal'))
  await isReady('A1')
  const secret = 'a new secret of this controller'
  await ends(await command('A', 'set_secret', { args: { secret } }), 'success')
  expect(signedIn).toEqual([''])
  connection?.close()
  await eventually(() => expect(signedIn).toEqual(['', secret]))
  await (ground.fleet && stopFleet(ground.fleet))
  start(site('A', 'normal'))
  await eventually(() => expect(signedIn).toEqual(['', secret, secret]))
})
