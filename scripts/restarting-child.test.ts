import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RestartingChild } from './restarting-child.ts'

let folder: string
let said: string[]
let child: RestartingChild | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restarting-'))
  mkdirSync(join(folder, 'src'))
  said = []
})
afterEach(async () => {
  await child?.stop(1_000)
  child = undefined
  rmSync(folder, { recursive: true, force: true })
})

const servingApp = (label: string): string => `
import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(join(folder, 'label'))}, '${label}')
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
`
const save = (text: string, file = 'app.mjs'): void => writeFileSync(join(folder, 'src', file), text)

function keep(): RestartingChild {
  child = new RestartingChild({
    name: 'server',
    module: join(folder, 'src', 'app.mjs'),
    env: process.env,
    sources: [join(folder, 'src')],
    say: (line) => said.push(line),
  })
  return child
}

test('an app is restarted when one of its sources is saved', async () => {
  save(servingApp('first'))
  const kept = keep()
  await kept.ready
  save(servingApp('second'))
  await expect.poll(() => said).toContainEqual(expect.stringMatching(/app\.mjs was saved; restarting the server\.$/))
  expect(await kept.isServing()).toBe(true)
  expect(said.at(-1)).toMatch(/^The server serves again \(/)
})

test('a broken edit is reported, and the next save recovers', async () => {
  save(servingApp('first'))
  const kept = keep()
  await kept.ready
  save('process.exit(3)')
  const report = 'The server ended (exit code 3); it starts again when one of its source files is saved.'
  await expect.poll(() => said).toContain(report)
  expect(await kept.isServing()).toBe(false)
  save(servingApp('second'))
  await expect.poll(() => said.at(-1)).toMatch(/^The server serves again/)
  expect(await kept.isServing()).toBe(true)
})

test('a request that arrives while the app restarts waits for it', async () => {
  save(servingApp('first'))
  const kept = keep()
  await kept.ready
  save('setTimeout(() => process.exit(3), 60_000)')
  await expect.poll(() => said).toHaveLength(1)
  const waiting = kept.isServing()
  save(servingApp('second'))
  expect(await waiting).toBe(true)
})

test('a saved test restarts nothing', async () => {
  save(servingApp('first'))
  const kept = keep()
  await kept.ready
  save('export {}', 'planted.test.ts')
  save(servingApp('second'))
  await expect.poll(() => said).toHaveLength(2)
  expect(said[0]).toContain('app.mjs was saved')
})

test('an app that never started ends the start', async () => {
  save('process.exit(1)')
  await expect(keep().ready).rejects.toThrow('The server did not start (exit code 1).')
})
