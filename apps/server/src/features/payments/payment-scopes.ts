import type { ResourceType } from '@wheelhouse/contract/access.ts'

/** A payment is seen through the location of its session, the fleet of its ride or its subscription. */
export const paymentScopes: readonly ResourceType[] = ['location', 'rental_fleet', 'subscription']
