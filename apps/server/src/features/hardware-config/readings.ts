import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type {
  ConfigParameter,
  ConfigReading,
  getConfigMetadata,
  HardwareConfig,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { ParamsysInfo } from '@wheelhouse/device-protocol/parameters.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { requireHardwareVisible } from '../../authz/authorize.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { CommandAnswer } from '../commands/command-results.ts'
import { commandById } from '../commands/command-rows.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'

/** A configuration as last read, and whether the heartbeats since then say the same. */
export interface Present {
  hardware_id: string
  firmware_name: string | null
  type: string
  reported_hash: string | null
  config_hash: string | null
  params: ConfigParameter[] | null
  is_current: boolean
  is_changing: boolean
  /** The last fetch has failed: to fetch once more is no advice. */
  is_unreadable: boolean
  /** The name of the change set that it belongs to, until that is over. */
  change_set: string | null
}

/** A heartbeat from before the reading has the former hash. */
const isCurrent = sql`(r.id is not null and (hs.config_hash = r.config_hash or hs.last_heartbeat_at is null or hs.last_heartbeat_at < r.confirmed_at))`

/** Of many in one statement; hardware that was never read has no values. */
export async function presentConfigs(db: Db, ids: readonly string[]): Promise<Map<string, Present>> {
  const { rows } = await sql<Present>`
    select h.hardware_id, h.type, hs.firmware_name, hs.config_hash as reported_hash, r.config_hash, r.params, ${isCurrent} as is_current,
      exists (select 1 from hardware_config_changes c join commands s on s.id = c.set_command_id left join commands b on b.id = c.read_command_id
        where c.hardware_id = h.hardware_id and (s.status = 'in_progress' or b.status = 'in_progress')) as is_changing,
      coalesce((select f.status not in ('success', 'in_progress') from (select id, name, status from commands o
        where o.hardware_id = h.hardware_id order by o.id desc limit 50) f where f.name = 'get_paramsys_info' order by f.id desc limit 1), false) as is_unreadable,
      (select s.name from change_set_devices i join change_sets s on s.id = i.change_set_id where i.hardware_id = h.hardware_id and i.is_held) as change_set
    from hardware h left join hardware_state hs on hs.hardware_id = h.hardware_id
    left join lateral (select * from hardware_configs c where c.hardware_id = h.hardware_id order by c.read_at desc, c.id desc limit 1) r on true
    where h.hardware_id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.hardware_id, row]))
}

/** Why hardware without a reading cannot be changed. */
export const valuesMissing = (hardware_id: string, present: Pick<Present, 'is_unreadable'> | undefined): AppError =>
  new AppError(present?.is_unreadable ? 'config_unreadable' : 'config_values_missing', { hardware_id })

const readingsShown = 100

export async function readingsOf(ctx: Ctx, hardwareId: string): Promise<ConfigReading[]> {
  await requireHardwareVisible(ctx, hardwareId)
  const { rows } = await sql<ConfigReading>`
    select id, config_hash, params, read_at, confirmed_at from hardware_configs where hardware_id = ${hardwareId}
    order by read_at desc, id desc limit ${readingsShown}`.execute(ctx.db)
  return rows
}

export async function configOf(ctx: Ctx, hardwareId: string): Promise<HardwareConfig> {
  const [reading = null] = await readingsOf(ctx, hardwareId)
  const present = (await presentConfigs(ctx.db, [hardwareId])).get(hardwareId)
  return {
    hardware_id: hardwareId,
    firmware_name: present?.firmware_name ?? null,
    reading,
    reported_hash: present?.reported_hash ?? null,
    is_current: present?.is_current ?? false,
    fetch: await lastFetch(ctx, hardwareId),
  }
}

/** The last fetch, unless it succeeded: then the reading says it all. */
async function lastFetch(ctx: Ctx, hardwareId: string) {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from (select id, name, status from commands where hardware_id = ${hardwareId} order by id desc limit 50) c
    where name = 'get_paramsys_info' order by id desc limit 1`.execute(ctx.db)
  return rows[0] && rows[0].status !== 'success' ? ((await commandById(ctx, rows[0].id)) ?? null) : null
}

/** The parameters of a firmware as hardware that has it described them last; null where none was read yet. */
export async function parametersOf(db: Db, firmwareName: string): Promise<ConfigParameter[] | null> {
  const { rows } = await sql<{ params: ConfigParameter[] }>`
    select c.params from hardware_configs c join hardware_state s using (hardware_id) where s.firmware_name = ${firmwareName}
    order by c.confirmed_at desc limit 1`.execute(db)
  return rows[0]?.params ?? null
}

export async function metadataOf({ db }: Ctx, firmwareName: string): Promise<ReplyOf<typeof getConfigMetadata>> {
  const parameters = (await parametersOf(db, firmwareName)) ?? []
  return { firmware_name: firmwareName, parameters: parameters.map(({ value: _, ...kind }) => kind) }
}

/** The config belongs to hardware; in stock the person who asked follows it. */
export function publishConfig(journal: Journal, { hardware_id, device }: PlacedHardware, personId?: string): void {
  if (device) publishChange(journal, 'hardware_config', hardware_id, device.location_id)
  else if (personId) publishChange(journal, 'hardware_config', hardware_id, null, { person_id: personId })
}

/**
 * Keeps what was read. An answer for some keys alone, or of another form, is nobody's configuration. One that comes after the
 * answer to a later command, because its own had timed out, is older than what is kept: ids of commands are in the order of time.
 */
export async function keepReading(tx: Tx, journal: Journal, answer: CommandAnswer): Promise<ConfigParameter[] | null> {
  const info = ParamsysInfo.safeParse(answer.data)
  if (!info.success || (await isForSomeKeys(tx, answer.command_id))) return null
  const { config_hash, params } = info.data
  const [id, now, hardwareId] = [uuidv7(), journal.at.toISOString(), answer.hardware.hardware_id]
  const json = JSON.stringify(params)
  await sql`with last as (select id, config_hash, params, command_id from hardware_configs where hardware_id = ${hardwareId} order by read_at desc, id desc limit 1),
    same as (update hardware_configs c set confirmed_at = ${now}::timestamptz, command_id = ${answer.command_id}::uuid from last
      where c.id = last.id and last.config_hash = ${config_hash} and last.params = ${json}::jsonb and last.command_id < ${answer.command_id}::uuid returning c.id)
    insert into hardware_configs (id, hardware_id, config_hash, params, read_at, confirmed_at, command_id)
    select ${id}::uuid, ${hardwareId}, ${config_hash}, ${json}::jsonb, ${now}::timestamptz, ${now}::timestamptz, ${answer.command_id}::uuid
    where not exists (select 1 from same) and not exists (select 1 from last where last.command_id > ${answer.command_id}::uuid)`.execute(
    tx,
  )
  publishConfig(journal, answer.hardware, await requesterOf(tx, answer.command_id))
  return params
}

async function isForSomeKeys(tx: Tx, commandId: string): Promise<boolean> {
  const { rows } = await sql<{ is_part: boolean }>`
    select args ? 'keys' as is_part from commands where id = ${commandId}::uuid`.execute(tx)
  return rows[0]?.is_part ?? false
}

async function requesterOf(tx: Tx, commandId: string): Promise<string | undefined> {
  const { rows } = await sql<{ requested_by: string | null }>`
    select coalesce(c.requested_by, x.requested_by) as requested_by from commands c
    left join hardware_config_changes x on x.read_command_id = c.id where c.id = ${commandId}::uuid`.execute(tx)
  return rows[0]?.requested_by ?? undefined
}
