import * as v from 'valibot'
import { allowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { allowlistLocks } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { allowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { id, leftOut } from '../../lists/address-values.ts'
import { listAddress, panelAddress } from '../../lists/list-address.ts'

export const allowlistsAddress = listAddress(allowlists, { open: v.literal('new') })

export const allowlistPath = (id: string): string => `/allowlists/${id}`

export const entityAddress = panelAddress(allowlistEntities, 'entry_', ['id'])
export const lockAddress = panelAddress(allowlistLocks, 'lock_')

export const allowlistTabs = ['targets', 'locks', 'events'] as const
export type AllowlistTab = (typeof allowlistTabs)[number]

const AllowlistSearch = v.object({
  /** Users and keys without one. */
  tab: leftOut(v.picklist(allowlistTabs)),
  edit: leftOut(v.literal('yes')),
  /** The user or key that is open. */
  entry: leftOut(id),
  ...entityAddress.shape,
  ...lockAddress.shape,
})
export type AllowlistSearch = v.InferOutput<typeof AllowlistSearch>
export const allowlistSearch = (search: Record<string, unknown>): AllowlistSearch => v.parse(AllowlistSearch, search)
