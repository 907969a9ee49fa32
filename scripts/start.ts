import { join } from 'node:path'
import { buildConsole, root } from './console-build.ts'
import { accounts, password } from './demonstration.ts'
import { seedDatabase } from './demonstration-seed.ts'
import { StartError, isLoopback, readSettings } from './settings.ts'
import type { StartSettings } from './settings.ts'
import { ChildFailed, startWheelhouse } from './wheelhouse.ts'
import type { Start } from './wheelhouse.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const app = (name: string): string => join(root, 'apps', name, 'src', 'main.ts')
const apps = { identity: app('identity'), server: app('server'), fleet: app('fleet') }

const began = Date.now()

// A Ctrl-C comes to the whole group and once more from npm: within this time it is one.
const sameSignalMs = 1_000

async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env)
    for (const warning of settings.warnings) process.stderr.write(`${warning}\n`)
    const start = startWheelhouse(settings, { apps, buildConsole, seed: seedDatabase }, say)
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
    // Ended by a signal, which says its own goodbye.
    if ((error as Error).name === 'AbortError') return
    throw error
  }
}

function giveUp(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  const { code, message, stack } = error as { code?: string; message?: string; stack?: string }
  if (error instanceof StartError || error instanceof ChildFailed) return error.message
  // 53100 is PostgreSQL's word for it.
  if (code === 'ENOSPC' || code === '53100') return `The disk is full: ${message}.`
  return stack ?? String(error)
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
  // Whoever started us was killed.
  if (process.channel) process.on('disconnect', () => void end('disconnect'))
}

void main()
