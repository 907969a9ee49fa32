import * as v from 'valibot'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { id, idAfter } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import { consoleUserParts } from './console-user-address.ts'

export const consoleUsersAddress = listAddress(consoleUsers, {
  /** The panel or form that is open: a person, `edit:` and a person, a new one, or a new service account. */
  open: v.union([id, idAfter('edit:'), v.picklist(['new', 'new-service'])]),
  /** What the panel shows of the person; without it who it is. */
  part: v.picklist(consoleUserParts),
})

export const personOpen = ({ open }: { open?: string | undefined }): { id: string; isEdited: boolean } | null =>
  open === undefined || open === 'new' || open === 'new-service'
    ? null
    : { id: open.replace('edit:', ''), isEdited: open.startsWith('edit:') }
