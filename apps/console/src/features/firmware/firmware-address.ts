import { firmwareVersions } from '@wheelhouse/contract/firmware/firmware.ts'
import { listAddress } from '../../lists/list-address.ts'

export const firmwareAddress = listAddress(firmwareVersions)
