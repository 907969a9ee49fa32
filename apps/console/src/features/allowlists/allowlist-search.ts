import * as z from 'zod'
import { allowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { allowlistLocks } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { allowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { listAddress, panelAddress } from '../../lists/list-address.ts'

export const allowlistsAddress = listAddress(allowlists, { open: z.literal('new') })

export const allowlistPath = (id: string): string => `/allowlists/${id}`

export const entityAddress = panelAddress(allowlistEntities, 'entry_')
export const lockAddress = panelAddress(allowlistLocks, 'lock_')

export const allowlistTabs = ['targets', 'locks', 'events'] as const
export type AllowlistTab = (typeof allowlistTabs)[number]

const left = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
const AllowlistSearch = z.object({
  /** Users and keys without one. */
  tab: left(z.enum(allowlistTabs)),
  edit: left(z.literal('yes')),
  /** The user or key that is open. */
  entry: left(z.string()),
  ...entityAddress.shape,
  ...lockAddress.shape,
})
export type AllowlistSearch = z.output<typeof AllowlistSearch>
export const allowlistSearch = (search: Record<string, unknown>): AllowlistSearch => AllowlistSearch.parse(search)
