import { sql } from 'kysely'
import type { Action } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../platform/context.ts'
import { isHeldOnHardware } from './hardware-visible.ts'

const builtIn = { device: sql`d.id`, location: sql`d.location_id`, fleet: sql`v.fleet_id` }

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
  const isHeld = (action: Action) => sql`(${isHeldOnHardware(ctx, action, builtIn)})`
  const { rows } = await sql<{ hardware_id: string; is_seen: boolean | null; held: boolean[] }>`
    select a.id as hardware_id, ${sql.join([sql`h.hardware_id is not null`, ...reads.map(isHeld)], sql` and `)} as is_seen,
      array[${sql.join(needs.map(isHeld))}] as held
    from unnest(${[...ids]}::text[]) a(id) left join hardware h on h.hardware_id = a.id left join devices d on d.hardware_id = h.hardware_id
      left join rental_devices v on v.hardware_id = h.hardware_id`.execute(ctx.db)
  const unknown = rows.find(({ is_seen }) => !is_seen)
  if (unknown) throw new AppError('unknown_hardware', { hardware_id: unknown.hardware_id })
  for (const [n, action] of needs.entries())
    if (rows.some((row) => !row.held[n])) throw new AppError('forbidden', { missing: `${action} on hardware` })
}
