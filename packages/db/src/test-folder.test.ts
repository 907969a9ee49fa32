import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { spawnSync } from 'node:child_process'
import { makeTestFolder } from './test-folder.ts'

test('what a killed run left is removed by the next one, and the folder of a run that goes on stays', async () => {
  const left = mkdtempSync(join(tmpdir(), 'left-'))
  const prefix = `${basename(left)}-`
  const [dead, running] = ['dead', 'running'].map((name) => join(tmpdir(), `${prefix}${name}`))
  try {
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    for (const [folder, owner] of [
      [certain(dead), ended],
      [certain(running), process.pid],
    ] as const) {
      mkdirSync(join(folder, 'product', 'postgres'), { recursive: true })
      writeFileSync(join(folder, 'owner'), String(owner))
    }
    const made = makeTestFolder(prefix, Number.MAX_SAFE_INTEGER)
    await expect.poll(() => existsSync(certain(dead))).toBe(false)
    expect([made, certain(running)].map((folder) => existsSync(folder))).toEqual([true, true])
    rmSync(made, { recursive: true })
  } finally {
    for (const folder of [left, certain(dead), certain(running)]) rmSync(folder, { recursive: true, force: true })
  }
})
