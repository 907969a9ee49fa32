import * as z from 'zod'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { listAddress } from '../../lists/list-address.ts'

export const consoleUsersAddress = listAddress(consoleUsers, {
  /** The dialog that is open: a person, or `new`. */
  open: z.union([z.uuid(), z.literal('new')]),
})
