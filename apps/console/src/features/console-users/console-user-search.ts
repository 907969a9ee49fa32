import * as z from 'zod'
import { ConsoleUserStatus, consoleUserSorts } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserQuery } from '@wheelhouse/contract/console-users/console-users.ts'
import { someOf } from '../../lists/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  organization_id: someOf(z.uuid()),
  status: someOf(ConsoleUserStatus),
  sort: z.enum(consoleUserSorts).exclude(['name']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  /** The dialog that is open: a person, or `new`. */
  open: z
    .union([z.uuid(), z.literal('new')])
    .optional()
    .catch(undefined),
})

/** The state of the list is its address. */
export type ConsoleUsersSearch = z.output<typeof Search>

export const consoleUsersSearch = (search: Record<string, unknown>): ConsoleUsersSearch => Search.parse(search)

type Filter = Omit<ConsoleUserQuery, 'sort' | 'order' | 'cursor' | 'limit'>
export const filterOf = ({ sort: _sort, order: _order, open: _open, ...filter }: ConsoleUsersSearch): Filter => filter
