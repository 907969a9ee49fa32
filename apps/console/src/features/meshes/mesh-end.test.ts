import { expect, test } from 'vitest'
import { meshEnd } from './mesh-end.ts'

const created_at = '2026-05-01T10:00:00.000Z'
const after = (seconds: number): number => Date.parse(created_at) + seconds * 1_000
const running = {
  status: 'in_progress',
  failure: null,
  created_at,
  deadline_at: '2026-05-01T10:00:30.000Z',
  ended_at: null,
} as const
const ended = { ...running, ended_at: '2026-05-01T10:00:31.000Z' }
const took_ms = 31_000

test.each([
  [running, 44.999, undefined],
  [running, 45, { status: 'console_timeout', took_ms: 45_000, words: 'Create mesh timed out' }],
  [
    { ...ended, status: 'failed', failure: 'child_not_found' },
    32,
    { status: 'failed', took_ms, words: 'Create mesh failed: child not found' },
  ],
  [{ ...ended, status: 'unhandled' }, 32, { status: 'unhandled', took_ms, words: 'Create mesh failed: unhandled' }],
  [
    { ...ended, status: 'hardware_timeout' },
    600,
    { status: 'hardware_timeout', took_ms, words: 'Create mesh timed out' },
  ],
  // The true end replaces the time-out of the console.
  [{ ...ended, status: 'success' }, 600, { status: 'success', took_ms }],
] as const)('spec 8: a new mesh, %o, has after %d s the end %o', (command, seconds, end) => {
  expect(meshEnd(command, after(seconds))).toEqual(end)
})
