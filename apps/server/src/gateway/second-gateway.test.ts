import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BusMessage } from '../platform/bus.ts'
import { createLog } from '../platform/log.ts'
import { noteGatewayLife } from '../features/hardware/gateway-lives.ts'
import { eventually, gatewayFixtures, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../../test/gateway/gateway-fixtures.ts'
import { startGateway } from './gateway.ts'

let w: GatewayGround
beforeAll(async () => {
  w = await gatewayFixtures()
})
afterAll(() => w.end())

test('device protocol: a second process with the embedded broker says at its start that it needs MQTT_URL', async () => {
  const warningsOf = async (mqtt_url: string | null): Promise<string> => {
    const warnings: unknown[] = []
    const log = createLog('silent')
    log.warn = (...words: unknown[]) => void warnings.push(words)
    const second = await startGateway({ ...w.gatewayOptions, config: { ...w.config, mqtt_url }, log })
    expect(second.stats().is_holding).toBe(0)
    await second.close()
    return JSON.stringify(warnings)
  }
  expect(await warningsOf(null)).toContain('set MQTT_URL to one broker for all processes')
  expect(await warningsOf('mqtt://broker.example.org')).toBe('[]')
})

test('health that faded while no process held the gateway is announced by the next one', async () => {
  const site = await makeSite(w)
  const alive = w.clock.now()
  await w.pool.query(
    `insert into hardware_state (hardware_id, seq, last_heartbeat_at) select h, 1, $2 from unnest($1::text[]) h
     on conflict (hardware_id) do update set last_heartbeat_at = $2`,
    [[site.hardware_id, site.controller_id], alive],
  )
  await w.gateway.close()
  await noteGatewayLife(w.db, alive, alive)
  w.clock.advance(3_600_000)
  const announced: string[] = []
  const hear = (message: BusMessage): void => {
    if (message.kind === 'changes') announced.push(...message.changes.map(({ type, id }) => `${type} ${id}`))
  }
  const stop = w.gatewayOptions.bus.on(hear)
  w.gateway = await startGateway(w.gatewayOptions)
  const faded = [`device ${site.device_id}`, `device ${site.controller_device_id}`, `location ${site.location_id}`]
  await eventually(() => expect(announced).toEqual(expect.arrayContaining(faded)))
  stop()
})
