import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** How many stories are told at once, each worker's on a product of its own: no story meets what another one changes. */
export const workers = Math.min(2, availableParallelism())

/** Away from the usual ports, so that a product running beside the stories does not disturb them. */
export const portsOf = (worker: number) => {
  const first = Number(process.env.E2E_PORT ?? 3910) + 10 * worker
  return { console: first, identity: first + 1, broker: first + 2, second: first + 5 }
}

// Playwright counts its workers from 0, and starts another one in the place of one that a failure ended.
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** Those of this worker's product; `second` is the first of three that are free for a product of the story's own. */
export const ports = portsOf(worker)
export const productUrl = `http://localhost:${ports.console}`
export const identityUrl = `http://localhost:${ports.identity}`

/** Names the folder that is removed after the last story. Each product holds its state in it, where its mails lie too. */
export const storiesFolderVariable = 'WHEELHOUSE_E2E_DATA'
const inStoriesFolder = (name: string): string => join(process.env[storiesFolderVariable] ?? '', name)
export const stateFolderOf = (ofWorker: number): string => inStoriesFolder(String(ofWorker))
export const stateFolder = (): string => stateFolderOf(worker)
/** For what a story lays down itself. */
export const ownFolder = (): string => mkdtempSync(inStoriesFolder('own-'))

export interface Product {
  url: string
  pid: number
  end(): Promise<void>
}

/** A product on three ports and a state folder, with its own settings. It ends with us, even when we are killed. */
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
    ...settings,
  }
  const root = join(import.meta.dirname, '..')
  const child = fork(join(root, 'scripts/start.ts'), [], {
    cwd: root,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const product = {
    url: `http://localhost:${firstPort}`,
    pid: child.pid as number,
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

const readyWithinMs = 180_000

async function untilReady(url: string, isAlive: () => boolean): Promise<void> {
  for (const since = Date.now(); isAlive(); await new Promise((done) => setTimeout(done, 100))) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (reply?.ok) return
    if (Date.now() - since > readyWithinMs)
      throw new Error(`The product was not ready within ${readyWithinMs / 1000} s`)
  }
  throw new Error('The product ended before it was ready')
}

/** The process of a part of the product, found below its starter. */
export function partOf(product: Product, part: 'fleet' | 'server' | 'identity'): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1])
      if (parent === product.pid && command.includes(`apps/${part}/src/main.ts`)) return Number(name)
    } catch {
      // It ended while we looked.
    }
  }
  throw new Error(`no ${part} runs below process ${product.pid}`)
}
