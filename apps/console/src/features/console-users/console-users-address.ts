import * as z from 'zod'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { listAddress } from '../../lists/list-address.ts'
import { consoleUserParts } from './console-user-address.ts'

export const consoleUsersAddress = listAddress(consoleUsers, {
  /** The panel or form that is open: a person, `edit:` and a person, a new one, or a new service account. */
  open: z.union([z.uuid(), z.templateLiteral(['edit:', z.uuid()]), z.literal('new'), z.literal('new-service')]),
  /** What the panel shows of the person; without it who it is. */
  part: z.enum(consoleUserParts),
})

export const personOpen = ({ open }: { open?: string | undefined }): { id: string; isEdited: boolean } | null =>
  open === undefined || open === 'new' || open === 'new-service'
    ? null
    : { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
