import { recordOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { LocationChange } from '@wheelhouse/contract/locations/location-edit.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import { organizationRoles } from '@wheelhouse/contract/locations/locations.ts'
import type { OrganizationRole } from '@wheelhouse/contract/locations/locations.ts'
import { isHeldOn } from '@wheelhouse/contract/permissions/inspector.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requirePermission, requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, setLocationOrganizations } from '../../authz/group-membership.ts'
import { heldBy, holdsIn, pairsGrantedIn } from '../../authz/grants.ts'
import { removeTargetsOfFormer as endOfAllowlists } from '../allowlists/targets.ts'
import { removeLocationOfFormer as endOfAreas } from '../public-areas/public-areas.ts'
import { removeLocationOfFormer as endOfReminders } from '../reminders/former-locations.ts'
import { removeTargetsOfFormer as endOfSubscriptions } from '../subscriptions/targets.ts'
import { removeLocationOfFormer as endOfPlans } from '../work-plans/work-plans.ts'

type Ids = Pick<LocationChange, `${OrganizationRole}_id`>

/** Nobody gives a location to an organization that they do not see: it is not found, like one that is not there. */
export async function requireOrganizationsVisible(ctx: Ctx, ids: Ids): Promise<void> {
  for (const part of organizationRoles) {
    const id = ids[`${part}_id`]
    if (typeof id === 'string') await requirePermission(ctx, {}, { type: 'organization', id })
  }
}

/** A new owner receives the location as if it were born there: CREATE is asked in its system group (rights). */
export async function requireGrantable(inside: Ctx, tx: Tx, before: Ids, after: Ids): Promise<void> {
  const given = organizationRoles.filter((part) => (after[`${part}_id`] ?? null) !== (before[`${part}_id`] ?? null))
  await requireOrganizationsVisible(
    inside,
    Object.fromEntries(given.map((part) => [`${part}_id`, after[`${part}_id`]])),
  )
  if (given.includes('owner')) await requireCreate(inside, 'location', await initialGroupOf(tx, after.owner_id ?? null))
}

export const setOrganizationRoles = (tx: Tx, id: string, ids: Ids): Promise<{ left: string[]; joined: string[] }> => {
  const organizations = recordOf(organizationRoles, (part) => ids[`${part}_id`] ?? null)
  return setLocationOrganizations(tx, { type: 'location', id }, organizations)
}

/** Of what is granted in a group that a location joins: the rights that its holders then have on it. */
function isOnLocation(granted: string): boolean {
  const [type = '', action = ''] = granted.split(' ')
  return isHeldOn('location', { type, action })
}

/** A part that is nobody's, or the maker's own organization: it may be born so with CREATE alone. */
export const isOwnPart = ({ person }: Ctx, field: LocationField, body: LocationChange): boolean =>
  organizationRoles.some(
    (part) => field === `${part}_id` && (body[field] === null || body[field] === person.organization_id),
  )

/**
 * The system groups move with the organizations, in this transaction. What an organization that has no part any more had put
 * on the location goes with it: it would rule locks and write to riders where nobody of theirs may take it off (rights).
 */
export async function moveParts(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  { id, before, after }: { id: string; before: Ids; after: Ids },
): Promise<string[]> {
  const groups = await groupsOf(tx, id)
  const { left, joined } = await setOrganizationRoles(tx, id, after)
  await requireGrantedRightsHeld(tx, ctx, joined, groups)
  const staying = partsOf(after)
  const organization_ids = [...new Set(partsOf(before))].filter((one) => !staying.includes(one))
  const former = { location_id: id, organization_ids }
  if (organization_ids.length > 0)
    for (const end of [endOfAllowlists, endOfSubscriptions, endOfReminders, endOfPlans, endOfAreas])
      await end(ctx, tx, journal, former)
  return left
}

const partsOf = (ids: Ids): string[] =>
  organizationRoles.map((part) => ids[`${part}_id`]).filter((id) => typeof id === 'string')

/**
 * Nobody hands out rights over a location that they do not hold over it themselves, in the groups where it stands or is born
 * (rights), or a role that waits in the other group would be a way around every refusal.
 */
export async function requireGrantedRightsHeld(
  tx: Tx,
  { person }: Ctx,
  joined: readonly string[],
  standing: readonly string[],
): Promise<void> {
  const others = joined.filter((group) => !standing.includes(group))
  const granted = new Set((await Promise.all(others.map((group) => pairsGrantedIn(tx, group)))).flat())
  const held = await heldBy(tx, person.id)
  const missing = [...granted].filter(isOnLocation).find((pair) => !holdsIn(held, standing, pair))
  if (!missing) return
  const [type, action] = missing.split(' ')
  throw new AppError('role_not_held', { missing: `${action} on ${type}` })
}

/**
 * History is read by people, also after an organization got another name: beside each id the name that it had. Whoever sees
 * the location sees whose it is (rights).
 */
export async function withOrganizationNames(tx: Tx, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const given = organizationRoles
    .map((part) => [part, fields[`${part}_id`]] as const)
    .filter(([, id]) => id !== undefined)
  const ids = given.map(([, id]) => id).filter((id) => typeof id === 'string')
  if (given.length === 0) return fields
  const found =
    ids.length === 0 ? [] : await tx.selectFrom('organizations').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map<unknown, string>(found.map(({ id, name }) => [id, name]))
  return { ...fields, ...Object.fromEntries(given.map(([part, id]) => [part, names.get(id) ?? null])) }
}

async function groupsOf(tx: Tx, id: string): Promise<string[]> {
  const members = tx.selectFrom('resource_group_members').select('group_id')
  const rows = await members.where('resource_type', '=', 'location').where('resource_id', '=', id).execute()
  return rows.map((row) => row.group_id)
}
