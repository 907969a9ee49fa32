import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { endsOf, lostOf, staleDocks, startAnswering, startLoad } from '../../test/gateway/device-load.ts'
import type { LoadDock } from '../../test/gateway/device-load.ts'
import { operatorNeeds } from '../../test/gateway/gateway-fixtures.ts'
import { serverProcess } from '../../test/gateway/server-process.ts'
import type { ServerProcess } from '../../test/gateway/server-process.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { secretHash } from './broker-secrets.ts'

// `KILL_ROUNDS=50 npm test -- apps/server/src/gateway/sudden-end.test.ts` is the long run.
const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const secret = 'a secret of these controllers'
const meshes = 10
const docksOfMesh = 20

let w: TestApp
let server: ServerProcess
let operator: Caller
const docks: LoadDock[] = []

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '10000', COMMAND_TIMEOUT_S: '8' })
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  operator = await w.person([{ group_id: organization.owner, needs: operatorNeeds }])
  for (let mesh = 0; mesh < meshes; mesh++) {
    const controller_id = await w.make.controller(secretHash(secret))
    for (let n = 0; n < docksOfMesh; n++) {
      const hardware_id = await w.make.hardware(controller_id)
      docks.push({ controller_id, hardware_id, device_id: await w.make.device(location_id, { hardware_id }) })
    }
  }
  server = await serverProcess(w.url)
  await server.start()
})

afterAll(async () => {
  await server?.end()
  await w?.end()
})

const site = () => ({ docks, secret, mqttPort: server.mqttPort })

describe('device protocol: acknowledged means committed', () => {
  test(
    `${rounds} times kill -9 of the server under load: none of the acknowledged key scans and dock states is lost`,
    { timeout: 60_000 + rounds * 60_000 },
    async () => {
      const load = startLoad(site())
      const counts: number[] = []
      for (let round = 0; round < rounds; round++) {
        const before = load.acknowledged.length
        await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before + 100), { timeout: 30_000 })
        await pause(Math.random() * 400)
        await server.kill()
        counts.push(load.acknowledged.length - before)
        // What is acknowledged by now must be stored by now.
        expect(await lostOf(w.pool, load.acknowledged)).toEqual([])
        expect(await staleDocks(w.pool, load.acknowledged)).toEqual([])
        await server.start()
      }
      await load.stop()
      expect(Math.min(...counts)).toBeGreaterThan(100)
      expect(await lostOf(w.pool, load.acknowledged)).toEqual([])
    },
  )
})

const inFlight = 200

test(
  `kill -9 of the server and its broker with ${inFlight} commands in flight leaves each in exactly one end`,
  { timeout: 120_000 },
  async () => {
    const hardware = startAnswering(site())
    const sent: string[] = []
    for (const { device_id } of docks.slice(0, inFlight)) {
      // The server process lives in the present, and sending all of them may take longer than one may take to answer.
      w.clock.advance(Date.now() - w.clock.now().getTime())
      const body = { name: 'identify' as const, reason: 'testing' as const, comment: 'In flight', args: {} }
      const reply = await operator.call(sendCommand, { params: { device_id }, body })
      expect([reply.status, reply.body.error_message]).toEqual([200, undefined])
      sent.push(reply.body.id)
    }
    await vi.waitFor(() => expect(hardware.confirmed.size).toBeGreaterThan(10), { timeout: 30_000 })
    await server.kill()
    const early = await endsOf(w.pool, sent)
    const open = early.filter(({ status }) => status === 'in_progress').length
    expect(open).toBeGreaterThan(0)
    // On a busy machine an answer may come after the time limit; it is kept as that.
    const lost = early.filter(
      ({ id, status, late }) => hardware.confirmed.has(id) && status !== 'success' && late === 0,
    )
    expect(lost).toEqual([])
    await server.start()
    const ends = await vi.waitFor(
      async () => {
        const rows = await endsOf(w.pool, sent)
        expect(rows.filter(({ status }) => status === 'in_progress')).toEqual([])
        return rows
      },
      { timeout: 60_000, interval: 200 },
    )
    await hardware.end()
    expect(ends).toHaveLength(inFlight)
    expect(ends.filter(({ ends: count }) => count !== 1)).toEqual([])
    expect(ends.filter(({ status }) => status !== 'success' && status !== 'hardware_timeout')).toEqual([])
  },
)
