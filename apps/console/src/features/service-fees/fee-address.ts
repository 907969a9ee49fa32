import * as z from 'zod'
import { FeePeriod, FeeService, FeeStatus, ServiceFeeSort } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { someOf } from '../../lists/search-params.ts'

/** Filter and order of a panel of service fees, which shares the address with the page around it. */
export const feeSearch = {
  fee_status: someOf(FeeStatus),
  fee_service: someOf(FeeService),
  fee_period: someOf(FeePeriod),
  fee_sort: ServiceFeeSort.exclude(['status']).optional().catch(undefined),
  fee_order: z.literal('desc').optional().catch(undefined),
}
const Search = z.object(feeSearch)
export type FeeSearch = z.output<typeof Search>
