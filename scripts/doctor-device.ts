import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import type { Pool } from '@wheelhouse/db/database.ts'
import { StartError } from './settings.ts'

const rowsAtMost = 10

interface Hardware {
  hardware_id: string
  type: string
  controller_id: string
  comment: string
  is_online: boolean | null
  online_at: string | null
  mesh_id: string | null
  device_id: string | null
  device: string | null
  location: string | null
  state: Record<string, unknown> | null
  controller_heartbeat_at: string | null
}

/** What the database knows of one piece of hardware, for reading in a terminal. */
export async function describeDevice(pool: Pool, text: string, now = new Date()): Promise<string[]> {
  const id = normalizedHardwareId(text)
  const hardware = await findHardware(pool, id)
  if (!hardware) throw new StartError(`No hardware has the id '${text}'.`)
  const sections = await Promise.all(
    recent.map(async ({ title, of, statement }) => {
      const asked = of === 'hardware' ? id : hardware.device_id
      const { rows } = await pool.query<{ at: string; line: string }>(statement, [asked, rowsAtMost])
      return ['', title, ...(rows.length === 0 ? ['  none'] : rows.map(({ at, line }) => `  ${at}  ${line}`))]
    }),
  )
  return [...summaryOf(hardware, now), ...sections.flat()]
}

async function findHardware(pool: Pool, id: string): Promise<Hardware | undefined> {
  const { rows } = await pool.query<Hardware>(
    `select h.hardware_id, h.type, h.controller_id, h.comment, c.is_online, c.online_at, c.mesh_id, d.id as device_id,
       d.type || ' ' || d.number as device, l.label as location, to_jsonb(hs) - 'hardware_id' as state,
       cs.last_heartbeat_at as controller_heartbeat_at
     from hardware h left join controllers c on c.hardware_id = h.controller_id
       left join devices d on d.hardware_id = h.hardware_id left join locations l on l.id = d.location_id
       left join hardware_state hs on hs.hardware_id = h.hardware_id
       left join hardware_state cs on cs.hardware_id = h.controller_id
     where h.hardware_id = $1`,
    [id],
  )
  return rows[0]
}

function summaryOf(hardware: Hardware, now: Date): string[] {
  const { hardware_id, type, controller_id, comment, device, location, state } = hardware
  const knownLink = hardware.is_online ? 'online' : 'offline'
  const link = hardware.is_online === null ? 'unknown' : knownLink
  const facts = Object.entries(state ?? {}).filter(
    ([name, value]) => value !== null && !/^(bucket_|last_heartbeat_at$)/.test(name),
  )
  return [
    `Hardware      ${hardware_id} (${type})${comment && `: ${comment}`}`,
    `Built into    ${device ? `${device} of ${location}` : 'nothing, it is in stock'}`,
    `Controller    ${controller_id === hardware_id ? 'itself' : controller_id}, ${link}${hardware.online_at ? ` since ${hardware.online_at}` : ''}, mesh ${hardware.mesh_id ?? 'unknown'}`,
    `Last contact  ${contact(state?.last_heartbeat_at, now)}; its controller: ${contact(hardware.controller_heartbeat_at, now)}`,
    'State',
    ...(facts.length === 0
      ? ['  none: it has never reported']
      : facts.map(([name, value]) => `  ${name.padEnd(18)} ${String(value)}`)),
  ]
}

function contact(at: unknown, now: Date): string {
  if (typeof at !== 'string') return 'never'
  const seconds = Math.round((now.getTime() - Date.parse(at)) / 1000)
  return `${at} (${seconds} s ago)`
}

interface Recent {
  title: string
  of: 'hardware' | 'device'
  /** Takes an id and how many rows are shown. */
  statement: string
}

const recent: Recent[] = [
  {
    title: 'Open alarms',
    of: 'hardware',
    statement: `select raised_at as at, reason as line from alarms
      where hardware_id = $1 and cleared_at is null order by raised_at desc limit $2`,
  },
  {
    title: 'Heartbeats, counted over five minutes',
    of: 'hardware',
    statement: `select bucket_from as at, beats || ' heartbeats, in contact for ' || online_s || ' s' as line
      from hardware_five_minutes where hardware_id = $1 order by bucket_from desc limit $2`,
  },
  {
    title: 'Messages with an event id',
    of: 'hardware',
    statement: `select received_at as at, event_id as line from device_events
      where hardware_id = $1 order by received_at desc limit $2`,
  },
  {
    title: 'Scanned keys',
    of: 'hardware',
    statement: `select scanned_at as at, case when access_key_id is null then 'an unknown key' else 'a known key' end as line
      from key_scans where hardware_id = $1 order by scanned_at desc limit $2`,
  },
  {
    title: 'Commands',
    of: 'hardware',
    statement: `select created_at as at,
        concat_ws(' ', name, args::text, status || ' at step ' || step, failure, result::text, 'for a ' || actor_kind) as line
      from commands where hardware_id = $1 order by id desc limit $2`,
  },
  {
    title: 'Events of the device',
    of: 'device',
    statement: `select at, concat_ws(' ', feature, verb, after::text, 'by ' || coalesce(actor_name, actor_kind)) as line
      from events where resource_id = $1::uuid order by id desc limit $2`,
  },
]
