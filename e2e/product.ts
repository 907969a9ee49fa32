import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Away from the usual ports, so that a product running beside the stories does not disturb them. */
export const ports = { console: 3910, identity: 3911, broker: 3912 }
export const productUrl = `http://localhost:${ports.console}`

export interface Product {
  url: string
  pid: number
  end(): Promise<void>
}

/** A second product of a story's own, with other settings. */
export async function startProduct(dataDir: string, firstPort: number, settings: Record<string, string>): Promise<Product> {
  const env = {
    ...process.env,
    PORT: String(firstPort),
    IDENTITY_PORT: String(firstPort + 1),
    MQTT_PORT: String(firstPort + 2),
    WHEELHOUSE_DATA: dataDir,
    ...settings,
  }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: join(import.meta.dirname, '..'), env, stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `http://localhost:${firstPort}`
  await untilReady(`${url}/readyz`, () => child.exitCode === null)
  return {
    url,
    pid: child.pid as number,
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(url: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await new Promise((done) => setTimeout(done, 200))
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
