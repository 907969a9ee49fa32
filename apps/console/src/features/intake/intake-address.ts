import * as z from 'zod'
import { intakes } from '@wheelhouse/contract/intake/intake.ts'
import { listAddress } from '../../lists/list-address.ts'

/** `open`: the one that is looked at. */
export const intakesAddress = listAddress(intakes, { open: z.uuid() })
