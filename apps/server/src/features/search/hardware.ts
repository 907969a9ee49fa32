import { sql } from 'kysely'
import { commandRules } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { hasRights } from '../../authz/authorize.ts'
import { hardwareIsVisible, stockIsVisible } from '../../authz/hardware-visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { byShape, foundIn, grouped, hit } from './search-sql.ts'
import type { Row } from './search-sql.ts'
import type { Shapes } from './shapes.ts'

const labels: Readonly<Partial<Record<string, string>>> = deviceTypeLabels

interface HardwareRow extends Omit<Row, 'title'> {
  hardware_type: string
  comment: string
}

/** Hardware in stock, by its ID. What is built in is found as its device or its vehicle. */
export async function hardwareFound(ctx: Ctx, { hardware }: Shapes): Promise<SearchHit[]> {
  if (!hardware) return []
  const part = byShape(
    'hardware_id',
    sql`h.hardware_id`,
    // Ids are in the order of their digits: what begins so lies between two of them.
    sql`from hardware h where h.hardware_id >= ${hardware.from} and h.hardware_id < ${`${hardware.from}G`}
      and not exists (select 1 from devices d where d.hardware_id = h.hardware_id)
      and not exists (select 1 from rental_devices v where v.hardware_id = h.hardware_id) and ${stockIsVisible(ctx)}`,
  )
  const { rows } = await sql<HardwareRow>`
    select h.hardware_id as id, f.matched, h.type as hardware_type, h.comment from ${foundIn([part])} join hardware h on h.hardware_id = f.id
    order by h.hardware_id`.execute(ctx.db)
  return rows.map(({ hardware_type, comment, ...row }) => {
    const title = labels[hardware_type] ?? hardware_type
    const detail = [grouped(row.id), comment].filter(Boolean).join(', ')
    return hit('hardware', { ...row, title, detail }, [grouped(hardware.from)])
  })
}

interface CommandRow extends Omit<Row, 'title'> {
  hardware_id: string
  name: string
}

/** A command to hardware that is in no device: in stock, or in a vehicle. */
export async function hardwareCommandsFound(ctx: Ctx, id: string): Promise<SearchHit[]> {
  const builtIn = { device: sql`d.id`, location: sql`d.location_id`, fleet: sql`v.fleet_id` }
  const { rows } = await sql<CommandRow>`
    select c.id, 'id' as matched, c.name, c.status as state, c.hardware_id from commands c
    left join devices d on d.hardware_id = c.hardware_id left join rental_devices v on v.hardware_id = c.hardware_id
    where c.id = ${id}::uuid and c.device_id is null and ${hardwareIsVisible(ctx, builtIn)}`.execute(ctx.db)
  const [row] = rows
  if (!row) return []
  const [mayRead] = await hasRights(ctx, [['hardware', 'GETCMDSHISTORY']], { type: 'hardware', id: row.hardware_id })
  const { name, ...found } = row
  return mayRead ? [hit('command', { ...found, title: commandWords(name), detail: grouped(row.hardware_id) }, [])] : []
}

const rules: Readonly<Partial<Record<string, { label: string }>>> = commandRules
export const commandWords = (name: string): string => rules[name]?.label ?? name.replaceAll('_', ' ')
