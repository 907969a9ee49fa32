import * as z from 'zod'
import { DeviceType, HeartbeatHealth } from '@wheelhouse/contract/devices/devices.ts'
import { HardwareSort } from '@wheelhouse/contract/hardware/hardware.ts'
import type { HardwareFilter } from '@wheelhouse/contract/hardware/hardware.ts'
import { someOf } from '../../lists/search-params.ts'

const Search = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  type: someOf(DeviceType),
  health: someOf(HeartbeatHealth),
  sort: HardwareSort.exclude(['id']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})

/** The state of the list is its address; what is at its default is not in it. */
export type HardwareSearch = z.output<typeof Search>

export const hardwareSearch = (search: Record<string, unknown>): HardwareSearch => Search.parse(search)

export const filterOf = ({ q, type, health }: HardwareSearch): z.input<typeof HardwareFilter> => ({ q, type, health })
