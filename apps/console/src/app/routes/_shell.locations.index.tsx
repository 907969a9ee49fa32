import { IconUpload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { createLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { locationBulk } from '../../features/locations/location-bulk.ts'
import { LocationsScreen } from '../../features/locations/locations-screen.tsx'
import { locationPath } from '../../features/locations/location-link.tsx'
import { copyOf, locationsAddress } from '../../features/locations/locations-address.ts'
import { messageBulk } from '../../features/maintenance-messages/message-bulk.ts'
import { useCan, useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { rawSearch } from '../raw-search.ts'
import { prefetchList } from '../../lists/prefetch.ts'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { ButtonLink } from '../../ui/base/button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const NewLocationForm = lazyComponent(() =>
  import('../../features/locations/location-form.tsx').then((module) => module.NewLocationForm),
)

export const Route = createFileRoute('/_shell/locations/')({
  validateSearch: rawSearch,
  loader: ({ cause, location }) => {
    const search = locationsAddress.parse(location.search)
    // By distance it is asked with the position, which is not known yet.
    const isByDistance = search.sort === 'distance'
    if (cause === 'enter' && search.view === undefined && search.open === undefined && !isByDistance)
      prefetchList(locationsAddress, search)
  },
  staticData: { isForProduction: true },
  component: LocationsRoute,
})

const bulkActions = [...locationBulk, ...messageBulk]

function LocationsRoute() {
  const navigate = Route.useNavigate()
  const search = locationsAddress.parse(Route.useSearch())
  if (search.open !== undefined)
    return (
      <NewLocationForm
        key={search.open}
        copyOf={copyOf(search)}
        onDone={({ id }) => void navigate({ href: locationPath(id) })}
        onCancel={() => void navigate({ search: { ...search, open: undefined } })}
      />
    )
  return (
    <LocationsScreen
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
      bulkActions={bulkActions}
      actions={
        <>
          <ImportLink />
          <NewButton onNew={() => void navigate({ search: { ...search, open: 'new' } })} />
        </>
      }
    />
  )
}

/** A file is prepared at a desk. */
function ImportLink() {
  const isPhone = usePhone()
  const [mayCreate, mayUpdate] = [useCanCall(createLocation), useCan({ location: ['UPDATE'] })]
  if (isPhone || !(mayCreate || mayUpdate)) return null
  return (
    <ButtonLink href="/locations/import" leftSection={<IconUpload size={15} aria-hidden />}>
      {t('Import')}
    </ButtonLink>
  )
}

function NewButton({ onNew }: { onNew: () => void }) {
  const may = useCanCall(createLocation)
  return may && <CreateButton label={t('New location')} onClick={onNew} />
}
