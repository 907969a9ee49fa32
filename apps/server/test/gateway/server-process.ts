import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testKey } from '../support/test-app.ts'

const serverMain = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const readyWithinMs = 60_000

/** For tests: the server as it is delivered, in a process that can be killed and started again on the same ports. */
export interface ServerProcess {
  readonly mqttPort: number
  start(): Promise<void>
  /** SIGKILL: nothing in it gets the chance to finish. */
  kill(): Promise<void>
  end(): Promise<void>
}

export async function serverProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-server-'))
  const [port, identityPort, mqttPort] = await freePorts(3)
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    IDENTITY_PORT: String(identityPort),
    MQTT_PORT: String(mqttPort),
    WHEELHOUSE_DATA: folder,
    WHEELHOUSE_KEY: testKey,
    WHEELHOUSE_LOG: 'silent',
    ...settings,
  }
  let child: ChildProcess | undefined
  async function kill(): Promise<void> {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const isGone = new Promise((done) => running.once('exit', done))
    running.kill('SIGKILL')
    await isGone
  }
  return {
    mqttPort: mqttPort as number,
    async start() {
      child = fork(serverMain, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      await untilReady(child)
    },
    kill,
    async end() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error('The server was not ready in time')), readyWithinMs)
    child.once('message', () => {
      clearTimeout(timer)
      done()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`The server ended with code ${code} before it was ready`))
    })
  })

/** They are held until all are known, so that none is named twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer()
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
