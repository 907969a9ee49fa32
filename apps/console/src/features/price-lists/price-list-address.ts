import * as z from 'zod'
import { priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open`: the form of a new list, or of one that starts as a copy of another. */
export const priceListsAddress = listAddress(priceLists, {
  open: z.union([z.literal('new'), z.templateLiteral(['copy:', z.uuid()])]),
})
export type PriceListsSearch = SearchOf<typeof priceListsAddress>
