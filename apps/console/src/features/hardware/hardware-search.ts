import { unassignedHardware } from '@wheelhouse/contract/hardware/hardware.ts'
import { listAddress } from '../../lists/list-address.ts'

export const hardwareAddress = listAddress(unassignedHardware)
