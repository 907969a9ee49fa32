import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { gatewayAccount, writeBrokerFiles } from '../../../../scripts/brokers/broker-files.ts'
import type { BrokerAccounts, BrokerFiles } from '../../../../scripts/brokers/broker-files.ts'
import { mosquittoFiles } from '../../../../scripts/brokers/mosquitto.ts'
import { natsFiles } from '../../../../scripts/brokers/nats.ts'
import { freePorts } from '../gateway/server-process.ts'

/** A broker of another maker, with the configuration that `npm run broker` writes. */
export interface BrokerProgram {
  /** Where each node speaks MQTT. */
  readonly ports: readonly number[]
  /** With the gateway's account and all nodes, as in MQTT_URL; without a number the first node comes first. */
  url(firstNode?: number): string
  /** Ends a node: `SIGKILL` as a power cut does. */
  end(node: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Starts an ended node again, and waits until all nodes serve. */
  start(node: number): Promise<void>
  startAll(): Promise<void>
  close(): Promise<void>
}

export type StartProgram = (accounts: BrokerAccounts) => Promise<BrokerProgram>

/** What starts one node. */
interface NodeCommand {
  port: number
  program: string
  args: readonly string[]
}

export const startMosquitto: StartProgram = async (accounts) => {
  const folder = brokerFolder('mosquitto')
  const [port = 0] = await freePorts(1)
  const command = { port, program: 'mosquitto', args: ['-c', join(folder, 'mosquitto.conf')] }
  return startNodes(folder, mosquittoFiles(folder, port, accounts), [command], accounts)
}

const natsNodes = 3

/** Three nodes that keep each message three times. */
export const startNatsCluster: StartProgram = async (accounts) => {
  const folder = brokerFolder('nats')
  const ports = await freePorts(3 * natsNodes)
  const [mqttPorts, natsPorts, clusterPorts] = [0, 1, 2].map((n) => ports.slice(n * natsNodes, (n + 1) * natsNodes))
  const nodes = (mqttPorts ?? []).map((mqttPort, n) => ({
    name: `node-${n + 1}`,
    mqttPort,
    natsPort: natsPorts?.[n] ?? 0,
    cluster: { port: clusterPorts?.[n] ?? 0, ports: clusterPorts ?? [] },
  }))
  const commands = nodes.map(({ name, mqttPort }) => ({
    port: mqttPort,
    program: 'nats-server',
    args: ['-c', join(folder, `${name}.conf`)],
  }))
  return startNodes(folder, natsFiles(folder, nodes, accounts), commands, accounts)
}

const brokerFolder = (name: string): string => mkdtempSync(join(tmpdir(), `wheelhouse-${name}-`))

async function startNodes(
  folder: string,
  files: BrokerFiles,
  commands: readonly NodeCommand[],
  { gatewayPassword }: BrokerAccounts,
): Promise<BrokerProgram> {
  writeBrokerFiles(folder, files)
  const children = new Map<number, ChildProcess>()
  const ports = commands.map(({ port }) => port)

  function launch(node: number): void {
    const { program, args } = commands[node] as NodeCommand
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const log = createWriteStream(join(folder, `node-${node + 1}.log`), { flags: 'a' })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
    children.set(node, child)
  }

  async function end(node: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = children.get(node)
    children.delete(node)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const isGone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await isGone
  }

  const allServe = (): Promise<unknown> => Promise.all(ports.map((port) => untilServing(port, gatewayPassword)))
  async function startAll(): Promise<void> {
    commands.forEach((_, node) => launch(node))
    await allServe()
  }

  await startAll()
  return {
    ports,
    url(firstNode = 0) {
      const inOrder = [...ports.slice(firstNode), ...ports.slice(0, firstNode)]
      return `mqtt://${gatewayAccount}:${gatewayPassword}@${inOrder.map((port) => `127.0.0.1:${port}`).join(',')}`
    },
    end,
    async start(node) {
      launch(node)
      await allServe()
    },
    startAll,
    async close() {
      await Promise.all(commands.map((_, node) => end(node, 'SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const servesWithinMs = 60_000

/** A node of a cluster accepts connections before it has a leader and can store a message. */
async function untilServing(port: number, password: string): Promise<void> {
  const topic = 'hw/ready'
  const client = mqtt.connect({
    protocol: 'mqtt',
    host: '127.0.0.1',
    port,
    clientId: `ready-${port}`,
    username: gatewayAccount,
    password,
    reconnectPeriod: 200,
    connectTimeout: 5_000,
  })
  client.on('error', () => {})
  const isServing = new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`The broker on port ${port} does not serve`)), servesWithinMs)
    client.on('message', () => {
      clearTimeout(timer)
      done()
    })
    client.on('connect', () => void client.subscribeAsync(topic, { qos: 1 }).catch(() => client.reconnect()))
  })
  const sending = setInterval(() => client.connected && client.publish(topic, 'ready', { qos: 1 }), 200)
  try {
    await isServing
  } finally {
    clearInterval(sending)
    await client.endAsync(true)
  }
}
