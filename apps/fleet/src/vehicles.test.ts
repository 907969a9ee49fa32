import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FleetFile } from './platform/fleet-file.ts'
import { closeFleetGround, openFleetGround } from '../test/fleet-ground.ts'
import type { FleetGround } from '../test/fleet-ground.ts'
import { id, eventually, fleetActions } from '../test/fleet-actions.ts'

let ground: FleetGround

beforeEach(async () => {
  ground = await openFleetGround()
})
afterEach(() => closeFleetGround(ground))

const { startWith, command, ends } = fleetActions(() => ({ ground }))

const bike: FleetFile['vehicles'][0] = {
  hardware_id: id('F'),
  code: 'TLN-101',
  city: 'Tallinn',
  timezone: 'Europe/Tallinn',
  latitude: 59.44,
  longitude: 24.74,
  battery_percent: 80,
  state: 'on_trip',
  is_forgotten: true,
  key: 'A0000001',
  goal: null,
}
const stages = () =>
  ground.events.filter(({ type }) => type === 'rental').map(({ data }) => (data as { action: string }).action)
const isStarted = () => eventually(() => expect(ground.heartbeats.length).toBeGreaterThan(0))

test('a vehicle obeys: its rent is ended, it is switched off and on, and each report names the command', async () => {
  startWith({ vehicles: [bike] })
  await isStarted()
  const refused = await command('F', 'deactivate')
  await ends(refused, 'failed')
  expect(ground.responses.findLast(({ command_id }) => command_id === refused)).toMatchObject({ reason: 'in_use' })

  const ended = await command('F', 'force_end_rent')
  await ends(ended, 'success')
  await ends(await command('F', 'deactivate'), 'success')
  await ends(await command('F', 'activate'), 'success')
  await eventually(() => expect(stages()).toEqual(['returned', 'deactivated', 'activated']))
  const [returned] = ground.events.filter(({ type }) => type === 'rental')
  expect(returned?.data).toMatchObject({
    rental_code: 'TLN-101',
    command_id: ended,
    position: { latitude: 59.44, longitude: 24.74, speed_kmh: 0 },
  })
  await ends(await command('F', 'force_unlock'), 'unhandled')
})

test('a ride leads to its goal minute by minute, drains the battery and ends with a return', async () => {
  const goal = { latitude: 59.4445, longitude: 24.741 }
  startWith({ vehicles: [{ ...bike, is_forgotten: false, goal }] })
  await eventually(() => expect(stages()).toEqual(['returned']))
  expect(ground.events.findLast(({ type }) => type === 'rental')?.data).toMatchObject({
    key: 'A0000001',
    position: goal,
  })
  const onTheWay = ground.heartbeats as unknown as { position: { latitude: number; battery_percent: number } }[]
  expect(onTheWay.length).toBeGreaterThan(2)
  expect(onTheWay.at(-1)?.position.battery_percent).toBeLessThan(80)
  expect(onTheWay.every(({ position }) => position.latitude >= 59.4395 && position.latitude <= 59.445)).toBe(true)
})
