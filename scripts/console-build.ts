import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { step } from './progress.ts'
import type { Say } from './progress.ts'
import { StartError } from './settings.ts'

export const root = dirname(import.meta.dirname)
const consoleFolder = join(root, 'apps', 'console')
export const dist = join(consoleFolder, 'dist')
const stampFile = join(root, 'node_modules', '.wheelhouse-console')
const sources = ['apps/console', 'packages/contract/src', 'package-lock.json']
const notSources = new Set(['dist', 'node_modules'])

/** Builds the console if one of its sources changed since the last build. */
export async function buildConsole(say: Say, signal?: AbortSignal): Promise<void> {
  const isBuilt = existsSync(join(dist, 'index.html')) && existsSync(stampFile)
  if (isBuilt && readFileSync(stampFile, 'utf8') === stampOfSources()) return
  rmSync(stampFile, { force: true })
  await step(say, 'Building the console', () => build(signal))
  // Written after the build, because the build writes its route tree among the sources.
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stampOfSources())
}

async function build(signal?: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: consoleFolder,
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new StartError(`The console could not be built:\n${output.trim()}`)
}

function stampOfSources(): string {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const stat = statSync(path)
  if (!stat.isDirectory()) {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(path).toSorted()) if (!notSources.has(name)) addTo(hash, join(path, name))
}
