import type { Needs, PermissionMap } from '@wheelhouse/contract/access.ts'
import { can } from '../../session/can.ts'
import { useUser } from '../../stores/user-store.ts'

/** Each part of the technical view asks its own right: who holds one of them finds that part. */
const technicalParts: readonly Needs[] = [{ hardware: ['GET'] }, { device: ['GETCMDSHISTORY'] }]

/** Either of them, for the table of the hardware. */
const hardwareTableNeeds: readonly Needs[] = [{ hardware: ['GET'] }, { location: ['GETMETRICS'] }]

/** The view modes and tabs of a location, each with the permissions that it needs (rights: which action guards what). */
export const views = [
  { id: 'standard', label: 'Standard', address: '', needs: { device: ['GET'] } },
  { id: 'info', label: 'Info', address: 'view=info', needs: { location: ['GET'] } },
  {
    id: 'service-fees',
    label: 'Service fees',
    address: 'view=service-fees',
    needs: { location: ['GET_SERVICE_FEES'] },
  },
  {
    id: 'technical',
    label: 'Technical',
    address: 'view=technical',
    needs: { location: ['GETMETRICS'] },
    or: technicalParts,
  },
  {
    id: 'maintenance',
    label: 'Maintenance',
    address: 'tab=maintenance',
    needs: { location: ['GET_MAINTENANCE_LOG_ENTRIES'] },
  },
  { id: 'feedback', label: 'Feedback', address: 'tab=feedback', needs: { user: ['READ_FEEDBACK'] } },
  { id: 'photos', label: 'Photos', address: 'tab=photos', needs: { location: ['GETSECURITYPHOTOS'] } },
  {
    id: 'external-devices',
    label: 'External devices',
    address: 'tab=external-devices',
    needs: { location: ['GETEXTDEVICES'] },
  },
  { id: 'events', label: 'Events', address: 'tab=events', needs: { location: ['GET_EVENTS'] } },
] as const satisfies readonly View[]
export interface View {
  id: string
  /** A key of `t`. */
  label: string
  address: string
  needs: Needs
  /** Instead of `needs`. */
  or?: readonly Needs[]
}
export type LocationViewId = (typeof views)[number]['id']

/** What the address names; where it names none that there is, the first that this person is offered. */
export const viewOf = (
  { view, tab }: { view?: unknown; tab?: unknown },
  offered: readonly { id: LocationViewId }[],
): LocationViewId => {
  const named = tab ?? view
  return views.find(({ id }) => id === named)?.id ?? offered[0]?.id ?? 'standard'
}

const mayOpen = (map: PermissionMap | null, { needs, or = [] }: View): boolean =>
  can(map, needs) || or.some((other) => can(map, other))

/** Those that a person with these permissions is offered. */
export const offeredViews = (map: PermissionMap | null) => views.filter((view) => mayOpen(map, view))

export const useViews = () => offeredViews(useUser(({ userPermissions }) => userPermissions))

/** Whether the technical view has the devices as a table for this person. */
export const useHasHardwareTable = (): boolean =>
  useUser(
    ({ userPermissions: map }) => can(map, { device: ['GET'] }) && hardwareTableNeeds.some((needs) => can(map, needs)),
  )

/** Asked also of who typed the address. */
export const useMayOpen = (id: LocationViewId): boolean => {
  const map = useUser(({ userPermissions }) => userPermissions)
  const view = views.find((one) => one.id === id)
  return view === undefined || mayOpen(map, view)
}
