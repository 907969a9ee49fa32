import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { rentalsAddress } from '../../features/rentals/rental-address.ts'
import { rentalPath } from '../../features/rentals/rental-link.tsx'
import { RentalsScreen } from '../../features/rentals/rentals-screen.tsx'

export const Route = createFileRoute('/_shell/rentals/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: RentalsRoute,
})

function RentalsRoute() {
  const navigate = Route.useNavigate()
  return (
    <RentalsScreen
      search={rentalsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onOpen={(id) => void navigate({ href: rentalPath(id) })}
    />
  )
}
