import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { hasBegun, mayDo } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type {
  PriceListAction,
  PriceListBody,
  PriceListDetails,
  PriceVersion,
  PriceVersionBody,
} from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { priceListById } from './queries.ts'
import type { Target } from './queries.ts'

export interface PriceListRef {
  target: Target
  id: string
}

/**
 * Records the event in the history of the location, which shows it only to people who may see prices, and notifies the same
 * people.
 */
function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { target, id }: PriceListRef,
  name: string,
  details: EventDetails<'price-lists'>,
): void {
  const locationId = target.type === 'location' ? target.id : null
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'price-lists',
    resource_type: 'price_list',
    resource_id: id,
    resource_name: name,
    visible_through_id: target.id,
    visible_through_type: target.type,
    ...details,
  })
  publishChange(journal, 'price_list', id, locationId, locationId ? {} : { through: target })
}

export function createPriceList(ctx: Ctx, target: Target, body: PriceListBody): Promise<PriceListDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const { name, ...terms } = body
    const validFrom = startOf(journal, body)
    const id = uuidv7()
    await assertNoOther(tx, { target, id }, { from: validFrom, until: null })
    const at = journal.at.toISOString()
    await tx
      .insertInto('price_lists')
      .values({ id, target_type: target.type, target_id: target.id, name, created_at: at, updated_at: at })
      .execute()
    await insertVersion(tx, journal, ctx, id, 1, { ...terms, valid_from: validFrom })
    recordEvent(ctx, journal, { target, id }, name, { verb: 'created', after: { ...body, valid_from: validFrom } })
    return priceListById(inside, target, id)
  })
}

export function renamePriceList(ctx: Ctx, ref: PriceListRef, name: string, version: number): Promise<PriceListDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockedFor(inside, tx, ref, 'rename', version)
    const edit = changedFields({ name: list.name }, { name })
    if (!edit) return list
    await touch(tx, journal, ref.id, { name })
    recordEvent(ctx, journal, ref, name, { verb: 'updated', ...edit })
    return priceListById(inside, ref.target, ref.id)
  })
}

export function addPriceVersion(
  ctx: Ctx,
  ref: PriceListRef,
  body: PriceVersionBody,
  version: number,
): Promise<PriceListDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockedFor(inside, tx, ref, 'add_version', version)
    const validFrom = startOf(journal, body)
    assertFits(list, validFrom)
    const number = Math.max(...list.all_versions.map((one) => one.number)) + 1
    await insertVersion(tx, journal, ctx, ref.id, number, { ...body, valid_from: validFrom })
    await touch(tx, journal, ref.id)
    const after = { ...body, number, valid_from: validFrom }
    recordEvent(ctx, journal, ref, list.name, { verb: 'version_added', after })
    return priceListById(inside, ref.target, ref.id)
  })
}

export function updatePriceVersion(
  ctx: Ctx,
  ref: PriceListRef & { version_id: string },
  body: PriceVersionBody,
  version: number,
): Promise<PriceListDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockedFor(inside, tx, ref, 'add_version', version)
    const before = comingVersion(list, ref.version_id, journal)
    const after = { ...body, valid_from: startOf(journal, body) }
    const edit = changedFields({ ...before }, after)
    if (!edit) return list
    assertFits(list, after.valid_from, before)
    await assertNoOther(tx, ref, { from: after.valid_from, until: before.valid_from })
    await tx.updateTable('price_list_versions').set(after).where('id', '=', before.id).execute()
    await touch(tx, journal, ref.id)
    const named = { before: { number: before.number, ...edit.before }, after: { number: before.number, ...edit.after } }
    recordEvent(ctx, journal, ref, list.name, { verb: 'version_changed', ...named })
    return priceListById(inside, ref.target, ref.id)
  })
}

export function removePriceVersion(
  ctx: Ctx,
  ref: PriceListRef & { version_id: string },
  version: number,
): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockedFor(inside, tx, ref, 'add_version', version)
    const { id, number, valid_from } = comingVersion(list, ref.version_id, journal)
    if (list.all_versions.length === 1) throw new AppError('price_list_needs_version')
    await tx.deleteFrom('price_list_versions').where('id', '=', id).execute()
    await touch(tx, journal, ref.id)
    recordEvent(ctx, journal, ref, list.name, { verb: 'version_removed', before: { number, valid_from } })
    return null
  })
}

