import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { certain } from '@wheelhouse/contract/certain.ts'
import { eventTopic, statusTopic } from '@wheelhouse/device-protocol/topics.ts'
import { eventsOfParking } from './bulk-events.ts'

/** Controllers in a separate process, each with its own connection, whose docks report riders that come and go. */

export interface SendingDock {
  hardware_id: string
  key: string
}

export interface SendingController {
  id: string
  secret: string
  docks: SendingDock[]
}

export type ToSenders =
  | { kind: 'connect'; port: number; controllers: SendingController[] }
  /** Each dock reports a whole parking, as fast as its controller's messages are acknowledged. */
  | { kind: 'send'; seq: number }

export type FromSenders = { kind: 'connected' } | { kind: 'acknowledged' } | { kind: 'failed'; words: string }

/** Of one controller, without an acknowledgement. */
const outstandingAtMost = 10
const connectsAtOnce = 50

const report = (message: FromSenders): void => void process.send?.(message)
let senders: { client: MqttClient; controller: SendingController }[] = []

async function connect(port: number, controllers: SendingController[]): Promise<void> {
  for (let from = 0; from < controllers.length; from += connectsAtOnce) {
    const some = controllers.slice(from, from + connectsAtOnce)
    senders = [...senders, ...(await Promise.all(some.map((controller) => connectOne(port, controller))))]
  }
}

async function connectOne(port: number, controller: SendingController) {
  const { id, secret } = controller
  const options = { host: '127.0.0.1', port, clientId: id, username: id, password: secret, clean: true, keepalive: 300 }
  const client = await mqtt.connectAsync(options)
  const online = JSON.stringify({ online: true, at: new Date().toISOString() })
  await client.publishAsync(statusTopic(id), online, { qos: 1, retain: true })
  return { client, controller }
}

function eventOf({ key }: SendingDock, step: number, seq: number): string {
  const isScan = step % 2 === 0
  const data = isScan ? { key, key_type: 'rfid' } : { state: step === 1 ? 'locked' : 'unlocked' }
  const type = isScan ? 'key_scan' : 'dock_state'
  return JSON.stringify({ id: `e${seq + step}`, seq: seq + step, at: new Date().toISOString(), type, data })
}

/** Resolves when all of this controller's messages are acknowledged. */
function sendParkings(client: MqttClient, { id, docks }: SendingController, seq: number): Promise<void> {
  const count = docks.length * eventsOfParking
  let [next, acknowledged] = [0, 0]
  return new Promise((done, fail) => {
    const publish = (): void => {
      const step = Math.floor(next / docks.length)
      const dock = certain(docks[next++ % docks.length])
      client.publish(eventTopic(id, dock.hardware_id), eventOf(dock, step, seq), { qos: 1 }, (error) => {
        if (error) return fail(error)
        if (++acknowledged === count) return done()
        if (next < count) publish()
      })
    }
    while (next < Math.min(outstandingAtMost, count)) publish()
  })
}

async function sendAll(seq: number): Promise<void> {
  await Promise.all(senders.map(({ client, controller }) => sendParkings(client, controller, seq)))
}

process.on('message', (message: ToSenders) => {
  const work =
    message.kind === 'connect'
      ? connect(message.port, message.controllers).then(() => report({ kind: 'connected' }))
      : sendAll(message.seq).then(() => report({ kind: 'acknowledged' }))
  work.catch((error: Error) => report({ kind: 'failed', words: error.message }))
})
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
