import { afterEach, beforeEach, expect, test } from 'vitest'
import { arrive, depart, openByMaster } from './devices/lock.ts'
import { stopFleet, typePassword } from './fleet.ts'
import { closeFleetGround, openFleetGround } from '../test/fleet-ground.ts'
import type { FleetGround } from '../test/fleet-ground.ts'
import { id, site, eventually, fleetActions } from '../test/fleet-actions.ts'

let ground: FleetGround

beforeEach(async () => {
  ground = await openFleetGround()
})
afterEach(() => closeFleetGround(ground))

const { start, command, isReady, ends } = fleetActions(() => ({ ground }))
const setAccessList = (version: number, entries: object[], more: object = {}): Promise<string> =>
  command('A1', 'set_access_list', { args: { version, part: 1, parts: 1, is_restricted: true, entries, ...more } })
const rfid = (key: string, more: object = {}): object => ({ key, key_type: 'rfid', ...more })
function dock(short: string) {
  const home = ground.fleet?.homes.get(id(short))
  if (!home) throw new Error(`there is no ${short}`)
  return [home.mesh, home.one] as const
}
const scans = () =>
  ground.events.flatMap((event) => (event.type === 'key_scan' ? [[event.data.key, event.data.access ?? null]] : []))

test('a lock with an access list refuses unknown and expired keys by itself, and opens by a master key', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  const master = rfid('FF745A70', { is_master: true })
  await ends(await setAccessList(1, [rfid('00745A70'), master]), 'success')
  expect(await arrive(...dock('A1'), '11745A70')).toBe(false)
  expect(await arrive(...dock('A1'), '00745A70')).toBe(true)
  // The entry has expired by the clock of the lock.
  await ends(await setAccessList(2, [rfid('00745A70', { expires_at: '2020-01-01T00:00:00.000Z' }), master]), 'success')
  expect(await depart(...dock('A1'), '00745A70')).toBe(false)
  expect(await openByMaster(...dock('A1'), 'FF745A70')).toBe(true)
  expect(dock('A1')[1].state).toBe('unlocked')
  await eventually(() =>
    expect(scans()).toEqual([
      ['11745A70', 'refused'],
      ['00745A70', 'granted'],
      ['00745A70', 'refused'],
      ['FF745A70', 'granted'],
    ]),
  )
  // A list that is not restricted ends the check.
  await ends(await setAccessList(3, [], { is_restricted: false }), 'success')
  expect(await arrive(...dock('A1'), '11745A70')).toBe(true)
})

test('an access list is replaced with its last part only, and kept over a power cut', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  await ends(await command('A1', 'force_unlock'), 'success')
  await ends(await setAccessList(1, [rfid('00745A70')], { parts: 2 }), 'success')
  expect(dock('A1')[1].accessList).toBeNull()
  await ends(await setAccessList(2, [rfid('11745A70')], { part: 2, parts: 2 }), 'failed')
  expect(ground.responses.at(-1)).toMatchObject({ reason: 'parts_missing' })
  await ends(await setAccessList(1, [rfid('00745A70')], { parts: 2 }), 'success')
  await ends(await setAccessList(1, [rfid('11745A70')], { part: 2, parts: 2 }), 'success')
  await (ground.fleet && stopFleet(ground.fleet))
  ground.events = []
  start(site('A', 'normal'))
  await isReady('A1')
  const boot = ground.events.find(({ type, hardware_id }) => type === 'boot' && hardware_id === id('A1'))
  expect(boot?.data).toMatchObject({ access_list_version: 1 })
  expect(await arrive(...dock('A1'), '22745A70')).toBe(false)
  expect(await arrive(...dock('A1'), '11745A70')).toBe(true)
})

test('hardware without a secret, and hardware that is not here, accept no one-time password', async () => {
  start(site('A', 'normal'))
  await isReady('A1')
  for (const hardwareId of [id('A1'), id('9')])
    expect(ground.fleet && (await typePassword(ground.fleet, hardwareId, '12345678')), hardwareId).toBe(false)
})
