import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { priceListsAddress } from '../../features/price-lists/price-list-address.ts'
import { PriceListsScreen } from '../../features/price-lists/price-lists-screen.tsx'

export const Route = createFileRoute('/_shell/price-lists/')({
  validateSearch: rawSearch,
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
