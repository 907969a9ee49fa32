import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildConsole } from '../../scripts/console-build.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { root } from '../fixtures.ts'
import type { Fixtures } from '../fixtures.ts'
import { ask } from '../http-load.ts'
import { interleaved, repeated } from '../measure.ts'
import { freePort, launch, serverEnvironment, serverModule, stopped } from '../server.ts'

const sessions = 10_000
const answersWithinMs = 120_000

export const coldStart: Bench = {
  name: 'cold-start',
  fault: 'another program already answers on the port',
  async run(fixtures, options) {
    const book = ledger('cold-start', fixtures)
    const filled = await fixtures.filled({ sessions })
    await fixtures.stopServer()
    const env = await serverEnvironment({
      databaseUrl: filled.url,
      identity: fixtures.identity,
      folder: fixtures.folder,
    })
    const peerEnv = { ...env, PORT: String(await freePort()) }
    const coldPeer = join(import.meta.dirname, '../peers/cold-peer.ts')
    const other = options.isFaulty ? launch(coldPeer, env, join(fixtures.folder, 'peer.log')) : undefined
    if (other) await untilAnswered(other, Number(env.PORT), performance.now())
    const log = join(fixtures.folder, 'server.log')
    const subject = () => execToAnswer(() => launch(serverModule, env, log), Number(env.PORT))
    const peer = () => execToAnswer(() => launch(coldPeer, peerEnv, log), Number(peerEnv.PORT))
    try {
      await subject()
      const description = { size: 'installed', unit: 'ms' }
      book.add(
        {
          ...description,
          what: 'the server, from exec to the first 200 of /readyz',
          peerName: 'node:http and a pg pool',
          aim: { is: 'under', value: 2_000 },
        },
        await interleaved(options.rounds, subject, peer),
      )
      const whole = await wholeStart(fixtures)
      // The first start creates the demonstration data.
      await whole()
      book.add(
        {
          ...description,
          what: 'npm start with PostgreSQL, identity provider and broker',
          peerName: '–',
          aim: { is: 'under', value: 2_000 },
        },
        await repeated(options.rounds, whole),
      )
    } finally {
      if (other) await stopped(other)
    }
    return book.lines
  },
}

async function execToAnswer(start: () => ChildProcess, port: number): Promise<number> {
  await mustBeSilent(port)
  const began = performance.now()
  const child = start()
  try {
    return await untilAnswered(child, port, began)
  } finally {
    await stopped(child)
  }
}

async function mustBeSilent(port: number): Promise<void> {
  const reply = await ask({ url: `http://localhost:${port}/readyz` }).catch(() => undefined)
  must(reply === undefined, 'Another program answers before the subject is started')
}

async function untilAnswered(child: ChildProcess, port: number, began: number): Promise<number> {
  while (performance.now() - began < answersWithinMs) {
    must(child.exitCode === null && child.signalCode === null, 'The subject ended before it answered')
    const reply = await ask({ url: `http://localhost:${port}/readyz` }).catch(() => undefined)
    if (reply?.status === 200) return performance.now() - began
    await pause(4)
  }
  throw new Error('The subject never answered')
}

/** Runs `npm start` without npm, with its own state folder and ports. */
async function wholeStart({ folder, say }: Fixtures): Promise<() => Promise<number>> {
  await buildConsole(say)
  const [port, identity, broker] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    WHEELHOUSE_DATA: join(folder, 'demonstration'),
    DATABASE_URL: '',
    NODE_ENV: 'development',
    PORT: String(port),
    IDENTITY_PORT: String(identity),
    MQTT_PORT: String(broker),
  }
  const log = openSync(join(folder, 'start.log'), 'a')
  const start = () =>
    spawn(process.execPath, [join(root, 'scripts', 'start.ts')], { cwd: root, env, stdio: ['ignore', log, log] })
  return () => execToAnswer(start, port)
}
