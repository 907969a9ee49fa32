import { expect, test } from 'vitest'
import { rotationState } from './otp-rotation.ts'

const created_at = '2026-05-01T10:00:00.000Z'
const after = (seconds: number): number => Date.parse(created_at) + seconds * 1_000
const running = {
  status: 'in_progress',
  created_at,
  deadline_at: '2026-05-01T10:00:30.000Z',
  ended_at: null,
} as const
const ended = { ...running, ended_at: '2026-05-01T10:00:31.000Z' }

test.each([
  [null, 600, 'none'],
  [running, 44.999, 'on_its_way'],
  [running, 45, 'late'],
  [{ ...ended, status: 'hardware_timeout' }, 32, 'not_taken'],
  [{ ...ended, status: 'failed' }, 600, 'not_taken'],
] as const)('the rotation %o is after %d s %s', (rotation, seconds, state) => {
  expect(rotationState(rotation, after(seconds))).toBe(state)
})
