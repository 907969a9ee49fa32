import * as v from 'valibot'
import { priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { idAfter } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open`: the form of a new list, or of one that starts as a copy of another. */
export const priceListsAddress = listAddress(priceLists, { open: v.union([v.literal('new'), idAfter('copy:')]) }, [
  'id',
])
export type PriceListsSearch = SearchOf<typeof priceListsAddress>
