import { sql } from 'kysely'
import type { ChangeSetKind } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { AppError, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ParameterChange, ParameterValues } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { parameterChanges, refusalOfState } from '../hardware-config/changes.ts'
import { presentConfigs, valuesMissing } from '../hardware-config/readings.ts'
import type { Present } from '../hardware-config/readings.ts'
import { deviceHealth } from '../hardware-state/health.ts'

/** What every device gets. */
export interface Wanted {
  kind: ChangeSetKind
  values: ParameterValues | null
  /** Of a template: other hardware cannot take it. */
  firmware_name: string | null
  channel: string | null
}

/** Where a piece is built in; all of it is null in stock. */
interface BuiltIn {
  device_id: string | null
  location_id: string | null
  rental_device_id: string | null
  fleet_id: string | null
}

export interface PlannedItem extends BuiltIn {
  hardware_id: string
  /** Why it is skipped, in the words of the catalogue. */
  refusal: string | null
  changes: ParameterChange[]
  config_hash: string | null
}

interface Piece extends BuiltIn {
  hardware_id: string
  delete_pending: boolean
  health: string
  firmware_name: string | null
  firmware_version: string | null
  release: string | null
  is_updating: boolean
}

/** In the order in which a technician would walk: by location and number, then the vehicles by their code. */
async function piecesOf(tx: Tx, ctx: Ctx, ids: readonly string[], channel: string | null): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    select h.hardware_id, d.id as device_id, d.location_id, v.id as rental_device_id, v.fleet_id, coalesce(d.delete_pending, false) as delete_pending, ${deviceHealth(ctx)} as health,
      hs.firmware_name, hs.firmware_version,
      (select r.version from firmware_releases r where r.firmware_name = hs.firmware_name and r.channel = ${channel}::text
        order by r.released_at desc limit 1) as release,
      exists (select 1 from commands c where c.hardware_id = h.hardware_id and c.status = 'in_progress' and c.name = 'firmware_update') as is_updating
    from hardware h left join devices d on d.hardware_id = h.hardware_id left join locations p on p.id = d.location_id
    left join rental_devices v on v.hardware_id = h.hardware_id
    left join lateral (select coalesce(p.power_save, 'none') as power_save) l on true
    left join hardware_state hs on hs.hardware_id = h.hardware_id left join hardware_state cs on cs.hardware_id = h.controller_id
    where h.hardware_id = any(${[...ids]}::text[]) order by p.code nulls last, d.number, v.code nulls last, h.hardware_id`.execute(
    tx,
  )
  return rows
}

/** What each device has, what it will have, and why some are skipped. */
export async function planItems(tx: Tx, ctx: Ctx, ids: readonly string[], wanted: Wanted): Promise<PlannedItem[]> {
  const pieces = await piecesOf(tx, ctx, ids, wanted.channel)
  const configs = wanted.values ? await presentConfigs(tx, ids) : new Map<string, Present>()
  if (wanted.kind === 'config') assertOneConfiguration(configs)
  return pieces.map((piece) => planOne(piece, configs.get(piece.hardware_id), wanted))
}

/** Spec 5: config changes are blocked when values are missing or when the config hash differs across the selected hardware. */
function assertOneConfiguration(configs: ReadonlyMap<string, Present>): void {
  for (const [hardware_id, present] of configs) if (present.params === null) throw valuesMissing(hardware_id, present)
  if (new Set([...configs.values()].map(({ config_hash }) => config_hash)).size > 1)
    throw new AppError('config_hash_differs')
}

function planOne(piece: Piece, present: Present | undefined, wanted: Wanted): PlannedItem {
  const { hardware_id, device_id, location_id, rental_device_id, fleet_id } = piece
  const builtIn = { device_id, location_id, rental_device_id, fleet_id }
  const item = { hardware_id, ...builtIn, config_hash: present?.config_hash ?? null }
  try {
    assertReachable(piece)
    const changes = wanted.values ? configChanges(piece, present, wanted) : firmwareChange(piece)
    if (changes.length === 0) throw new AppError('no_changes')
    return { ...item, refusal: null, changes }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...item, refusal: error.message, changes: [] }
  }
}

const inContact = new Set(['healthy', 'late'])

function assertReachable({ hardware_id, health, delete_pending }: Piece): void {
  if (delete_pending) throw new AppError('device_delete_pending', { hardware_id })
  if (!inContact.has(health)) throw new AppError('hardware_out_of_contact', { hardware_id })
}

/** A secret is never read back, so a plan could neither show nor take back its former value. */
function configChanges(
  piece: Piece,
  present: Present | undefined,
  { values, firmware_name }: Wanted,
): ParameterChange[] {
  if (firmware_name !== null && piece.firmware_name !== firmware_name) throw new AppError('firmware_name_differs')
  const refusal = refusalOfState(piece.hardware_id, present)
  if (refusal) throw refusal
  const params = present?.params ?? []
  const isSecret = (key: string) => params.some((one) => one.key === key && one.is_secret)
  if (values?.some(({ key }) => isSecret(key))) throw new AppError('secret_in_change_set')
  return parameterChanges(params, values ?? [])
}

function firmwareChange({ firmware_name, firmware_version, release, is_updating }: Piece): ParameterChange[] {
  if (firmware_name === null || firmware_version === null) throw new AppError('firmware_unknown')
  if (is_updating) throw new AppError('firmware_update_running')
  if (release === null) throw new AppError('no_firmware_release')
  return release === firmware_version ? [] : [{ key: 'firmware_version', before: firmware_version, after: release }]
}

/** The words of a plan in which nothing is left to do. */
export const emptyPlan = (items: readonly PlannedItem[]): AppError =>
  new AppError(
    'change_set_empty',
    { hardware_id: items[0]?.hardware_id ?? null },
    `${catalogue.change_set_empty[1]}: ${items[0]?.refusal ?? ''}`,
  )
