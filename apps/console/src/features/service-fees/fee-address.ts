import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { panelAddress } from '../../lists/list-address.ts'

/** Filter and order of a panel of service fees, which shares the address with its page. Whose fees they are, the page says. */
export const feeAddress = panelAddress(serviceFeesOf.location.fees, 'fee_', ['scope'])
/** What of the page's address belongs to the panel. */
export type FeeSearch = ReturnType<typeof feeAddress.into>
