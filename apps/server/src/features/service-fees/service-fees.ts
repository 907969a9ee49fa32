import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { actionsOfFee, feeStatusOn } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeeFields } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { FeeAction } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import type { ServiceFee, ServiceFeeBody } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { lockLocation, assertLocationUsable } from '../devices/locked-rows.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, changedFields, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { feeById, todayOf } from './queries.ts'
import type { Payer } from './queries.ts'

export interface FeeRef {
  payer: Payer
  id: string
}

type FeeTold = EventDetails<'service-fees'> & { service: string }

/**
 * Records the event in the history of the location, which shows it only to people who may see fees (`hiddenFeatures`);
 * the event of an organization's fee is found through the fee itself. Everyone who sees the location or the
 * organization is notified.
 */
function recordEvent(ctx: Ctx, journal: Journal, { payer, id }: FeeRef, { service, ...told }: FeeTold): void {
  const locationId = payer.type === 'location' ? payer.id : null
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'service-fees',
    resource_type: 'service_fee',
    resource_id: id,
    resource_name: service,
    visible_through_id: locationId,
    ...told,
  })
  publishChange(journal, 'service_fee', id, locationId, payer.type === 'organization' ? { through: payer } : {})
}

export function createFee(ctx: Ctx, payer: Payer, body: ServiceFeeBody): Promise<ServiceFee> {
  return write(ctx, async (tx, journal, inside) => {
    if (payer.type === 'location') assertLocationUsable(await lockLocation(tx, payer.id))
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('service_fees')
      .values({
        id,
        ...body,
        created_at: at,
        updated_at: at,
        paid_at: null,
        location_id: payer.type === 'location' ? payer.id : null,
        organization_id: payer.type === 'organization' ? payer.id : null,
      })
      .execute()
    recordEvent(ctx, journal, { payer, id }, { service: body.service, verb: 'created', after: body })
    return feeById(inside, payer, id)
  })
}

/** What has begun stays begun: otherwise one would move its start ahead, and delete it. What has ended stays ended. */
export function updateFee(ctx: Ctx, ref: FeeRef, body: ServiceFeeBody, version: number): Promise<ServiceFee> {
  return write(ctx, async (tx, journal, inside) => {
    const { fee: before, today } = await lockedFor(inside, tx, ref, 'edit', version)
    if (before.start_date <= today && body.start_date > today)
      throw new AppError('service_fee_began', { field: 'start_date' })
    // A past end date is final: if the service is owed again, that is a new fee.
    if (feeStatusOn(before, today) === 'ended' && feeStatusOn(body, today) !== 'ended')
      throw new AppError('service_fee_ended', { field: 'end_date' })
    return saved(inside, tx, journal, ref, before, body, 'updated')
  })
}

export function endFee(ctx: Ctx, ref: FeeRef, endDate: string, version: number): Promise<ServiceFee> {
  return write(ctx, async (tx, journal, inside) => {
    const { fee: before } = await lockedFor(inside, tx, ref, 'end', version)
    if (endDate < before.start_date)
      throw new AppError('invalid_body', { field: 'end_date' }, 'End date: not before the start date')
    return saved(inside, tx, journal, ref, before, { end_date: endDate }, 'ended')
  })
}

export function payFee(ctx: Ctx, ref: FeeRef, paidAt: string | null, version: number): Promise<ServiceFee> {
  return write(ctx, async (tx, journal, inside) => {
    const { fee: before } = await lockedFor(inside, tx, ref, 'pay', version)
    if (paidAt !== null && Date.parse(paidAt) > journal.at.getTime())
      throw new AppError('invalid_body', { field: 'paid_at' }, 'Paid at: not in the future')
    return saved(inside, tx, journal, ref, before, { paid_at: paidAt }, paidAt === null ? 'unpaid' : 'paid')
  })
}

export function deleteFee(ctx: Ctx, ref: FeeRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const { version: _, ...before } = (await lockedFor(inside, tx, ref, 'delete', version)).fee
    await tx.deleteFrom('service_fees').where('id', '=', ref.id).execute()
    recordEvent(ctx, journal, ref, { service: before.service, verb: 'deleted', before })
    return null
  })
}

type Locked = Awaited<ReturnType<typeof lockedFor>>['fee']

/** Writes what differs, with its event; nothing differs: nothing is written. */
async function saved(
  inside: Ctx,
  tx: Tx,
  journal: Journal,
  ref: FeeRef,
  before: Locked,
  after: Partial<ServiceFeeBody & { paid_at: string | null }>,
  verb: EventVerb<'service-fees'>,
): Promise<ServiceFee> {
  const edit = changedFields({ ...before }, after)
  if (edit) {
    await tx
      .updateTable('service_fees')
      .set((row) => ({ ...after, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
      .where('id', '=', ref.id)
      .execute()
    recordEvent(inside, journal, ref, {
      service: after.service ?? before.service,
      verb,
      ...edit,
    })
  }
  return feeById(inside, ref.payer, ref.id)
}

/** The fields that are written, on a fee that stands as it was read and may have this done to it today. */
async function lockedFor(inside: Ctx, tx: Tx, { payer, id }: FeeRef, action: FeeAction, version: number) {
  const row = await tx
    .selectFrom('service_fees')
    .select([...serviceFeeFields, 'paid_at', 'version', todayOf(inside, payer).as('today')])
    .where('id', '=', id)
    .where(payer.type === 'location' ? 'location_id' : 'organization_id', '=', payer.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { today, ...fee } = row
  const status = feeStatusOn(fee, today)
  if (!actionsOfFee[status].includes(action))
    throw new AppError(action === 'end' ? 'service_fee_ended' : 'service_fee_began')
  assertVersion(fee.version, version)
  return { fee, today }
}
