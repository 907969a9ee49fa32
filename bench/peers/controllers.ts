import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { certain } from '@wheelhouse/contract/certain.ts'
import { heartbeatTopic, statusTopic } from '@wheelhouse/device-protocol/topics.ts'

/**
 * Controllers with their hardware, each with its own connection, in a separate process; they send heartbeats on
 * request.
 */

export interface SimulatedController {
  id: string
  secret: string
  hardware: string[]
}

export type ToControllers =
  | { kind: 'connect'; port: number; controllers: SimulatedController[] }
  /**
   * `overMs`: spread evenly over this time; 0: as fast as possible. `watched`: hardware whose sending times are
   * reported.
   */
  | { kind: 'sendHeartbeats'; seq: number; overMs: number; watched: string[] }

export type FromControllers =
  | { kind: 'connected' }
  | { kind: 'sent'; times: Record<string, number> }
  | { kind: 'failed'; words: string }

const report = (message: FromControllers): void => void process.send?.(message)
const lines: { client: MqttClient; id: string; hardware: string }[] = []
const atOnce = 50

async function connect(port: number, controllers: SimulatedController[]): Promise<void> {
  for (let from = 0; from < controllers.length; from += atOnce) {
    const clients = await Promise.all(controllers.slice(from, from + atOnce).map((one) => connectOne(port, one)))
    for (const [index, client] of clients.entries()) {
      const { id, hardware } = certain(controllers[from + index])
      for (const own of hardware) lines.push({ client, id, hardware: own })
    }
  }
  // Neighbours use different connections, as in the field.
  lines.sort((a, b) => (a.hardware < b.hardware ? -1 : 1))
}

async function connectOne(port: number, { id, secret }: SimulatedController): Promise<MqttClient> {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    clientId: id,
    username: id,
    password: secret,
    clean: true,
    keepalive: 300,
  })
  await client.publishAsync(statusTopic(id), JSON.stringify({ online: true, at: new Date().toISOString() }), {
    qos: 1,
    retain: true,
  })
  return client
}

const reading = {
  uptime_s: 3600,
  firmware_name: 'dock',
  firmware_version: '3.2.1',
  pcb_version: 'C',
  protocol_version: '1',
  rssi_dbm: -61,
  wifi: null,
  supply_mv: 12040,
  temperature_c: 21.5,
  config_hash: '0123456789abcdef',
}

async function sendHeartbeats(
  seq: number,
  overMs: number,
  watched: ReadonlySet<string>,
): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  const began = Date.now()
  for (const [index, { client, id, hardware }] of lines.entries()) {
    const due = began + (overMs * index) / lines.length
    if (overMs > 0 && due > Date.now()) await new Promise((done) => setTimeout(done, due - Date.now()))
    // Yields to other events, such as the broker's acknowledgements.
    else if (index % 200 === 199) await new Promise((done) => setImmediate(done))
    if (watched.has(hardware)) times[hardware] = Date.now()
    client.publish(heartbeatTopic(id, hardware), JSON.stringify({ ...reading, seq, at: new Date().toISOString() }), {
      qos: 0,
    })
  }
  return times
}

process.on('message', (message: ToControllers) => {
  const work =
    message.kind === 'connect'
      ? connect(message.port, message.controllers).then(() => report({ kind: 'connected' }))
      : sendHeartbeats(message.seq, message.overMs, new Set(message.watched)).then((times) =>
          report({ kind: 'sent', times }),
        )
  work.catch((error: Error) => report({ kind: 'failed', words: error.message }))
})
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
