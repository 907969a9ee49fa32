import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../scripts/console-build.ts'
import { portsOf, startProduct, stateFolderOf, storiesFolderVariable, workers } from './product.ts'

/** The console is built once, then a product for each worker is started; afterwards nothing of them is left. */
export default async function startProducts(): Promise<() => Promise<void>> {
  await buildConsole((line) => void process.stdout.write(`${line}\n`))
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-e2e-'))
  // PostgreSQL's own user, where it needs one, must get in.
  chmodSync(folder, 0o711)
  // The workers inherit it.
  process.env[storiesFolderVariable] = folder
  const starts = Array.from({ length: workers }, (_, worker) =>
    startProduct(stateFolderOf(worker), portsOf(worker).console),
  )
  async function end(): Promise<void> {
    const started = (await Promise.allSettled(starts)).flatMap((start) =>
      start.status === 'fulfilled' ? [start.value] : [],
    )
    await Promise.all(started.map((product) => product.end()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(starts)
    return end
  } catch (error) {
    await end()
    throw error
  }
}
