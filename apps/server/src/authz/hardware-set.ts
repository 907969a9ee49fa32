import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../platform/context.ts'
import { holdsInStock } from './rights.ts'
import { visiblePredicate, visibleSet } from './visible.ts'

/** Hardware follows its device, which belongs to groups itself and through its location; the rest is stock (rights: model). */
function holdsOnHardware(ctx: Pick<Ctx, 'person'>, action: Action): RawBuilder<boolean> {
  const person = sql<string>`${ctx.person.id}::uuid`
  const through = (type: 'location' | 'device', column: RawBuilder<unknown>) =>
    visiblePredicate(visibleSet(ctx, 'hardware', action, type), column)
  return sql<boolean>`(case when d.id is null then ${holdsInStock(person, 'hardware', 'GETUNASSIGNED')} and ${holdsInStock(person, 'hardware', action)}
    else ${through('location', sql`d.location_id`)} or ${through('device', sql`d.id`)} end)`
}

interface Asked {
  /** Without these on a piece, it is not known. */
  reads: readonly Action[]
  needs: readonly Action[]
}

/** The rights on each of these pieces, in one statement. */
export async function requireHardwareSet(
  ctx: Pick<Ctx, 'db' | 'person'>,
  ids: readonly string[],
  { reads, needs }: Asked,
): Promise<void> {
  const held = needs.map((action) => holdsOnHardware(ctx, action))
  const seen = reads.map((action) => holdsOnHardware(ctx, action))
  const { rows } = await sql<{ hardware_id: string; is_seen: boolean | null; held: boolean[] }>`
    select a.id as hardware_id, h.hardware_id is not null and ${sql.join(seen, sql` and `)} as is_seen, array[${sql.join(held)}] as held
    from unnest(${[...ids]}::text[]) a(id) left join hardware h on h.hardware_id = a.id left join devices d on d.hardware_id = h.hardware_id`.execute(
    ctx.db,
  )
  const unknown = rows.find(({ is_seen }) => !is_seen)
  if (unknown) throw new AppError('unknown_hardware', { hardware_id: unknown.hardware_id })
  for (const [n, action] of needs.entries())
    if (rows.some((row) => !row.held[n])) throw new AppError('forbidden', { missing: `${action} on hardware` })
}
