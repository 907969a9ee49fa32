import { expect, test } from 'vitest'
import { commandEnd, consoleDeadline } from './console-timeout.ts'

const created_at = '2026-05-01T10:00:00.000Z'
const deadline_at = '2026-05-01T10:00:30.000Z'
const after = (seconds: number): number => Date.parse(created_at) + seconds * 1_000
const running = { status: 'in_progress', created_at, deadline_at, ended_at: null } as const
const ended = { ...running, ended_at: '2026-05-01T10:00:31.000Z' }

test('values (console time-out): the limit of the command and 15 s', () => {
  expect(consoleDeadline(running)).toBe(after(45))
})

test.each([
  [running, 0, undefined],
  [running, 44.999, undefined],
  [running, 45, { status: 'console_timeout', took_ms: 45_000 }],
  [running, 600, { status: 'console_timeout', took_ms: 45_000 }],
  [{ ...ended, status: 'success' }, 32, { status: 'success', took_ms: 31_000 }],
  // The true end replaces the time-out of the console.
  [{ ...ended, status: 'success' }, 600, { status: 'success', took_ms: 31_000 }],
  [{ ...ended, status: 'hardware_timeout' }, 600, { status: 'hardware_timeout', took_ms: 31_000 }],
  [{ ...running, status: 'failed' }, 32, { status: 'failed', took_ms: 0 }],
] as const)('spec 4: the command %o has after %d s the end %o', (command, seconds, end) => {
  expect(commandEnd(command, after(seconds))).toEqual(end)
})
