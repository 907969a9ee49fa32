import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { useCanCall } from '../../session/can.ts'

export const useFeeHistory = (): boolean => useCanCall(serviceFeesOf.organization.events)

/** What happened to one fee, in its panel. */
export const feeEvents = (fee: ServiceFee) => (
  <ThingEvents
    route={serviceFeesOf[fee.resource_type].events}
    params={{ [`${fee.resource_type}_id`]: fee.resource_id, [`${fee.resource_type}_fee_id`]: fee.id }}
  />
)
