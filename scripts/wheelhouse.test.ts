import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { startWheelhouse } from './wheelhouse.ts'
import type { Parts, Start } from './wheelhouse.ts'

let folder: string
let starts: Start[]
let output: string[]
let seeds: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'))
  chmodSync(folder, 0o711)
  starts = []
  output = []
  seeds = 0
})
afterEach(async () => {
  for (const start of starts) await start.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A small app that behaves as required and records what happens to it. */
const appText = (name: string, portName: string): string => `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'diary'))}, '${name} ' + what + '\\n')
const server = createServer((request, reply) => {
  if (request.url === '/die') process.exit(7)
  reply.end(JSON.stringify({ demo: process.env.WHEELHOUSE_DEMO, database: process.env.DATABASE_URL }))
})
const end = (why) => { note('ends on ' + why); process.exit(0) }
process.on('SIGTERM', () => end('SIGTERM'))
process.on('disconnect', () => end('disconnect'))
process.on('message', (message) => message.stopping && note('ends its streams'))
server.listen(process.env.${portName}, 'localhost', () => { note('serves'); process.send({ ready: true }) })
`

function writeApp(name: string, text: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}

function parts(): Parts {
  const apps = {
    server: writeApp('server', appText('server', 'PORT')),
    identity: writeApp('identity', appText('identity', 'IDENTITY_PORT')),
    fleet: writeApp('fleet', appText('fleet', 'MQTT_PORT')),
  }
  return { apps, buildConsole: async () => {}, seed: async () => void seeds++ }
}

async function freePorts(): Promise<Record<string, string>> {
  const servers: Server[] = []
  const ports: Record<string, string> = {}
  for (const name of ['PORT', 'IDENTITY_PORT', 'MQTT_PORT']) {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    servers.push(server)
    ports[name] = String((server.address() as { port: number }).port)
  }
  for (const server of servers) await new Promise((done) => server.close(done))
  return ports
}

function begin(env: Record<string, string>, own: Parts = parts()): Start {
  const start = startWheelhouse(readSettings({ WHEELHOUSE_DATA: join(folder, 'state'), ...env }), own, (line) =>
    output.push(line),
  )
  starts.push(start)
  return start
}

const diary = (): string[] =>
  existsSync(join(folder, 'diary')) ? readFileSync(join(folder, 'diary'), 'utf8').trim().split('\n') : []
const ask = async (port: string | undefined): Promise<Record<string, string>> =>
  (await fetch(`http://localhost:${port}/`)).json() as Promise<Record<string, string>>

test('starts everything, seeds once and ends everything in order', async () => {
  const ports = await freePorts()
  const first = begin(ports)
  expect(await first.serving).toEqual({ isDemonstration: true })
  expect((await ask(ports.PORT)).demo).toBe('1')
  await expect.poll(diary).toContain('fleet serves')
  await first.stop()
  const ends = diary().slice(-4)
  expect(ends.indexOf('server ends its streams')).toBeLessThan(2)
  expect(ends.filter((line) => line.endsWith('SIGTERM'))).toEqual([
    'fleet ends on SIGTERM',
    'server ends on SIGTERM',
    'identity ends on SIGTERM',
  ])
  expect(await begin(ports).serving).toEqual({ isDemonstration: true })
  expect(seeds).toBe(1)
})

test('the second of two starts on one state folder is refused', async () => {
  const ports = await freePorts()
  await begin(ports).serving
  await expect(begin(await freePorts()).serving).rejects.toThrow(/is already running on the state folder/)
})

test('a port in use is reported before anything is created', async () => {
  const ports = await freePorts()
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(Number(ports.IDENTITY_PORT), '127.0.0.1', done))
  await expect(begin(ports).serving).rejects.toThrow(
    `Port ${ports.IDENTITY_PORT} is in use by another program; stop it or set IDENTITY_PORT to another port.`,
  )
  expect(existsSync(join(folder, 'state', 'postgres'))).toBe(false)
  await new Promise((done) => taken.close(done))
})

test('an app that dies is restarted; one that cannot start ends everything', async () => {
  const ports = await freePorts()
  const own = parts()
  await begin(ports, own).serving
  await fetch(`http://localhost:${ports.PORT}/die`).catch(() => {})
  await expect.poll(() => ask(ports.PORT).catch(() => undefined), { timeout: 10_000 }).toMatchObject({ demo: '1' })
  expect(output).toContain('The server ended by itself (exit code 7); starting it again.')
  await starts[0]?.stop()
  writeFileSync(own.apps.identity, 'process.exit(1)')
  await expect(begin(ports, own).serving).rejects.toThrow('The identity provider did not start (exit code 1).')
})

test('a fleet that cannot start ends everything', async () => {
  const own = parts()
  writeFileSync(own.apps.fleet, 'process.exit(1)')
  const start = begin(await freePorts(), own)
  await expect(start.failure).rejects.toThrow('The fleet did not start (exit code 1).')
})

test('an installation that was started as production never becomes the demonstration', async () => {
  const ports = await freePorts()
  const first = begin({ ...ports, NODE_ENV: 'production' })
  expect(await first.serving).toEqual({ isDemonstration: false })
  expect((await ask(ports.PORT)).demo).toBe('0')
  await first.stop()
  expect(await begin(ports).serving).toEqual({ isDemonstration: false })
  expect(seeds).toBe(0)
})

test.each([
  [{ NODE_ENV: 'production' }, 'it does not start with NODE_ENV=production'],
  [{ HOST: '0.0.0.0' }, 'it does not listen on HOST=0.0.0.0'],
])('the demonstration data are not served with %j', async (env, sentence) => {
  const ports = await freePorts()
  const first = begin(ports)
  await first.serving
  await first.stop()
  await expect(begin({ ...ports, ...env }).serving).rejects.toThrow(sentence)
})

test('a start that is ended halfway leaves nothing behind', async () => {
  const ports = await freePorts()
  const start = begin(ports)
  await start.stop()
  await expect(start.serving).rejects.toThrow()
  expect(existsSync(join(folder, 'state', 'running.pid'))).toBe(false)
  expect(existsSync(join(folder, 'state', 'postgres', 'postmaster.pid'))).toBe(false)
  expect(diary()).toEqual([])
})
