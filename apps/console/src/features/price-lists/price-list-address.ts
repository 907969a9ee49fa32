import * as z from 'zod'
import { priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceListTarget } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open`: the form of a new list, or of one that starts as a copy of another. */
export const priceListsAddress = listAddress(priceLists, {
  open: z.union([z.literal('new'), z.templateLiteral(['copy:', z.uuid()])]),
})
export type PriceListsSearch = SearchOf<typeof priceListsAddress>

interface Where {
  id: string
  target_type: PriceListTarget
  target_id: string
}

/** A list is asked for where it applies: the right is asked on the location or the fleet. */
export const priceListPath = ({ id, target_type, target_id }: Where): string =>
  `/price-lists/${target_type}/${target_id}/${id}`

const targetParam = { location: 'location_id', rental_fleet: 'fleet_id' } as const
export const targetParams = (type: PriceListTarget, id: string): Record<string, string> => ({ [targetParam[type]]: id })
export const priceListParams = ({ id, target_type, target_id }: Where): Record<string, string> => ({
  ...targetParams(target_type, target_id),
  [`${target_type}_price_list_id`]: id,
})
