import * as v from 'valibot'
import { organizations } from '@wheelhouse/contract/organizations/organization-details.ts'
import { listAddress } from '../../lists/list-address.ts'

export const organizationsAddress = listAddress(organizations, {
  /** The form of a new one is open. */
  open: v.literal('new'),
})
