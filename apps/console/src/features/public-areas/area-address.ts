import * as z from 'zod'
import { publicAreas } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { listAddress } from '../../lists/list-address.ts'

export const areasAddress = listAddress(publicAreas, { open: z.literal('new') })

export const areaPath = (id: string): string => `/public-areas/${id}`

export const areaTabs = ['feeds', 'events'] as const
export type AreaTab = (typeof areaTabs)[number]

const left = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
const AreaSearch = z.object({
  /** Locations without one. */
  tab: left(z.enum(areaTabs)),
  edit: left(z.literal('yes')),
})
export type AreaSearch = z.output<typeof AreaSearch>
export const areaSearch = (search: Record<string, unknown>): AreaSearch => AreaSearch.parse(search)
