import { amountText } from '@wheelhouse/contract/currencies.ts'
import type { ServiceFee, serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const feeCells: CsvColumns<(typeof serviceFeesOf)['location']['exports'], ServiceFee> = {
  id: (fee) => fee.id,
  resource_type: (fee) => fee.resource_type,
  location_code: (fee) => fee.location_code,
  resource_name: (fee) => fee.resource_name,
  service: (fee) => fee.service,
  comment: (fee) => fee.comment,
  // In the currency's own unit, with its decimals: who reads the file adds it up.
  fee: (fee) => amountText(fee.fee, fee.currency),
  currency: (fee) => fee.currency,
  period: (fee) => fee.period,
  start_date: (fee) => fee.start_date,
  end_date: (fee) => fee.end_date,
  paid_at: (fee) => fee.paid_at,
  status: (fee) => fee.status,
  created_at: (fee) => fee.created_at,
  updated_at: (fee) => fee.updated_at,
}
