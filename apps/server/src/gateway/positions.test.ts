import { afterAll, beforeAll, expect, test } from 'vitest'
import { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { makeFleet } from '../features/fleets/samples.ts'
import { makeVehicle } from '../features/rentals/samples.ts'
import { openCounts } from './counts.ts'
import { openHeartbeats } from './heartbeats.ts'
import { openPositions } from './positions.ts'

let w: TestApp

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

const heartbeat = (seq: number, at: string, position?: object): Heartbeat =>
  Heartbeat.parse({
    seq,
    at,
    uptime_s: 1,
    firmware_name: 'vehicle-g2',
    firmware_version: '3.4.1',
    pcb_version: '2.0',
    protocol_version: '1.3',
    rssi_dbm: -70,
    supply_mv: 39_000,
    config_hash: '0123456789abcdef',
    ...(position ? { position } : {}),
  })

test('device protocol: every position in a heartbeat is written, at the time of the vehicle unless its clock is wrong', async () => {
  const { id, hardware_id } = await makeVehicle(w, await makeFleet(w, null))
  const counting = openCounts(w.log)
  const positions = openPositions({ ...w, counting })
  const before = (minutes: number) => new Date(w.clock.now().getTime() - minutes * 60_000).toISOString()
  positions.add(hardware_id, hardware_id, heartbeat(1, before(2), { latitude: 59.41, longitude: 24.7 }))
  positions.add(hardware_id, hardware_id, heartbeat(2, before(1), { latitude: 59.42, longitude: 24.7 }))
  positions.add(hardware_id, hardware_id, heartbeat(3, before(11), { latitude: 59.43, longitude: 24.7 }))
  positions.add(hardware_id, hardware_id, heartbeat(4, before(0)))
  await positions.close()
  const { rows } = await w.pool.query(
    'select at, latitude from rental_positions where rental_device_id = $1 order by at',
    [id],
  )
  expect(rows).toEqual([
    { at: before(2), latitude: 59.41 },
    { at: before(1), latitude: 59.42 },
    { at: before(0), latitude: 59.43 },
  ])
  expect(counting.counts).toMatchObject({ positions_written: 3, positions_waiting: 0 })
})

test('device protocol: a counter that leaps by more than 2^40 does not keep a vehicle at its place for ever', async () => {
  const { id, hardware_id } = await makeVehicle(w, await makeFleet(w, null))
  const counting = openCounts(w.log)
  const at = () => w.clock.now().toISOString()
  async function says(seq: number, latitude: number): Promise<void> {
    w.clock.advance(1_000)
    const positions = openPositions({ ...w, counting })
    const heartbeats = openHeartbeats({ ...w, counting })
    const said = heartbeat(seq, at(), { latitude, longitude: 24.7 })
    positions.add(hardware_id, hardware_id, said)
    heartbeats.add(hardware_id, hardware_id, said)
    await positions.close()
    await heartbeats.close()
  }
  await says(10, 59.41)
  await says(11 + 2 ** 40, 59.42)
  await says(11, 59.43)
  const { rows } = await w.pool.query(
    'select latitude, position_seq from rental_device_states where rental_device_id = $1',
    [id],
  )
  expect(rows).toEqual([{ latitude: 59.43, position_seq: 11 }])
  const track = await w.pool.query('select latitude from rental_positions where rental_device_id = $1 order by at', [
    id,
  ])
  expect(track.rows).toEqual([{ latitude: 59.41 }, { latitude: 59.43 }])
  // As an earlier version left it.
  await w.pool.query('update rental_device_states set position_seq = $2 where rental_device_id = $1', [id, 2 ** 41])
  await says(12, 59.44)
  const healed = await w.pool.query(
    'select latitude, position_seq from rental_device_states where rental_device_id = $1',
    [id],
  )
  expect(healed.rows).toEqual([{ latitude: 59.44, position_seq: 12 }])
})
