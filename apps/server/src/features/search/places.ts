import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { deviceTypeLabels, dockTypes } from '@wheelhouse/contract/devices/devices.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import type { Action } from '@wheelhouse/contract/access.ts'
import type { Ctx } from '../../platform/context.ts'
import { contactSince, healthJoins, inContact } from '../hardware-state/health.ts'
import { deviceAggregates } from '../hardware-state/aggregates.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { commandWords, hardwareCommandsFound } from './hardware.ts'
import { byShape, byLabels, foundIn, grouped, hit } from './search-sql.ts'
import type { Part, Row } from './search-sql.ts'
import type { Shapes } from './shapes.ts'

const isLocationVisible = (ctx: Ctx, column: RawBuilder<unknown>) =>
  rowIsVisible(ctx, 'location', 'GET', 'location', column)

/** A device belongs to its location's groups and to any it was added to itself (rights: model). */
const onDevice = (ctx: Ctx, action: Action): RawBuilder<boolean> =>
  sql<boolean>`(${rowIsVisible(ctx, 'device', action, 'location', sql`d.location_id`)} or ${rowIsVisible(ctx, 'device', action, 'device', sql`d.id`)})`

export async function locationsFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const code = shapes.location_code ?? shapes.device?.location_code
  const seen = isLocationVisible(ctx, sql`l.id`)
  const parts: Part[] = await byLabels(ctx, {
    type: 'location',
    table: 'locations',
    text: sql`t.search`,
    words: shapes.words,
  })
  // Of `104217/07` the dock was meant; where it stands comes with it.
  if (code)
    parts.push(
      byShape(
        shapes.location_code ? 'code' : 'words',
        sql`l.id`,
        sql`from locations l where l.code = ${code} and ${seen}`,
      ),
    )
  if (shapes.id) parts.push(byShape('id', sql`l.id`, sql`from locations l where l.id = ${shapes.id}::uuid and ${seen}`))
  if (parts.length === 0) return []
  const { rows } =
    await sql<Row>`select l.id, f.matched, l.code, l.label as title, l.address as detail, g.health as state, l.id as location_id
    from ${foundIn(parts)} join locations l on l.id = f.id ${deviceAggregates(ctx, 1)} order by f.rank desc, l.code`.execute(
      ctx.db,
    )
  return rows.map((row) => hit('location', row, code === undefined ? shapes.words : [code]))
}

interface DeviceRow extends Row {
  device_type: string
  number: number
  hardware_id: string | null
  alias: string
  dock_state: string
  dock_state_since: string | null
  in_contact: boolean
  bubble_orange_hours: number
  bubble_red_hours: number
}

export async function devicesFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const parts = deviceParts(ctx, shapes)
  if (parts.length === 0) return []
  // Numbers count for each type separately: a bike is parked in the dock, not in the controller with the same number.
  const { rows } = await sql<DeviceRow>`
    select d.id, f.matched, l.code, d.number, d.type as device_type, d.hardware_id, d.alias, d.location_id,
      case when ${isLocationVisible(ctx, sql`l.id`)} then l.label else '' end as title, coalesce(hs.dock_state, 'unknown') as dock_state, hs.dock_state_since,
      ${inContact(contactSince(ctx))} as in_contact, l.bubble_orange_hours, l.bubble_red_hours
    from ${foundIn(parts)} join devices d on d.id = f.id join locations l on l.id = d.location_id ${healthJoins}
    where d.deleted_at is null
    order by d.type = any(${dockTypes}::text[]) desc, d.number, d.id`.execute(ctx.db)
  return rows.map((row) => deviceHit(row, shapes))
}

