import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { createMesh, meshTimedOut } from '@wheelhouse/contract/meshes/meshes.ts'
import { t } from '../../i18n/i18n.ts'

/** Why no mesh came about, in the words of spec section 8. */
export function meshEnd({ status, failure }: Pick<Command, 'status' | 'failure'>): { words?: string } {
  if (status === 'hardware_timeout') return { words: t(meshTimedOut) }
  if (status === 'failed' || status === 'unhandled')
    return { words: `${t(createMesh.says.failed)}: ${(failure ?? status).replaceAll('_', ' ')}` }
  return {}
}