export function endPriceList(
  ctx: Ctx,
  ref: PriceListRef,
  endsAt: string | null,
  version: number,
): Promise<PriceListDetails> {
  return write(ctx, async (tx, journal, inside) => {
    const list = await lockedFor(inside, tx, ref, 'end', version)
    const ends_at = endsAt ?? journal.at.toISOString()
    if (Date.parse(ends_at) < journal.at.getTime())
      throw new AppError('invalid_body', { field: 'ends_at' }, 'Ends: not in the past')
    const begins = list.all_versions.at(-1)?.valid_from ?? ends_at
    const from = list.ends_at ?? ends_at
    // An end may lie before the beginning: that time was never this list's.
    await assertNoOther(tx, ref, { from: from > begins ? from : begins, until: ends_at })
    await touch(tx, journal, ref.id, { ends_at })
    recordEvent(ctx, journal, ref, list.name, { verb: 'ended', before: { ends_at: list.ends_at }, after: { ends_at } })
    return priceListById(inside, ref.target, ref.id)
  })
}

/**
 * A place has one list at a time: none of its others may be in force in the time that is added to this one. Null: until further
 * notice; an end that is not after the beginning adds nothing.
 */
async function assertNoOther(
  tx: Tx,
  { target: { type, id: targetId }, id }: PriceListRef,
  { from, until }: { from: string; until: string | null },
): Promise<void> {
  if (until !== null && until <= from) return
  // Two who write lists for one place at once must not both find it free.
  await lockName(tx, 'price_lists', `${type} ${targetId}`)
  const { rows } = await sql<{ name: string }>`
    select p.name from price_lists p cross join lateral (
      select min(v.valid_from) as begins from price_list_versions v where v.price_list_id = p.id) s
    where p.target_type = ${type} and p.target_id = ${targetId}::uuid and p.id <> ${id}::uuid
      and (${until}::timestamptz is null or s.begins < ${until}::timestamptz)
      and (p.ends_at is null or p.ends_at > greatest(s.begins, ${from}::timestamptz)) limit 1`.execute(tx)
  if (rows[0]) throw new AppError('price_list_overlaps', { name: rows[0].name })
}

/** When a version begins: at once if nothing is said, and never in the past, where sessions began under other prices. */
function startOf(journal: Journal, { valid_from }: { valid_from: string | null }): string {
  if (valid_from === null) return journal.at.toISOString()
  if (Date.parse(valid_from) < journal.at.getTime())
    throw new AppError('invalid_body', { field: 'valid_from' }, 'Valid from: not in the past')
  return valid_from
}

/** A version begins after all others, so that their numbers follow time. */
function assertFits({ all_versions, ends_at }: PriceListDetails, from: string, own?: PriceVersion): void {
  const others = all_versions.filter((one) => one.id !== own?.id)
  const isOutOfTurn = others.some((one) =>
    own && one.number > own.number ? Date.parse(one.valid_from) <= Date.parse(from) : one.valid_from >= from,
  )
  if (isOutOfTurn) throw new AppError('price_versions_out_of_order', { field: 'valid_from' })
  if (ends_at !== null && from >= ends_at)
    throw new AppError('invalid_body', { field: 'valid_from' }, 'Valid from: before the price list ends')
}

function comingVersion(list: PriceListDetails, id: string, journal: Journal): PriceVersion {
  const version = list.all_versions.find((one) => one.id === id)
  if (!version) throw new AppError('not_found')
  if (version.first_used_at !== null || hasBegun(version, journal.at.getTime()))
    throw new AppError('price_version_began', { number: version.number })
  return version
}

async function insertVersion(
  tx: Tx,
  journal: Journal,
  { person }: Ctx,
  price_list_id: string,
  number: number,
  { valid_from, ...terms }: Omit<PriceVersionBody, 'valid_from'> & { valid_from: string },
): Promise<void> {
  const created = { created_at: journal.at.toISOString(), created_by: person.id }
  await tx
    .insertInto('price_list_versions')
    .values({ id: uuidv7(), price_list_id, number, valid_from, ...terms, ...created })
    .execute()
}

const touch = (tx: Tx, journal: Journal, id: string, values: { name?: string; ends_at?: string } = {}) =>
  tx
    .updateTable('price_lists')
    .set((row) => ({ ...values, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The list as it is, held until the end of the transaction, if this may be done with it now. */
async function lockedFor(
  inside: Ctx,
  tx: Tx,
  { target, id }: PriceListRef,
  action: PriceListAction,
  version: number,
): Promise<PriceListDetails> {
  await tx.selectFrom('price_lists').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const list = await priceListById(inside, target, id)
  if (!mayDo(list.status, action)) throw new AppError('price_list_ended')
  assertVersion(list.version, version)
  return list
}
