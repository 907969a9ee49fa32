import { changeSets } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { listAddress } from '../../lists/list-address.ts'

export const changeSetsAddress = listAddress(changeSets, {}, ['id'])

export const changeSetPath = (id: string): string => `/hardware/change-sets/${id}`
