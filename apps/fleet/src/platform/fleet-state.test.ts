import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFleetMemory } from './fleet-state.ts'
import type { Memory } from './fleet-state.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleet-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const dock: Memory = {
  boot_count: 3,
  state: 'unlocked',
  key: null,
  since: '2026-05-01T08:00:00.000Z',
  access_list: null,
}

test('a state file that cannot be written does not end the fleet: it is logged once and written later', () => {
  const log = { info: vi.fn(), warn: vi.fn() }
  const memory = openFleetMemory(folder, log)
  const inTheWay = join(folder, 'fleet-state.json.new')
  mkdirSync(inTheWay)
  memory.keep('40001', dock)
  memory.save()
  memory.save()
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(log.info).not.toHaveBeenCalled()

  rmdirSync(inTheWay)
  memory.save()
  expect(JSON.parse(readFileSync(join(folder, 'fleet-state.json'), 'utf8')).hardware['40001']).toMatchObject(dock)
  expect(log.info).toHaveBeenCalledTimes(1)
  memory.save()
  expect(log.info).toHaveBeenCalledTimes(1)
  expect(openFleetMemory(folder, log).of('40001')).toMatchObject(dock)
})
