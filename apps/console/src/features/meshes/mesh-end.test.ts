import { expect, test } from 'vitest'
import { meshEnd } from './mesh-end.ts'

test.each([
  [{ status: 'failed', failure: 'child_not_found' }, { words: 'Create mesh failed: child not found' }],
  [{ status: 'unhandled', failure: null }, { words: 'Create mesh failed: unhandled' }],
  [{ status: 'hardware_timeout', failure: null }, { words: 'Create mesh timed out' }],
  [{ status: 'success', failure: null }, {}],
] as const)('spec 8: a new mesh that ends as %o', (command, words) => {
  expect(meshEnd(command)).toEqual(words)
})
