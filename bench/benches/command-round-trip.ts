import { createHash, randomBytes } from 'node:crypto'
import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { CommandMessage } from '@wheelhouse/device-protocol/messages.ts'
import { commandsTo, responseTopic, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { ask, bodyOf, read } from '../http-load.ts'
import { openLiveReader, preciseNow } from '../live-reader.ts'
import type { LiveReader } from '../live-reader.ts'
import { interleaved, quantile } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'
import type { Server } from '../server.ts'

/** So many sessions come with so many devices (packages/db/src/scale/sizes.ts). */
const fields = [
  { sessions: 100_000, size: '10k devices' },
  { sessions: 1_000_000, size: '100k devices' },
]
const commandsARound = 40
const answersWithinMs = 10_000

export const commandRoundTrip: Bench = {
  name: 'command-round-trip',
  fault: 'the device receives the commands and never answers',
  async run(fixtures, options) {
    const book = ledger('command-round-trip', fixtures)
    const peer = await startPeer('mqtt-echo', fixtures.folder, {})
    const echo = await openEcho(peer.port)
    const bare = () => roundTrips(() => echo.once())
    try {
      await bare()
      for (const { sessions, size } of fields) {
        const filled = await fixtures.filled({ sessions })
        const line = {
          what: 'from the call to the end in the live stream, p99',
          size,
          unit: 'ms',
          peerName: 'bare MQTT echo, p99',
          aim: { is: 'peer plus', more: 30 },
        } as const
        const measured = await withDevice(fixtures, filled, options.isFaulty, (subject) =>
          interleaved(options.rounds, subject, bare),
        )
        book.add(line, measured)
      }
    } finally {
      await Promise.all([echo.close(), peer.stop()])
    }
    return book.lines
  },
}

/** One device of the field answers; `measure` sends it commands, round by round. */
async function withDevice<T>(
  fixtures: Fixtures,
  filled: Filled,
  isFaulty: boolean,
  measure: (subject: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const server = await fixtures.server(filled)
  const token = await fixtures.identity.token(filled.scale.people.everything.id)
  const target = await targetIn(filled)
  const device = await simulateDevice(server, target, isFaulty)
  const reader = await openLiveReader(server.url, token)
  try {
    await roundTrip(server, token, target.device_id, reader)
    return await measure(() => roundTrips(() => roundTrip(server, token, target.device_id, reader)))
  } finally {
    reader.close()
    await device.endAsync(true)
  }
}

export interface Target {
  device_id: string
  hardware_id: string
  controller_id: string
  secret: string
}

/** The first dock, or the first of another controller. */
export async function targetIn({ pool }: Filled, except = ''): Promise<Target> {
  const secret = randomBytes(24).toString('base64url')
  const { rows } = await pool.query<Omit<Target, 'secret'>>(
    `select d.id as device_id, d.hardware_id, h.controller_id from devices d join hardware h using (hardware_id) where d.type = 'dock' and h.controller_id <> $1 order by d.id limit 1`,
    [except],
  )
  const [row] = rows
  if (!row) throw new Error('There is no dock')
  await pool.query('update controllers set secret_hash = $1 where hardware_id = $2', [
    createHash('sha256').update(secret).digest('hex'),
    row.controller_id,
  ])
  return { ...row, secret }
}

/** Answers each command at once. */
export async function simulateDevice(
  { mqttPort: port }: Server,
  { controller_id: id, secret }: Target,
  isMute: boolean,
): Promise<MqttClient> {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    clientId: id,
    username: id,
    password: secret,
    clean: true,
  })
  client.on('message', (topic, payload) => {
    if (isMute) return
    const command = CommandMessage.parse(JSON.parse(payload.toString()))
    const answer = { command_id: command.id, status: 'success', at: new Date().toISOString() }
    client.publish(responseTopic(id, topic.split('/')[2] ?? ''), JSON.stringify(answer), { qos: 1 })
  })
  await client.subscribeAsync(commandsTo(id), { qos: 1 })
  await client.publishAsync(statusTopic(id), JSON.stringify({ online: true, at: new Date().toISOString() }), {
    qos: 1,
    retain: true,
  })
  return client
}

async function roundTrips(one: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < commandsARound; n++) times.push(await one())
  return quantile(times, 0.99)
}

/** Measures until the stream announces the command after its end; earlier changes of it do not count. */
export async function roundTrip({ url }: Server, token: string, deviceId: string, reader: LiveReader): Promise<number> {
  const began = preciseNow()
  const body = { name: 'identify', reason: 'testing', comment: 'Measures the round trip' }
  const sent = await ask({
    url: `${url}${sendCommand.path.replace(':device_id', deviceId)}`,
    token,
    method: 'POST',
    body,
  })
  must(sent.status === 200, `The command was answered by ${sent.status}: ${sent.text}`)
  const { id } = bodyOf<Command>(sent.text)
  const path = getCommand.path.replace(':device_id', deviceId).replace(':command_id', id)
  let since = began
  for (;;) {
    const at = await reader.arrivalOf(id, since, answersWithinMs).catch((error: Error) => must(false, error.message))
    const command = await read<Command>({ url: `${url}${path}`, token })
    if (command.status === 'success' && command.ended_at && at !== undefined) {
      const ended = Date.parse(command.ended_at)
      return at >= ended ? at - began : (await reader.arrivalOf(id, ended, answersWithinMs)) - began
    }
    must(command.status === 'in_progress', `The command ended as ${command.status}`)
    since = (at ?? since) + 0.001
  }
}

/** One client sends, another replies and the first receives it, over a broker that does nothing else. */
async function openEcho(port: number): Promise<{ once(): Promise<number>; close(): Promise<unknown> }> {
  // Each client needs its own options object, because mqtt.js writes the client id into it.
  const connect = (clientId: string) => mqtt.connectAsync({ host: 'localhost', port, clean: true, clientId })
  const [asker, answerer] = await Promise.all([connect('asker'), connect('answerer')])
  answerer.on('message', (_topic, payload) => void answerer.publish('echo/answer', payload, { qos: 1 }))
  await Promise.all([asker.subscribeAsync('echo/answer', { qos: 1 }), answerer.subscribeAsync('echo/ask', { qos: 1 })])
  return {
    async once() {
      const began = preciseNow()
      const heard = new Promise<void>((done) => asker.once('message', () => done()))
      asker.publish('echo/ask', JSON.stringify({ at: began }), { qos: 1 })
      await heard
      return preciseNow() - began
    },
    close: () => Promise.all([asker.endAsync(true), answerer.endAsync(true)]),
  }
}
