import * as v from 'valibot'
import { publicAreas } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { leftOut } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'

export const areasAddress = listAddress(publicAreas, { open: v.literal('new') })

export const areaPath = (id: string): string => `/public-areas/${id}`

export const areaTabs = ['feeds', 'events'] as const
export type AreaTab = (typeof areaTabs)[number]

const AreaSearch = v.object({
  /** Locations without one. */
  tab: leftOut(v.picklist(areaTabs)),
  edit: leftOut(v.literal('yes')),
})
export type AreaSearch = v.InferOutput<typeof AreaSearch>
export const areaSearch = (search: Record<string, unknown>): AreaSearch => v.parse(AreaSearch, search)
