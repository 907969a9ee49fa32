import { join } from 'node:path'
import { codeOf, messageOf, nameOf, traceOf } from '@wheelhouse/db/thrown.ts'
import { root } from './console-build.ts'
import { accounts, password } from './demonstration.ts'
import { seedDatabase } from './demonstration-seed.ts'
import { StartError, isLoopback, readSettings } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { ChildFailed, startWheelhouse } from './wheelhouse.ts'
import type { Parts, Start } from './wheelhouse.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const app = (name: string): string => join(root, 'apps', name, 'src', 'main.ts')
const apps = { identity: app('identity'), server: app('server'), fleet: app('fleet') }

const began = Date.now()

// A Ctrl-C reaches the whole process group and comes once more from npm: within this time both count as one.
const sameSignalMs = 1_000

/** How the console is served, and how the apps are kept running: what `npm start` and `npm run dev` do differently. */
export type Manner = Pick<Parts, 'buildConsole' | 'keep'>

/** Starts everything in this terminal, until a signal ends it. */
export async function runInForeground(mannerOf: (settings: StartSettings) => Manner | Promise<Manner>): Promise<void> {
  try {
    const settings = readSettings(process.env)
    for (const warning of settings.warnings) process.stderr.write(`${warning}\n`)
    const { buildConsole, keep } = await mannerOf(settings)
    const start = startWheelhouse(settings, { apps, buildConsole, keep, seed: seedDatabase }, say)
    endOnSignals(start)
    await serve(start, settings)
  } catch (error) {
    giveUp(error)
  }
}

async function serve(start: Start, settings: StartSettings): Promise<void> {
  try {
    const { isDemonstration } = await start.serving
    say(readyLines(settings, isDemonstration).join('\n'))
    await start.failure
  } catch (error) {
    await start.stop()
    // A signal ended the start; its handler reports that and exits.
    if (nameOf(error) === 'AbortError') return
    throw error
  }
}

function giveUp(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError || error instanceof ChildFailed) return error.message
  // 53100 is PostgreSQL's code for a full disk.
  if (['ENOSPC', '53100'].includes(codeOf(error) ?? '')) return `The disk is full: ${messageOf(error)}.`
  return traceOf(error)
}

function readyLines(
  { ports, host, dataDir, databaseUrl, mqttUrl, identityUrl }: StartSettings,
  isDemonstration: boolean,
): string[] {
  const name = isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const demonstration = [
    `  Sign in as           ${accounts.join(', ')}`,
    `                       password: ${password}`,
  ]
  return [
    `Wheelhouse is ready (${((Date.now() - began) / 1000).toFixed(1)} s).`,
    `  Console and API      http://${name}:${ports.PORT}`,
    `  Identity provider    ${identityUrl ?? `http://${name}:${ports.IDENTITY_PORT}`}`,
    `  Device broker        ${mqttUrl ? withoutSecret(mqttUrl) : `mqtt://${name}:${ports.MQTT_PORT}`}`,
    `  State                ${dataDir}${databaseUrl ? ', and the database of DATABASE_URL' : ''}`,
    ...(isDemonstration ? demonstration : []),
    '  Ctrl-C ends it.',
  ]
}

const withoutSecret = (url: string): string => `${new URL(url).protocol}//${new URL(url).host}`

function endOnSignals(start: Start): void {
  let firstAt = 0
  async function end(signal: string): Promise<void> {
    if (firstAt > 0 && (signal !== 'SIGINT' || Date.now() - firstAt < sameSignalMs)) return
    const isSecond = firstAt > 0
    firstAt = Date.now()
    say(isSecond ? 'Ending at once.' : 'Ending ...')
    await (isSecond ? start.kill() : start.stop())
    process.exit(isSecond ? 130 : 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal))
  // The process that started this one was killed.
  if (process.channel) process.on('disconnect', () => void end('disconnect'))
}