function deviceParts(ctx: Ctx, { device, id, hardware, qr_code, alias }: Shapes): Part[] {
  const seen = onDevice(ctx, 'GET')
  const parts: Part[] = []
  if (device)
    parts.push(
      byShape(
        'code',
        sql`d.id`,
        sql`from locations l join devices d on d.location_id = l.id where l.code = ${device.location_code} and d.number = ${device.number} and ${seen}`,
      ),
    )
  if (id) parts.push(byShape('id', sql`d.id`, sql`from devices d where d.id = ${id}::uuid and ${seen}`))
  // Ids are in the order of their digits: what begins so lies between two of them.
  if (hardware)
    parts.push(
      byShape(
        'hardware_id',
        sql`d.id`,
        sql`from devices d where d.hardware_id >= ${hardware.from} and d.hardware_id < ${`${hardware.from}G`} and ${seen}`,
      ),
    )
  if (qr_code)
    parts.push(
      byShape(
        'qr_code',
        sql`d.id`,
        sql`from devices d where (d.qr_code = ${qr_code} or d.former_qr_code = ${qr_code}) and ${seen}`,
      ),
    )
  if (alias)
    parts.push(
      byShape(
        'alias',
        sql`d.id`,
        sql`from devices d where lower(d.alias) = lower(${alias}) and d.alias <> '' and ${seen}`,
      ),
    )
  return parts
}

const labels: Readonly<Partial<Record<string, string>>> = deviceTypeLabels

function deviceHit(row: DeviceRow, { hardware }: Shapes): SearchHit {
  const { device_type, number, hardware_id, alias, dock_state, dock_state_since, in_contact, ...rest } = row
  const { bubble_orange_hours, bubble_red_hours, id, matched, location_id } = rest
  const code = `${rest.code}/${String(number).padStart(2, '0')}`
  const named = matched ?? ''
  const words: Partial<Record<string, string>> = { hardware_id: grouped(hardware_id ?? ''), alias }
  const asked: Partial<Record<string, string>> = { code, hardware_id: grouped(hardware?.from ?? ''), alias }
  const written = words[named] ?? ''
  const marks = asked[named]
  return hit(
    'device',
    {
      id,
      matched,
      code,
      location_id,
      device_id: id,
      title: labels[device_type] ?? device_type,
      detail: [written, rest.title].filter(Boolean).join(', '),
      dock: {
        device_type,
        dock_state,
        dock_state_since,
        in_contact,
        bubble_orange_hours,
        bubble_red_hours,
      },
    },
    marks ? [marks] : [],
  )
}

interface OnDeviceRow extends Row {
  number: number | null
  name: string
}

const codeOf = ({ code, number }: OnDeviceRow): string =>
  [code, number === null ? null : String(number).padStart(2, '0')].filter(Boolean).join('/')

/** A session is found by its id alone. Only its own page names the rider. */
export async function sessionsFound(ctx: Ctx, { id }: Shapes): Promise<SearchHit[]> {
  if (!id) return []
  const { rows } = await sql<OnDeviceRow>`
    select s.id, 'id' as matched, l.code, d.number, l.label as detail, s.status as state, s.location_id, s.device_id
    from parking_sessions s join locations l on l.id = s.location_id join devices d on d.id = s.device_id
    where s.id = ${id}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'location', sql`s.location_id`)}`.execute(ctx.db)
  return rows.map((row) => hit('session', { ...pick(row), title: 'Parking session' }, []))
}

export async function commandsFound(ctx: Ctx, { id }: Shapes): Promise<SearchHit[]> {
  if (!id) return []
  const { rows } = await sql<OnDeviceRow>`
    select c.id, 'id' as matched, l.code, d.number, c.name, c.status as state, d.location_id, d.id as device_id,
      case when ${isLocationVisible(ctx, sql`l.id`)} then l.label else '' end as detail
    from commands c join devices d on d.id = c.device_id join locations l on l.id = d.location_id
    where c.id = ${id}::uuid and ${onDevice(ctx, 'GET')} and ${onDevice(ctx, 'GETCMDSHISTORY')}`.execute(ctx.db)
  if (rows.length === 0) return hardwareCommandsFound(ctx, id)
  return rows.map((row) => hit('command', { ...pick(row), title: commandWords(row.name) }, []))
}

function pick(row: OnDeviceRow): Omit<Row, 'title'> {
  const { id, matched, detail, state, location_id, device_id } = row
  return { id, matched, code: codeOf(row), detail, state, location_id, device_id }
}
