import { securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { listAddress } from '../../lists/list-address.ts'
import { PeriodOrDays } from '../../lists/periods.ts'

/** The time is filtered by a named period or by days. */
export const securityPhotosAddress = listAddress(securityPhotos, { period: PeriodOrDays }, ['from', 'to'])
