import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { certain } from '@wheelhouse/contract/certain.ts'

/**
 * Two stories run at a time. They share one product: a story that changes something claims it first (`claims.ts`) or makes it,
 * and a story that stops or breaks a part starts a separate product.
 */
export const workers = Math.min(2, availableParallelism())
// These are not the usual ports, so that a product that runs beside the stories does not disturb them.
export const firstPort = Number(process.env.E2E_PORT ?? 3910)
export const productUrl = `http://localhost:${firstPort}`
export const identityUrl = `http://localhost:${firstPort + 1}`

// Playwright counts its workers from 0, and starts another one in the place of one that a failure ended.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const firstPortOfOwn = firstPort + 10 * (1 + worker)

/** Names the folder that global setup makes and removes after the last story; the workers inherit the variable. */
export const storiesFolderVariable = 'WHEELHOUSE_E2E_DATA'
/** How many times more often than in reality the riders of the shared product come and go. */
export const rushVariable = 'WHEELHOUSE_E2E_RUSH'
const inStoriesFolder = (name: string): string => join(process.env[storiesFolderVariable] ?? '', name)
/** State of the shared product, with the mails that it sends. */
export const stateFolder = (): string => inStoriesFolder('product')
/** The state of a product before any story, for those that a story starts for itself. */
const seededFolder = (): string => inStoriesFolder('seeded')
/** What a browser stores of the sign-in of each account. */
export const accountsFolder = (): string => inStoriesFolder('accounts')
export const claimsFolder = (): string => inStoriesFolder('claims')
/** For files that a story makes. */
export const makeOwnFolder = (): string => mkdtempSync(inStoriesFolder('own-'))

export interface Product {
  url: string
  pid: number
  end(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** Makes the demonstration in a state folder. Another product starts on a copy of it in a sixth of the time. */
export async function seedProduct(dataDir: string): Promise<void> {
  const child = fork(join(root, 'scripts/seed.ts'), [], {
    cwd: root,
    env: { ...process.env, WHEELHOUSE_DATA: dataDir },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demonstration was not made (${signal ?? `exit code ${code}`})`)
}

/** Starts a product on three ports and a state folder, with its own settings. It ends with this process, even when that is killed. */
export async function startProduct(
  dataDir: string,
  firstPort: number,
  settings: Record<string, string> = {},
): Promise<Product> {
  const env = {
    ...process.env,
    PORT: String(firstPort),
    IDENTITY_PORT: String(firstPort + 1),
    MQTT_PORT: String(firstPort + 2),
    WHEELHOUSE_DATA: dataDir,
    // A story that looks at streets names its own map: none asks a public one.
    MAP_STYLE_URL: '',
    MAP_STYLE_DARK_URL: '',
    ...settings,
  }
  const child = fork(join(root, 'scripts/start.ts'), [], {
    cwd: root,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const product = {
    url: `http://localhost:${firstPort}`,
    pid: certain(child.pid),
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
  try {
    await untilReady(`${product.url}/readyz`, () => child.exitCode === null && child.signalCode === null)
    return product
  } catch (error) {
    await product.end()
    throw error
  }
}

/** Keeps the state of the shared product for those that stories start. It must not be running. */
export const keepSeededState = (): void => copyFolder(stateFolder(), seededFolder())

/** A product of a story that stops or breaks a part of it, or needs its own settings. It begins with the seeded state. */
export function startOwnProduct(settings: Record<string, string>): Promise<Product> {
  const folder = makeOwnFolder()
  copyFolder(seededFolder(), folder)
  return startProduct(folder, firstPortOfOwn, settings)
}

/** Keeps owners and modes: PostgreSQL refuses files that belong to another user, and must be able to enter the folder. */
const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to])

/** Enough for the seed on a machine that is busy with other work. */
const readyWithinMs = 480_000

async function untilReady(url: string, isAlive: () => boolean): Promise<void> {
  for (const since = Date.now(); isAlive(); await new Promise((done) => setTimeout(done, 100))) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (reply?.ok) return
    if (Date.now() - since > readyWithinMs)
      throw new Error(`The product was not ready within ${readyWithinMs / 1000} s`)
  }
  throw new Error('The product ended before it was ready')
}

/** The process of a part of the product, searched among the children of its starter. */
export function partOf(product: Product, part: 'fleet' | 'server' | 'identity'): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1])
      if (parent === product.pid && command.includes(`apps/${part}/src/main.ts`)) return Number(name)
    } catch {
      // The process ended during the search.
    }
  }
  throw new Error(`no ${part} runs below process ${product.pid}`)
}
