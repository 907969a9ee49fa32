import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { FeeOwner } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { refetch } from '../../api/api.ts'
import { addressOf } from '../../http/http-client.ts'

/** A location or an organization: who pays the fee. */
export interface Payer {
  type: FeeOwner
  id: string
}

export const ownerParams = ({ type, id }: Payer): Record<string, string> => ({ [`${type}_id`]: id })

/** List and totals of this payer; others hear of it by the live stream. */
export const refetchFees = (payer: Payer): void => {
  const { list, totals } = serviceFeesOf[payer.type]
  void refetch([list, totals].map(({ path }) => addressOf(path, ownerParams(payer))))
}
