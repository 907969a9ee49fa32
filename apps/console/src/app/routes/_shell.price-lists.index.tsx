import { createFileRoute } from '@tanstack/react-router'
import { priceListsAddress } from '../../features/price-lists/price-list-address.ts'
import { PriceListsScreen } from '../../features/price-lists/price-lists-screen.tsx'
import { prefetchList } from '../../lists/prefetch.ts'

export const Route = createFileRoute('/_shell/price-lists/')({
  validateSearch: priceListsAddress.parse,
  loader: ({ cause, location }) => {
    if (cause === 'enter') prefetchList(priceListsAddress, priceListsAddress.parse(location.search))
  },
  staticData: { isForProduction: true },
  component: PriceListsRoute,
})

function PriceListsRoute() {
  const navigate = Route.useNavigate()
  return (
    <PriceListsScreen
      search={priceListsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onOpen={(path) => void navigate({ href: path })}
    />
  )
}
