import { intakes } from '@wheelhouse/contract/intake/intake.ts'
import { id } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'

/** `open`: the one that is looked at. */
export const intakesAddress = listAddress(intakes, { open: id }, ['id'])
