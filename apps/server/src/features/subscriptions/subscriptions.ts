import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { subscriptionFields } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type {
  Subscription,
  SubscriptionBody,
  SubscriptionStatus,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { subscriptionList } from './queries.ts'

const resourceOf = (id: string): Resource => ({ type: 'subscription', id })

/** Records the event and notifies everyone who sees the subscription. */
export function recordEvent(
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'subscriptions'>,
  actor: Actor = systemActor,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'subscriptions',
    resource_type: 'subscription',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'subscription', id, null, { through: resourceOf(id) })
}

export function createSubscription(ctx: Ctx, body: SubscriptionBody): Promise<Subscription> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id } = ctx.person
    await requireCreate(inside, 'subscription', await initialGroupOf(tx, organization_id))
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('subscriptions')
      .values({ id, organization_id, ...body, is_active: false, created_at: at, updated_at: at })
      .execute()
    await setOrganizationRoles(tx, resourceOf(id), organization_id, ['owner', 'operator', 'distributor'])
    recordEvent(journal, { id, name: body.name }, { verb: 'created', after: body }, personActor(ctx))
    return subscriptionList.get(inside, id)
  })
}

/** Fees and periods that change are for those who join from now on: each subscriber has the fee of the day of joining. */
export function updateSubscription(
  ctx: Ctx,
  id: string,
  body: SubscriptionBody,
  version: number,
): Promise<Subscription> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockSubscription(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields(before, body)
    if (!edit) return subscriptionList.get(inside, id)
    if (body.max_capacity < before.places_taken)
      throw new AppError('capacity_too_low', { field: 'max_capacity', places_taken: before.places_taken })
    await save(tx, journal, id, body)
    recordEvent(journal, { id, name: body.name }, { verb: 'updated', ...edit }, personActor(ctx))
    return subscriptionList.get(inside, id)
  })
}

export function setStatus(ctx: Ctx, id: string, status: SubscriptionStatus, version: number): Promise<Subscription> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockSubscription(tx, id)
    assertVersion(before.version, version)
    const is_active = status === 'active'
    if (before.is_active === is_active) return subscriptionList.get(inside, id)
    await save(tx, journal, id, { is_active })
    const [was, is] = is_active ? (['not_active', 'active'] as const) : (['active', 'not_active'] as const)
    const details = {
      verb: is_active ? 'enabled' : 'disabled',
      before: { status: was },
      after: { status: is },
    } as const
    recordEvent(journal, { id, name: before.name }, details, personActor(ctx))
    return subscriptionList.get(inside, id)
  })
}

async function save(
  tx: Tx,
  journal: Journal,
  id: string,
  fields: Partial<SubscriptionBody & { is_active: boolean }>,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set((row) => ({ ...fields, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The fields that an edit may change, with those that it may not. A user who joins waits for this row. */
export async function lockSubscription(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('subscriptions')
    .select([...subscriptionFields, 'id', 'is_active', 'places_taken', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
