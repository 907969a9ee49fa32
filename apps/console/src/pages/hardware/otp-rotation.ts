import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { commandEnd } from '@wheelhouse/contract/commands/console-timeout.ts'

export type RotationCommand = Pick<Command, 'status' | 'created_at' | 'deadline_at' | 'ended_at'>

/** `late`: the console has given up waiting, and the hardware may still take the secret. */
type RotationState = 'none' | 'on_its_way' | 'late' | 'not_taken'

/** What became of the new secret of a piece of hardware. Once the hardware has it, it is no rotation any more. */
export function rotationState(rotation: RotationCommand | null, now: number): RotationState {
  if (rotation === null) return 'none'
  const end = commandEnd(rotation, now)
  if (end === undefined) return 'on_its_way'
  return end.status === 'console_timeout' ? 'late' : 'not_taken'
}
