import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import { call } from '../../api/api.ts'
import type { ShownField } from '../../forms/changed-meanwhile.tsx'
import { t } from '../../i18n/i18n.ts'

/** By these someone who asks about a location (move it? launch it? delete it?) sees that another was faster. */
export const locationFieldsShown: readonly ShownField<Location>[] = [
  { label: 'Status', of: ({ status }) => t(lookOf('location_status', status).word) },
  { label: 'Label', of: ({ label }) => label },
  { label: 'Code', of: ({ code }) => code },
  { label: 'Address', of: ({ address }) => address },
  { label: 'Owner', of: ({ owner_name }) => owner_name },
]

export const freshLocation = ({ id }: Pick<Location, 'id'>): Promise<Location> =>
  call(getLocation, { params: { location_id: id } })
