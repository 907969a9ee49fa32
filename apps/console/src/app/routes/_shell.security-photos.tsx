import { createFileRoute } from '@tanstack/react-router'
import { securityPhotosAddress } from '../../features/security-photos/security-photos-address.ts'
import { SecurityPhotosScreen } from '../../features/security-photos/security-photos-screen.tsx'
import { usePhotoHistory } from '../../pages/location/photo-history.tsx'
import { rawSearch } from '../raw-search.ts'

export const Route = createFileRoute('/_shell/security-photos')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: SecurityPhotosRoute,
})

function SecurityPhotosRoute() {
  const navigate = Route.useNavigate()
  return (
    <SecurityPhotosScreen
      search={securityPhotosAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={usePhotoHistory()}
    />
  )
}
