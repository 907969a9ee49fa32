import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

interface Run {
  child: ChildProcess
  ready: Promise<void>
  ended: Promise<{ code: number | null; output: string }>
}

function run(env: Record<string, string>): Run {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ready = new Promise<void>((done) =>
    child.on('message', (message) => (message as { ready?: boolean }).ready && done()),
  )
  // 'exit' and not 'close', which is not emitted after disconnect().
  const exited = new Promise<number | null>((done) => child.on('exit', done))
  const silent = new Promise<void>((done) => child.stderr?.on('close', done))
  const ended = Promise.all([exited, silent]).then(([code]) => ({ code, output }))
  return { child, ready, ended }
}

async function withPort<T>(use: (port: number, free: () => Promise<void>) => Promise<T>): Promise<T> {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const free = () => new Promise<void>((done) => holder.close(() => done()))
  try {
    return await use((holder.address() as AddressInfo).port, free)
  } finally {
    if (holder.listening) await free()
  }
}

test.each(['SIGTERM', 'disconnect'] as const)(
  'it reports when it is ready and shuts down in order at %s',
  async (how) => {
    await withPort(async (port, free) => {
      await free()
      const { child, ready, ended } = run({ DATABASE_URL: database.url, IDENTITY_PORT: String(port), PORT: '3999' })
      await ready
      const { issuer } = (await (await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`)).json()) as {
        issuer: string
      }
      expect(issuer).toBe(`http://localhost:${port}`)
      if (how === 'SIGTERM') child.kill('SIGTERM')
      else child.disconnect()
      expect(await ended).toEqual({ code: 0, output: '' })
    })
  },
)

test('connections that never sent anything do not delay the shutdown', async () => {
  await withPort(async (port, free) => {
    await free()
    const { child, ready, ended } = run({
      DATABASE_URL: database.url,
      IDENTITY_PORT: String(port),
      WHEELHOUSE_LOG: 'silent',
    })
    await ready
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await once(silent, 'connect')
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, output: '' })
  })
})

test('a port in use is reported in one sentence with exit code 1', async () => {
  await withPort(async (port) => {
    const { ended } = run({ DATABASE_URL: database.url, IDENTITY_PORT: String(port) })
    expect(await ended).toEqual({
      code: 1,
      output: `Port ${port} is in use: stop the program that uses it, or set IDENTITY_PORT to another port.\n`,
    })
  })
})

test.each([
  [{}, 'DATABASE_URL is missing'],
  [{ IDENTITY_PORT: '70000' }, "IDENTITY_PORT is '70000'"],
  [{ CONSOLE_URL: 'javascript:x' }, "CONSOLE_URL is 'javascript:x'"],
  [{ SIGN_IN_ATTEMPTS_PER_MINUTE: 'many' }, "SIGN_IN_ATTEMPTS_PER_MINUTE is 'many'"],
])('wrong setting %j is reported in one sentence with exit code 1', async (env, sentence) => {
  const { ended } = run({
    ...(Object.keys(env).length ? { DATABASE_URL: database.url } : {}),
    ...(env as Record<string, string>),
  })
  const { code, output } = await ended
  expect(code).toBe(1)
  expect(output).toContain(sentence)
  expect(output.trim().split('\n')).toHaveLength(1)
})
