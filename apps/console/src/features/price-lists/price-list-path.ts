import type { PriceListTarget } from '@wheelhouse/contract/price-lists/price-lists.ts'

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
