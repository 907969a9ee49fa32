import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad } from '../../apps/server/test/gateway/device-load.ts'
import { databaseGate } from '../../apps/server/test/support/database-gate.ts'
import { roughLink } from '../../apps/server/test/support/rough-link.ts'
import type { RoughLink } from '../../apps/server/test/support/rough-link.ts'
import { must } from '../bench.ts'
import { brokerUrl, openBroker } from './broker.ts'
import type { Fault } from './fault.ts'
import { holdsWithin, openGround, secret } from './ground.ts'
import type { Ground } from './ground.ts'
import { checkPayments, plantDouble, startRefunds } from './payments.ts'
import { checkAll, underLoad } from './server-kill.ts'
import { startWrites } from './writes.ts'

const charges = 20
const settlesWithinMs = 90_000
/** A silent connection to the database is broken by then, without a reset. */
const givenUpWithinMs = 35_000

/** Each kind of trouble with all links, one after the other, for a few seconds. */
const troubles: readonly ((links: readonly RoughLink[]) => Promise<void>)[] = [
  async function delayed(links) {
    for (const link of links) link.delay(40)
    await pause(4_000)
    for (const link of links) link.delay(0)
  },
  async function dropped(links) {
    for (let n = 0; n < 5; n++) {
      for (const link of links) link.cut()
      await pause(600)
    }
  },
  async function halved(links) {
    for (let n = 0; n < 5; n++) {
      for (const link of links) link.halve(3)
      await pause(600)
    }
    for (const link of links) link.halve(0)
  },
  async function reset(links) {
    for (let n = 0; n < 5; n++) {
      for (const link of links) link.reset()
      await pause(600)
    }
  },
  async function silent(links) {
    for (const link of links) link.silence()
    await pause(3_000)
    for (const link of links) link.reset()
  },
  async function silentForGood([database]) {
    database?.silence()
    await pause(givenUpWithinMs)
  },
  async function shut(links) {
    for (const link of links) link.shut()
    await pause(3_000)
    for (const link of links) link.open()
  },
]

/** Puts rough links between the services and their database, and between the broker and both of its sides. */
export const slowLinks: Fault = {
  name: 'slow-links',
  usualTimes: 1,
  planted: 'one charge is booked a second time at the payment provider',
  async run(fixtures, { times, isFaulty }) {
    const ground = await openGround(fixtures, { writers: 3 })
    const broker = await openBroker(ground)
    const toBroker = (): net.Socket => net.connect(broker.port, '127.0.0.1')
    const database = await databaseGate(ground.databaseUrl)
    const [gateway, devices] = [await roughLink(toBroker), await roughLink(toBroker)]
    try {
      const server = await ground.startServer({ DATABASE_URL: database.url, MQTT_URL: brokerUrl(gateway.port) })
      const words = await underTrouble(ground, server.url, [database, gateway, devices], times, isFaulty)
      must(database.halved() > 0, 'No reply of the database was cut in the middle')
      return `${words}; ${database.halved()} replies of the database were cut in the middle`
    } finally {
      await ground.close()
      for (const link of [database, gateway, devices]) link.close()
      await broker.close()
    }
  },
}

async function underTrouble(
  ground: Ground,
  url: string,
  links: readonly [RoughLink, RoughLink, RoughLink],
  times: number,
  isFaulty: boolean,
): Promise<string> {
  const writes = startWrites(ground, url)
  const load = startLoad({ docks: ground.docks, secret, mqttPort: links[2].port })
  const refunds = await startRefunds(ground, url, charges)
  try {
    for (let round = 0; round < times; round++)
      for (const trouble of troubles) {
        await underLoad(load, writes)
        await trouble(links)
      }
    await underLoad(load, writes)
    const isSettled = await holdsWithin(settlesWithinMs, () => refunds.count() === charges)
    must(isSettled, `${charges - refunds.count()} payments are not refunded: ${refunds.unexplained[0] ?? 'no answer'}`)
  } finally {
    refunds.end()
    await Promise.all([load.stop(), writes.stop(), refunds.done])
  }
  if (isFaulty) await plantDouble(ground)
  await checkAll(ground, load, writes)
  await checkPayments(ground, refunds)
  const { labels, slowestMs } = writes.confirmed
  return `Links were delayed, dropped, halved, reset, silent, silent for good and shut ${times} times; ${labels.length} writes and ${load.acknowledged.length} events are kept, ${charges} payments were charged and refunded once; the slowest call took ${(slowestMs / 1_000).toFixed(1)} s`
}
