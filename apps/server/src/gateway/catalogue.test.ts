import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandNames, commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { cancelCommand, getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import {
  getHardwareConfig,
  changeConfigs,
  fetchConfigs,
  listConfigChanges,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { gatewayFixtures, operatorNeeds } from '../../test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../../test/gateway/gateway-fixtures.ts'
import type { Organization } from '../../test/support/factories.ts'
import type { Caller } from '../../test/support/test-app.ts'
import { secretHash } from './broker-secrets.ts'

// The simulated fleet runs as a separate process: nothing but the broker is between it and the server.
const fleetMain = fileURLToPath(new URL('../../../fleet/src/main.ts', import.meta.url))
const secret = 'a secret of the fleet'

type EndingBehaviour = 'normal' | 'duplicate' | 'refusing' | 'outdated' | 'silent'
type Behaviour = EndingBehaviour | 'config_unreadable'
/** `duplicate` hardware answers each command twice. */
const ends = {
  normal: 'success',
  duplicate: 'success',
  refusing: 'failed',
  outdated: 'unhandled',
  silent: 'hardware_timeout',
} as const

/** The state in which a lock can do the command; the others need none. */
const stateFor: Partial<Record<CommandName, string>> = {
  temporary_unlock: 'locked',
  unlock: 'locked',
  force_unlock: 'locked',
}

interface Target {
  device_id: string
  hardware_id: string
  location_id: string
}

let w: GatewayGround
let operator: Caller
let organization: Organization
let fleet: ChildProcess
let folder: string
/** One piece for each command and behaviour, so that no command finds what another one left. */
const targets = new Map<string, Target>()

const typeFor = (name: CommandName): string => {
  const { device_types } = commandRule(name)
  return ['dock', 'guard', 'controller'].find((type) => (device_types as readonly string[]).includes(type)) ?? 'dock'
}

const firmware = { firmware_name: 'dock-g3', firmware_version: '2.13.0', pcb_version: '3.1', protocol_version: '1.2' }

async function makeMesh(behaviour: Behaviour, names: readonly CommandName[], location_id: string) {
  const controller_id = await w.make.controller(secretHash(secret))
  const controllerDevice = await w.make.device(location_id, { type: 'controller', hardware_id: controller_id })
  const hardware = [piece(controller_id, 'controller', behaviour)]
  for (const name of names) {
    const type = typeFor(name)
    if (type === 'controller') {
      targets.set(`${behaviour} ${name}`, { device_id: controllerDevice, hardware_id: controller_id, location_id })
      continue
    }
    const hardware_id = await w.make.hardware(controller_id)
    await w.pool.query('update hardware set type = $2 where hardware_id = $1', [hardware_id, type])
    const device_id = await w.make.device(location_id, { type, hardware_id })
    targets.set(`${behaviour} ${name}`, { device_id, hardware_id, location_id })
    hardware.push(piece(hardware_id, type, behaviour, stateFor[name]))
  }
  return {
    controller_id,
    mesh_id: '0000000A',
    location_code: '123456',
    city: null,
    timezone: 'UTC',
    heartbeat_s: 60,
    behaviour,
    hardware,
  }
}

const piece = (hardware_id: string, type: string, behaviour: Behaviour, state = 'unlocked') => ({
  ...firmware,
  hardware_id,
  type,
  number: 1,
  behaviour,
  dock_state: type === 'dock' ? state : null,
  key: null,
})

beforeAll(async () => {
  w = await gatewayFixtures({ COMMANDS_PER_MINUTE: '1000', WHEELHOUSE_KEY: 'a key of the catalogue' })
  organization = await w.make.organization()
  const location_id = await w.make.location(organization, { has_camera: true })
  operator = await w.person([
    {
      group_id: organization.owner,
      needs: { ...operatorNeeds, hardware: ['GET', 'UPDATE', 'GET_PARAMS', 'SET_PARAMS'] },
    },
  ])
  const uplinkOnly = commandNames.filter((name) => typeFor(name) === 'controller')
  const others = commandNames.filter((name) => typeFor(name) !== 'controller')
  const controllers: Awaited<ReturnType<typeof makeMesh>>[] = []
  controllers.push(await makeMesh('config_unreadable', ['identify'], location_id))
  for (const behaviour of Object.keys(ends) as EndingBehaviour[]) {
    controllers.push(await makeMesh(behaviour, others, location_id))
    // Each takes its children down: they have a mesh of their own.
    for (const name of uplinkOnly) controllers.push(await makeMesh(behaviour, [name, 'identify'], location_id))
  }
  folder = mkdtempSync(join(tmpdir(), 'wheelhouse-catalogue-'))
  writeFileSync(join(folder, 'fleet.json'), JSON.stringify({ version: 1, seed: 3, controllers, keys: [] }))
  const secrets = Object.fromEntries(controllers.map(({ controller_id }) => [controller_id, secret]))
  writeFileSync(join(folder, 'fleet-secrets.json'), JSON.stringify(secrets))
  fleet = spawn(process.execPath, [fleetMain], {
    env: {
      ...process.env,
      WHEELHOUSE_DATA: folder,
      MQTT_URL: `mqtt://127.0.0.1:${w.broker.port}`,
      FLEET_SPEED: '40',
      FLEET_HEARTBEAT_S: '5',
      WHEELHOUSE_LOG: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const pieces = controllers.flatMap(({ hardware }) => hardware).length
  // Every piece has reported, and so is in contact.
  await vi.waitFor(
    async () => {
      const { rows } = await w.pool.query('select 1 from hardware_state where last_heartbeat_at is not null')
      if (rows.length < pieces) throw new Error(`${rows.length} of ${pieces} pieces have reported`)
    },
    { timeout: 80_000, interval: 200 },
  )
})

afterAll(async () => {
  const isGone = new Promise((resolve) => fleet.once('exit', resolve))
  fleet.kill()
  await isGone
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The fleet lives in the present. */
const moveTo = (ms: number): void => w.clock.advance(ms - w.clock.now().getTime())
const toThePresent = (): void => moveTo(Date.now())

function send(name: CommandName, { device_id }: Target) {
  const args = commandRule(name).has_channel ? { channel: 'testing' as const } : {}
  return operator.call(sendCommand, {
    params: { device_id },
    body: { name, reason: 'testing', comment: 'Sent by the catalogue', args },
  })
}

/** A photo is uploaded to the public address of the services, which a test does not have; its own tests see it succeed. */
const endOf = (name: CommandName, behaviour: EndingBehaviour): string =>
  name === 'take_photo' && ends[behaviour] === 'success' ? 'failed' : ends[behaviour]

/** On a busy machine a hundred pieces of hardware take their time. */
const within = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 45_000, interval: 100 })

describe('spec 9: each command of the catalogue, through API, broker and fleet', () => {
  test.each(Object.keys(ends) as EndingBehaviour[])('to %s hardware', { timeout: 90_000 }, async (behaviour) => {
    toThePresent()
    // A dock forgets a booking when it starts, so it is booked here.
    await send('book', targets.get(`${behaviour} cancel_booking`) as Target)
    const sent = await Promise.all(
      commandNames.map(async (name) => {
        const target = targets.get(`${behaviour} ${name}`) as Target
        const { status, body } = await send(name, target)
        expect([name, status, body.error_message]).toEqual([name, 200, undefined])
        return { name, params: { device_id: target.device_id, command_id: body.id } }
      }),
    )
    const now = () => Promise.all(sent.map(async ({ params }) => await operator.ask(getCommand, { params })))
    if (behaviour === 'silent') {
      await within(async () => expect((await now()).filter(({ step }) => step !== 'received')).toEqual([]))
      moveTo(Math.max(...(await now()).map(({ deadline_at }) => Date.parse(deadline_at))) + 1)
    }
    await within(async () =>
      expect((await now()).map(({ name, status }) => [name, status])).toEqual(
        sent.map(({ name }) => [name, endOf(name, behaviour)]),
      ),
    )
    expect(await endsInHistory(sent.map(({ params }) => params.command_id))).toEqual(sent.map(() => 1))
  })

  test('to hardware that sleeps: it waits for the hardware, and is cancelled before it was sent', async () => {
    toThePresent()
    const sleeping = await sleepingTargets()
    for (const name of commandNames) {
      const target = sleeping.get(typeFor(name)) as Target
      const { status, body } = await send(name, target)
      expect([name, status, body.is_cancellable, body.error_message]).toEqual([name, 200, true, undefined])
      const { body: cancelled } = await operator.call(cancelCommand, { body: { command_id: body.id } })
      expect([name, cancelled.error_message, cancelled.status, cancelled.failure]).toEqual([
        name,
        undefined,
        'failed',
        'cancelled_before_sending',
      ])
      expect(await endsInHistory([body.id])).toEqual([1])
    }
  })
})

/** How often the history says that each of these commands ended. */
async function endsInHistory(ids: readonly string[]): Promise<number[]> {
  const { rows } = await w.pool.query<{ count: number }>(
    `select count(e.id)::int as count from unnest($1::uuid[]) with ordinality c(id, n)
     left join events e on e.feature = 'commands' and e.verb = 'ended' and e.after ->> 'command_id' = c.id::text
     group by c.id, c.n order by c.n`,
    [ids],
  )
  return rows.map(({ count }) => count)
}

/** A device of each type at a location whose hardware listens only after its own heartbeat. */
async function sleepingTargets(): Promise<Map<string, Target>> {
  const location_id = await w.make.location(organization, { has_camera: true, power_save: 'local_wakeup' })
  const controller_id = await w.make.controller(secretHash(secret))
  const made = new Map<string, Target>()
  for (const type of new Set(commandNames.map(typeFor))) {
    const hardware_id = type === 'controller' ? controller_id : await w.make.hardware(controller_id)
    await w.pool.query('update hardware set type = $2 where hardware_id = $1', [hardware_id, type])
    const at = new Date(w.clock.now().getTime() - 300_000).toISOString()
    await w.pool.query(
      `insert into hardware_state (hardware_id, last_heartbeat_at) values ($1, $2)
       on conflict (hardware_id) do update set last_heartbeat_at = excluded.last_heartbeat_at`,
      [hardware_id, at],
    )
    made.set(type, { hardware_id, location_id, device_id: await w.make.device(location_id, { type, hardware_id }) })
  }
  return made
}

test(
  'device protocol: a configuration is fetched, changed with the hash that it has, and read back',
  { timeout: 90_000 },
  async () => {
    toThePresent()
    const { hardware_id } = targets.get('normal identify') as Target
    await operator.call(fetchConfigs, { body: { hardware_ids: [hardware_id] } })
    const params = { hardware_id }
    const read = await within(async () => {
      const { body } = await operator.call(getHardwareConfig, { params })
      expect(body.reading?.params.length).toBeGreaterThan(8)
      return body
    })
    expect(read.is_current).toBe(true)
    const values = [{ key: 'buzzer_level', value: 9 }]
    const sent = await operator.call(changeConfigs, {
      body: { hardware_ids: [hardware_id], values, comment: 'Louder' },
    })
    expect([sent.status, sent.body.error_message]).toEqual([200, undefined])
    await within(async () => {
      const { body } = await operator.call(listConfigChanges, { query: { batch_id: sent.body.batch_id } })
      expect(body.items[0]?.status).toBe('applied')
    })
    const after = await operator.call(getHardwareConfig, { params })
    expect(after.body.reading?.params.find(({ key }: { key: string }) => key === 'buzzer_level')?.value).toBe(9)
    expect(after.body.reading?.config_hash).not.toBe(read.reading?.config_hash)
  },
)

test(
  'spec 8: the settings of hardware that cannot read them are neither shown nor changed, and to fetch again is no advice',
  { timeout: 90_000 },
  async () => {
    toThePresent()
    const { hardware_id } = targets.get('config_unreadable identify') as Target
    const change = () =>
      operator.call(changeConfigs, {
        body: { hardware_ids: [hardware_id], values: [{ key: 'buzzer_level', value: 9 }], comment: 'Louder' },
      })
    expect((await change()).body).toMatchObject({ error_code: 'config_values_missing' })
    await operator.call(fetchConfigs, { body: { hardware_ids: [hardware_id] } })
    await within(async () => {
      const { body } = await operator.call(getHardwareConfig, { params: { hardware_id } })
      expect(body).toMatchObject({ reading: null, fetch: { status: 'failed', failure: 'storage_error' } })
    })
    const refused = await change()
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error_code: 'config_unreadable',
        error_message: 'The settings could not be fetched from this hardware: its last fetch failed',
        hardware_id,
      },
    ])
  },
)
