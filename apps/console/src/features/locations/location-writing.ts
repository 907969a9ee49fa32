import { isOneOf, keysOf } from '@wheelhouse/contract/certain.ts'
import {
  blankLocation,
  locationFieldNames,
  locationGroups,
  writeRights,
} from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationField, LocationGroup } from '@wheelhouse/contract/locations/location-fields.ts'
import { holds } from '@wheelhouse/contract/access.ts'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import {
  fieldsAllowedOnCreate,
  copiedFields,
  writableWhenObsolete,
} from '@wheelhouse/contract/locations/location-edit.ts'
import {
  forceableStatuses,
  isLaunchable,
  nextStatuses,
  setLocationStatuses,
  settableStatuses,
} from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkResult, BulkSent } from '../../lists/list-bulk.ts'
import type { FormValues } from '../../ui/form/form-state.ts'

type Fields = readonly LocationField[]

const mayWrite = (map: PermissionMap | null, field: LocationField): boolean => {
  const [first, ...others] = writeRights[field]
  return map !== null && first !== undefined && holds(map, { location: [first, ...others] })
}

/** What this person may change of some location; not of every one, where their rights differ. */
export const writableSomewhere = (map: PermissionMap | null): Fields =>
  locationFieldNames.filter((field) => mayWrite(map, field))

type Written = Pick<Location, 'status'> & Partial<Record<LocationField, unknown>>

/**
 * What this person may change of it; the server decides once more, field by field. A field that the reply leaves out is not read
 * here, and so not written, whatever its reader may do elsewhere.
 */
export const writableFields = (map: PermissionMap | null, location: Written): Fields =>
  writableSomewhere(map).filter(
    (field) =>
      location[field] !== undefined && (location.status !== 'obsolete' || writableWhenObsolete.includes(field)),
  )

/** What a new one may be given: CREATE brings what it is born with, the rest takes its own actions. */
export const bornFields = (map: PermissionMap | null): Fields =>
  locationFieldNames.filter((field) => fieldsAllowedOnCreate.includes(field) || mayWrite(map, field))

/** Groups with something to write in them, as the form shows them. */
export const writableGroups = (fields: Fields): LocationGroup[] =>
  keysOf(locationGroups).filter((group) => locationGroups[group].fields.some((field) => fields.includes(field)))

const picked = (from: Partial<Record<LocationField, unknown>>, fields: Fields): FormValues =>
  Object.fromEntries(fields.map((field) => [field, from[field] ?? blankLocation[field]]))

export const newValues = (fields: Fields): FormValues => picked(blankLocation, fields)

/** Everything but what belongs to the one place: code, label, status, dates and devices are its own. */
export const copiedValues = (original: Location, fields: Fields): FormValues =>
  picked(
    {
      ...blankLocation,
      ...Object.fromEntries(copiedFields.filter((field) => field !== 'label').map((field) => [field, original[field]])),
    },
    fields,
  )

export const valuesOf = (location: Location, fields: Fields): FormValues => picked(location, fields)

/** A move that this person may make: along the table, or by force. */
export interface StatusMove {
  to: LocationStatus
  isForced: boolean
}

/** Exactly what the table of statuses and the rights leave: steps along it first, then what only force reaches. */
export function statusMoves(
  location: Pick<Location, 'status' | 'launched_at'>,
  maySet: boolean,
  mayForce: boolean,
): StatusMove[] {
  const steps = maySet ? settableStatuses(location) : []
  const forced = mayForce ? forceableStatuses(location).filter((to) => !steps.includes(to)) : []
  return [...steps.map((to) => ({ to, isForced: false })), ...forced.map((to) => ({ to, isForced: true }))]
}

/** Making it obsolete is a step of the table that only force may take: it is a step, not a leap. */
export const isMarkedForced = ({ status }: Pick<Location, 'status'>, { to, isForced }: StatusMove): boolean =>
  isForced && !(to === 'obsolete' && nextStatuses[status].includes(to))

type Back = (BulkSent & { ids: string[] })[]

/** Calls that bring the same back are one call. */
function calls(route: BulkSent['route'], each: readonly { id: string; body: Record<string, unknown> }[]): Back {
  const byBody = new Map<string, Back[number]>()
  for (const { id, body } of each) {
    const known = byBody.get(JSON.stringify(body))
    if (known) known.ids.push(id)
    else byBody.set(JSON.stringify(body), { route, body, ids: [id] })
  }
  return [...byBody.values()]
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
const holdsTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => one.toLowerCase() === tag.toLowerCase())

/** Takes away what was not there before, and brings back what was. */
export const tagsUndo = (results: readonly BulkResult[], { route, body }: BulkSent): Back =>
  calls(
    route,
    results.flatMap(({ id, before }) => {
      const had = textsOf(before)
      const remove = textsOf(body.add).filter((tag) => !holdsTag(had, tag))
      const add = had.filter((tag) => holdsTag(textsOf(body.remove), tag))
      return remove.length + add.length === 0 ? [] : [{ id, body: { add, remove } }]
    }),
  )

/** By the route that led there. Some moves have no way back along the table, and none leads out of obsolete: these stay. */
export function statusUndo(results: readonly BulkResult[], { route, body }: BulkSent): Back {
  const to = body.status
  if (!isOneOf(locationStatuses, to) || to === 'obsolete') return []
  const back = route.path === setLocationStatuses.path ? nextStatuses[to] : locationStatuses
  return calls(
    route,
    results.flatMap(({ id, before }) =>
      isOneOf(back, before) && before !== to
        ? [{ id, body: { status: before, reason: t('Status change undone') } }]
        : [],
    ),
  )
}

/** The one next thing to do with an installed location; who was launched once goes back into service by its status. */
export const isToBeLaunched = (location: Pick<Location, 'status' | 'launched_at'>): boolean =>
  isLaunchable(location) && (location.status === 'installed' || location.launched_at === null)
