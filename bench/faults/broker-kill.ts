import { setTimeout as pause } from 'node:timers/promises'
import { startAnswering } from '../../apps/server/test/gateway/device-load.ts'
import { must } from '../bench.ts'
import { brokerUrl, openBroker } from './broker.ts'
import { checkEnds, openCommands, sendToAll } from './commands.ts'
import type { Fault } from './fault.ts'
import { holdsWithin, openGround, secret } from './ground.ts'

const timeLimitS = 15
const endsWithinMs = 45_000
const longestAnswerMs = 3_000

/** Kills the broker alone, while the services run and commands are on their way. */
export const brokerKill: Fault = {
  name: 'broker-kill',
  usualTimes: 3,
  planted: 'commands have no time limit, and hardware answers none',
  async run(fixtures, { times, isFaulty }) {
    const ground = await openGround(fixtures, { writers: 0 })
    const broker = await openBroker(ground)
    const [sent, inFlight]: [string[], number[]] = [[], []]
    try {
      const COMMAND_TIMEOUT_S = String(isFaulty ? 3_600 : timeLimitS)
      const server = await ground.startServer({ MQTT_URL: brokerUrl(broker.port), COMMAND_TIMEOUT_S })
      const answerMs = isFaulty ? 1_000_000 : longestAnswerMs
      const hardware = startAnswering({ docks: ground.docks, secret, mqttPort: broker.port }, () =>
        isFaulty ? answerMs : Math.random() * answerMs,
      )
      try {
        for (let round = 1; round <= times; round++) {
          const ids = await sendToAll(ground, server.url)
          sent.push(...ids)
          await pause(Math.random() * 1_000)
          await broker.kill()
          inFlight.push(await openCommands(ground, ids))
          await pause(500)
          await broker.startAgain()
          const isOver = await holdsWithin(endsWithinMs, async () => (await openCommands(ground, ids)) === 0)
          must(isOver, `${await openCommands(ground, ids)} commands never end`)
          await checkEnds(ground, ids)
        }
      } finally {
        await hardware.end()
      }
      await checkEnds(ground, sent)
      must(Math.max(0, ...inFlight) > 0, 'No command was in flight at a kill')
      return `The broker was killed ${times} times with ${inFlight.join(', ')} of ${ground.docks.length} commands in flight: each of the ${sent.length} has exactly one end`
    } finally {
      await broker.close()
      await ground.close()
    }
  },
}
