import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { commandEnd } from '@wheelhouse/contract/commands/console-timeout.ts'
import { createMesh, meshTimedOut } from '@wheelhouse/contract/meshes/meshes.ts'
import { t } from '../../i18n/i18n.ts'
import type { CommandEnd } from '../../ui/details/command-progress.tsx'

type MeshCommand = Pick<Command, 'status' | 'failure' | 'created_at' | 'deadline_at' | 'ended_at'>

/** How a new mesh has ended, in the words of spec section 8; undefined while the console waits for it. */
export function meshEnd(command: MeshCommand, now: number): CommandEnd | undefined {
  const end = commandEnd(command, now)
  if (end === undefined || end.status === 'success') return end
  const isTimeout = end.status === 'hardware_timeout' || end.status === 'console_timeout'
  const reason = (command.failure ?? end.status).replaceAll('_', ' ')
  return { ...end, words: isTimeout ? t(meshTimedOut) : `${t(createMesh.says.failed)}: ${reason}` }
}
