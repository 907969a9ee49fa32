import { expect, test } from 'vitest'
import { added, planted, project, without } from './planted.ts'
import { proofTableFaults } from './proof-table.ts'

const page = 'docs/SECURITY.md'

test('each fault and attack names what covers it, and what is named exists', () => {
  expect(proofTableFaults(project)).toEqual([])
})

test('planted: a test that was deleted, a command without a row, and a row without anything', () => {
  expect(added(proofTableFaults, without('apps/server/src/http/database-faults.test.ts'))).not.toEqual([])
  expect(added(proofTableFaults, without('bench/faults/server-kill.ts'))).toHaveLength(1)
  expect(added(proofTableFaults, planted(['bench/faults/clock-kill.ts', '']))).toHaveLength(1)
  const row = '| dependency audit |'
  const text = project.get(page) ?? ''
  expect(text).toContain(row)
  expect(added(proofTableFaults, planted([page, text.replace(row, `| planted | soon |\n${row}`)]))).toHaveLength(1)
})
