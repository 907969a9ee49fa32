import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('O2: interrupted during npm ci, the start ends only when npm and its children have ended', async () => {
  const root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  const bin = join(root, 'bin')
  for (const folder of ['bin', 'scripts', 'node_modules']) mkdirSync(join(root, folder))
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts', 'bootstrap.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  // Like npm in the middle of its work, it does not end on the signal of a terminal.
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ntrap '' INT TERM\nsleep 60 &\necho $! > ${root}/pids\nwait\nwait\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const child = spawn(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], {
    env: { PATH: `${bin}:/usr/bin:/bin` },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => existsSync(join(root, 'pids')), { timeout: 10_000 }).toBe(true)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(130)
  const pid = readFileSync(join(root, 'pids'), 'utf8').trim()
  const state = (): string => (existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  await expect.poll(() => /^$|\) Z/.test(state())).toBe(true)
  rmSync(root, { recursive: true })
})
