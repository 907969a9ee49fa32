import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp } from './test-app.ts'

const WHEELHOUSE_KEY = 'a key of this test'

/** The services and the real identity provider, which runs as a separate process on the same database, as in production. */
export async function openPeoplePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-people-'))
  const IDENTITY_PORT = String(await freePort())
  const w = await testApp({ IDENTITY_PORT, WHEELHOUSE_KEY })
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: w.urls.identity,
    IDENTITY_PORT,
    WHEELHOUSE_DATA: folder,
    WHEELHOUSE_KEY,
    WHEELHOUSE_LOG: 'silent',
  }
  const main = join(import.meta.dirname, '../../../identity/src/main.ts')
  const provider = fork(main, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
  await once(provider, 'message')
  async function end(): Promise<void> {
    provider.kill('SIGTERM')
    await once(provider, 'exit')
    await w.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { w, folder, end }
}
export type PeoplePlace = Awaited<ReturnType<typeof openPeoplePlace>>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
