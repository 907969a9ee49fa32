import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import { eventTopic } from '@wheelhouse/device-protocol/topics.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import type { Filled } from '../fixtures.ts'
import { openLiveReader } from '../live-reader.ts'
import { interleaved, quantile } from '../measure.ts'
import type { Server } from '../server.ts'
import { roundTrip, simulateDevice, targetIn } from './command-round-trip.ts'
import type { Target } from './command-round-trip.ts'

const sessions = 10_000
const commandsARound = 60
const eventsPerSecond = 4_000
const everyMs = 10

export const noisyNeighbour: Bench = {
  name: 'noisy-neighbour',
  fault: 'the device at the other location never answers',
  async run(fixtures, options) {
    const book = ledger('noisy-neighbour', fixtures)
    const filled = await fixtures.filled({ sessions })
    const server = await fixtures.server(filled)
    const token = await fixtures.identity.token(filled.scale.people.everything.id)
    const target = await targetIn(filled)
    const noisy = await targetIn(filled, target.controller_id)
    const device = await simulateDevice(server, target, options.isFaulty)
    const reader = await openLiveReader(server.url, token)
    const quiet = async (): Promise<number> => {
      const times: number[] = []
      for (let n = 0; n < commandsARound; n++) times.push(await roundTrip(server, token, target.device_id, reader))
      await deliverEvents(filled, device, target)
      return quantile(times, 0.99)
    }
    try {
      await quiet()
      book.add(
        {
          what: `command elsewhere while one controller sends ${eventsPerSecond} events a second, p99`,
          size: '1 of the controllers floods',
          unit: 'ms',
          peerName: 'the same without the flood',
          aim: { is: 'peer plus', more: 1_000 },
        },
        await interleaved(options.rounds, () => duringFlood(server, noisy, quiet), quiet),
      )
    } finally {
      reader.close()
      await device.endAsync(true)
    }
    return book.lines
  },
}

// A counter far ahead of the last one would be refused.
let serial = Math.floor(Date.now() / 1_000)
const eventOf = (type: string, data: object): string => {
  serial++
  return JSON.stringify({ id: `b${crypto.randomUUID()}`, seq: serial, at: new Date().toISOString(), type, data })
}

async function duringFlood(server: Server, noisy: Target, work: () => Promise<number>): Promise<number> {
  const { controller_id: id, secret, hardware_id } = noisy
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: server.mqttPort,
    clientId: id,
    username: id,
    password: secret,
    clean: true,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  const topic = eventTopic(id, hardware_id)
  let sent = 0
  const timer = setInterval(() => {
    // Beyond this the connection itself holds back, as it does for a real device.
    if (client.stream.writableLength > 1_000_000) return
    for (let n = 0; n < (eventsPerSecond * everyMs) / 1_000; n++, sent++)
      client.publish(topic, eventOf('door', { state: 'open' }), { qos: 1 }, () => {})
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    must(sent > 1_000, `The flood was only ${sent} events`)
    await client.endAsync(true)
  }
}

const deliveredWithinMs = 10_000

/** The other controller's events must all arrive. */
async function deliverEvents({ pool }: Filled, device: MqttClient, target: Target): Promise<void> {
  const topic = eventTopic(target.controller_id, target.hardware_id)
  const count = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from device_events where hardware_id = $1',
      [target.hardware_id],
    )
    return rows[0]?.count ?? 0
  }
  const before = await count()
  const sent = 20
  const until = Date.now() + deliveredWithinMs
  for (let n = 0; n < sent; n++) await device.publishAsync(topic, eventOf('door', { state: 'open' }), { qos: 1 })
  while ((await count()) < before + sent)
    must(Date.now() < until, 'Events of the other controller did not arrive within 10 s')
}
