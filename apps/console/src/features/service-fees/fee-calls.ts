import type { FeeOwner } from '@wheelhouse/contract/service-fees/fee-rules.ts'

/** A location or an organization: who pays the fee. */
export interface Payer {
  type: FeeOwner
  id: string
}

export const ownerParams = ({ type, id }: Payer): Record<string, string> => ({ [`${type}_id`]: id })
