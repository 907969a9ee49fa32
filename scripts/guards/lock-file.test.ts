import { expect, test } from 'vitest'
import { lockFileFaults } from './lock-file.ts'
import { added, planted, project } from './planted.ts'

const path = 'package-lock.json'
const lock = JSON.parse(project.get(path) ?? '')

test('each package that is installed has the hash of its content, and no script runs that is not allowed by name', () => {
  expect(lockFileFaults(project)).toEqual([])
})

test.each([
  ['a package without a hash', { version: '1.0.0' }],
  ['a script that nobody allowed', { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true }],
])('planted: %s', (_says, entry) => {
  const text = JSON.stringify({ ...lock, packages: { ...lock.packages, 'node_modules/@planted/one': entry } })
  expect(added(lockFileFaults, planted([path, text]))).toHaveLength(1)
})
