import { createFileRoute, notFound } from '@tanstack/react-router'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { priceListsOf, priceListTargets } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceListTarget } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { PriceListScreen } from '../../features/price-lists/price-list-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/price-lists/$type/$targetId/$id')({
  staticData: { isForProduction: true },
  component: PriceListRoute,
})

function PriceListRoute() {
  const { type, targetId, id } = Route.useParams()
  if (!isOneOf(priceListTargets, type)) throw notFound()
  return <PriceListOf key={`${targetId} ${id}`} target={type} targetId={targetId} id={id} />
}

function PriceListOf({ target, targetId, id }: { target: PriceListTarget; targetId: string; id: string }) {
  const route = priceListsOf[target].events
  const hasEvents = useCanCall(route)
  return (
    <PriceListScreen
      type={target}
      targetId={targetId}
      id={id}
      history={hasEvents ? (params) => <ThingEvents route={route} params={params} /> : undefined}
    />
  )
}
