import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SearchHit, SearchMatch } from '@wheelhouse/contract/search/search.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { byShape, foundIn, grouped, hit } from './search-sql.ts'
import type { Part, Row } from './search-sql.ts'
import type { Shapes } from './shapes.ts'

interface VehicleRow extends Row {
  hardware_id: string | null
}

/** A vehicle by the code that is printed on it, by its ID or by that of its hardware. */
export async function vehiclesFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const { rows } = await sql<VehicleRow>`
    select v.id, f.matched, v.code, fl.name as title, v.hardware_id, v.state
    from ${foundIn(vehicleParts(ctx, shapes))} join rental_devices v on v.id = f.id join rental_fleets fl on fl.id = v.fleet_id
    order by v.code`.execute(ctx.db)
  return rows.map(({ hardware_id, ...row }) => {
    const marks: Partial<Record<SearchMatch, string>> = {
      code: row.code ?? '',
      hardware_id: grouped(shapes.hardware?.from ?? ''),
    }
    const detail = row.matched === 'hardware_id' ? grouped(hardware_id ?? '') : ''
    return hit('rental_device', { ...row, detail }, [marks[row.matched] ?? ''])
  })
}

function vehicleParts(ctx: Ctx, { id, hardware, rental_code }: Shapes): Part[] {
  const seen = rowIsVisible(ctx, 'rental_device', 'GET', 'rental_fleet', sql`v.fleet_id`)
  const part = (matched: SearchMatch, where: RawBuilder<unknown>) =>
    byShape(matched, sql`v.id`, sql`from rental_devices v where ${where} and ${seen}`)
  return [
    part('code', sql`v.code = ${rental_code}`),
    ...(id ? [part('id', sql`v.id = ${id}::uuid`)] : []),
    // Ids are in the order of their digits: what begins so lies between two of them.
    ...(hardware
      ? [part('hardware_id', sql`v.hardware_id >= ${hardware.from} and v.hardware_id < ${`${hardware.from}G`}`)]
      : []),
  ]
}

/** A ride is found by its ID alone. Only its own page names the rider. */
export async function ridesFound(ctx: Ctx, { id }: Shapes): Promise<SearchHit[]> {
  if (!id) return []
  const { rows } = await sql<Row>`
    select s.id, 'id' as matched, v.code, f.name as detail
    from rental_sessions s join rental_devices v on v.id = s.rental_device_id join rental_fleets f on f.id = s.fleet_id
    where s.id = ${id}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'rental_fleet', sql`s.fleet_id`)}`.execute(
    ctx.db,
  )
  return rows.map((row) => hit('rental_session', { ...row, title: 'Rental session' }, []))
}
