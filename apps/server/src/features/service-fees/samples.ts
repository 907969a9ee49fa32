import { uuidv7 } from 'uuidv7'
import { feeOwners } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

export async function makeServiceFee(
  w: TestApp,
  payer: { location_id: string } | { organization_id: string },
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    location_id: null,
    organization_id: null,
    ...payer,
    service: 'platform',
    fee: 1000,
    currency: 'EUR',
    period: 'monthly',
    start_date: '2026-01-01',
    end_date: null,
    paid_at: null,
    created_at: now,
    updated_at: now,
    ...values,
  }
  await w.db.insertInto('service_fees').values(row).execute()
  return id
}

/** It has not begun, so that it can be deleted. */
const future = {
  service: 'platform',
  comment: '',
  fee: 1250,
  currency: 'EUR',
  period: 'monthly',
  start_date: '2030-01-01',
  end_date: '2030-12-31',
} as const

export const samples: FeatureSamples = {
  things: async (w, { location_id, organization }) => ({
    location_fee_id: await makeServiceFee(w, { location_id }, future),
    organization_fee_id: await makeServiceFee(w, { organization_id: organization.id }, future),
  }),
  routes: feeOwners.flatMap((owner) => [
    sample(serviceFeesOf[owner].create, { body: future, isUnversioned: true }),
    sample(serviceFeesOf[owner].update, { body: future }),
    sample(serviceFeesOf[owner].end, { body: { end_date: future.end_date } }),
    sample(serviceFeesOf[owner].pay, { body: { paid_at: null } }),
  ]),
}
