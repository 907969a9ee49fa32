import * as v from 'valibot'
import { hardwareList } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { listAddress } from '../../lists/list-address.ts'

// Apart from the screens: the router reads every address at the start, and must not load a screen for it.

export const hardwareListAddress = listAddress(hardwareList)

/** `mesh`: the one that is looked at. Without it the page asks for one. */
export const meshAddress = listAddress(hardwareList, { mesh: v.pipe(v.string(), v.maxLength(16)) }, [
  'mesh_id',
  'organization_id',
  'dashboard_id',
])

export const hardwareViews = ['overview', 'history', 'config', 'commands'] as const
export type HardwareView = (typeof hardwareViews)[number]

/** Without one it is a day. */
export const heartbeatPeriods = ['week', 'month'] as const
export type HeartbeatPeriod = (typeof heartbeatPeriods)[number]
