import { changeSets } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { listAddress } from '../../lists/list-address.ts'

export const changeSetsAddress = listAddress(changeSets)

export const changeSetPath = (id: string): string => `/hardware/change-sets/${id}`
