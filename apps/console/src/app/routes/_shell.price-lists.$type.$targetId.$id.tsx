import { createFileRoute, notFound } from '@tanstack/react-router'
import { PriceListTarget, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { PriceListScreen } from '../../features/price-lists/price-list-screen.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const ThingEvents = lazyComponent(() =>
  import('../../features/events/thing-events.tsx').then((module) => module.ThingEvents),
)

export const Route = createFileRoute('/_shell/price-lists/$type/$targetId/$id')({
  beforeLoad: ({ params }) => {
    if (!PriceListTarget.safeParse(params.type).success) throw notFound()
  },
  staticData: { isForProduction: true },
  component: PriceListRoute,
})

function PriceListRoute() {
  const { type, targetId, id } = Route.useParams()
  const target = PriceListTarget.parse(type)
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
