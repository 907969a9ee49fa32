import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { createDevices } from '@wheelhouse/contract/devices/device-edit.ts'
import { createLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { ImportScreen } from '../../features/imports/import-screen.tsx'
import { useCan, useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import { leftOut } from '../../lists/address-values.ts'
import { Link } from '../../ui/details/link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'

const Search = v.object({ kind: leftOut(v.literal('devices')) })

export const Route = createFileRoute('/_shell/locations/import')({
  validateSearch: (search: Record<string, unknown>) => v.parse(Search, search),
  staticData: { isForProduction: true },
  component: ImportRoute,
})

/** Importing a file takes the same permissions as creating or updating a single row of its kind. */
function ImportRoute() {
  const { kind = 'locations' } = Route.useSearch()
  const [mayCreate, mayUpdate] = [useCanCall(createLocation), useCan({ location: ['UPDATE'] })]
  const [mayCreateDevices, mayUpdateDevices] = [useCanCall(createDevices), useCan({ device: ['UPDATE'] })]
  const may = kind === 'locations' ? mayCreate || mayUpdate : mayCreateDevices || mayUpdateDevices
  if (may) return <ImportScreen kind={kind} />
  return (
    <Page title={t('Import')} back={{ label: t('Locations'), href: '/locations' }}>
      <NoPermission
        action="UPDATE"
        resource={kind === 'locations' ? 'location' : 'device'}
        way={<Link href="/locations">{t('Go to locations')}</Link>}
      />
    </Page>
  )
}
