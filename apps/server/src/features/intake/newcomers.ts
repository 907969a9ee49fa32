import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { meshChildrenAtMost } from '@wheelhouse/device-protocol/events.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import type { Tx } from '../../platform/context.ts'
import { hardwareActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { enterHardware } from '../hardware-state/enter-hardware.ts'
import {
  isLeftOut,
  lockIntakeOf,
  publishIntake,
  recordIntakeEvent,
  saidBy,
  setPieces,
  unknownOf,
} from './intake-rows.ts'
import type { IntakeRow } from './intake-rows.ts'

type Boot = Extract<DeviceEvent, { type: 'boot' }>['data']

/** More do not wait at a time: a flood of made-up ids must not fill the list that people read. */
const waitingAtMost = 1_000

/** `entered`: it belongs to a mesh that was accepted, and is known from now on. */
export type Newcomer = 'announced' | 'entered' | 'unknown_hardware' | 'intake_full'

/** The start message of hardware that nobody knows. Only its controller's connection can have sent it. */
export async function takeNewcomer(
  tx: Tx,
  journal: Journal,
  { controller_id, hardware_id }: { controller_id: string; hardware_id: string },
  boot: Boot,
): Promise<Newcomer> {
  const intake = await lockIntakeOf(tx, controller_id)
  if (controller_id !== hardware_id)
    return intake ? takeChild(tx, journal, intake, { hardware_id, boot }) : 'unknown_hardware'
  if (!intake) return announce(tx, journal, hardware_id, boot)
  await sql`update hardware_intakes set ${described(boot)}, boots = boots + 1, last_seen_at = ${journal.at.toISOString()}::timestamptz,
    children = (select coalesce(jsonb_object_agg(c, coalesce(children -> c, 'null')), '{}') from unnest(${childrenOf(boot)}::text[]) c)
    where id = ${intake.id}::uuid`.execute(tx)
  await publishIntake(tx, journal, intake.id)
  return 'announced'
}

const childrenOf = ({ children }: Boot): string[] => [...new Set(children.map((id) => id.toUpperCase()))]

const described = (boot: Boot) =>
  sql`type = ${boot.type}, mac_address = ${boot.mac_address}, mesh_id = ${boot.mesh_id.toUpperCase()}, firmware_name = ${boot.firmware_name},
    firmware_version = ${boot.firmware_version}, pcb_version = ${boot.pcb_version}, protocol_version = ${boot.protocol_version}`

async function announce(tx: Tx, journal: Journal, hardware_id: string, boot: Boot): Promise<Newcomer> {
  const { rows: waiting } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from hardware_intakes where state = 'waiting' limit ${waitingAtMost}) w`.execute(
    tx,
  )
  if ((waiting[0]?.count ?? 0) >= waitingAtMost) return 'intake_full'
  const id = await insertIntake(tx, journal, hardware_id, { boot, state: 'waiting', children: childrenOf(boot) })
  if (id === undefined) return 'announced'
  const { type, firmware_name, firmware_version } = boot
  const after = { type, firmware_name, firmware_version }
  recordIntakeEvent(journal, { id, hardware_id }, { actor: hardwareActor(hardware_id), verb: 'announced', after })
  await publishIntake(tx, journal, id)
  return 'announced'
}

interface NewIntake {
  boot: Boot
  state: IntakeRow['state']
  children?: readonly string[]
}

/** Undefined: it has one already. */
async function insertIntake(
  tx: Tx,
  journal: Journal,
  hardwareId: string,
  { boot, state, children = [] }: NewIntake,
): Promise<string | undefined> {
  const [id, at] = [uuidv7(), journal.at.toISOString()]
  const { rows } = await sql`
    insert into hardware_intakes (id, hardware_id, state, type, mac_address, mesh_id, firmware_name, firmware_version, pcb_version, protocol_version,
      children, first_seen_at, last_seen_at)
    select ${id}::uuid, ${hardwareId}, ${state}, ${boot.type}, ${boot.mac_address}, ${boot.mesh_id.toUpperCase()}, ${boot.firmware_name},
      ${boot.firmware_version}, ${boot.pcb_version}, ${boot.protocol_version}, coalesce(jsonb_object_agg(c, null) filter (where c is not null), '{}'),
      ${at}, ${at}
    from (select 1) one left join unnest(${[...children]}::text[]) c on true
    on conflict do nothing returning id`.execute(tx)
  return rows.length === 0 ? undefined : id
}

/** Only pieces that the controller has named count: nobody accepted any other. One that it added later waits for a person. */
async function takeChild(
  tx: Tx,
  journal: Journal,
  { id, hardware_id: controller_id, children, state }: IntakeRow,
  { hardware_id, boot: { type, mac_address } }: { hardware_id: string; boot: Boot },
): Promise<Newcomer> {
  if (!Object.hasOwn(children, hardware_id)) return 'unknown_hardware'
  const piece = children[hardware_id]
  await setPieces(tx, id, { ...children, [hardware_id]: { ...piece, type, mac_address } })
  await publishIntake(tx, journal, id)
  if (state !== 'accepted' || isLeftOut(piece)) return 'announced'
  await enterHardware(tx, { hardware_id, controller_id, type, mac_address }, journal.at)
  const actor = hardwareActor(hardware_id)
  recordIntakeEvent(
    journal,
    { id, hardware_id: controller_id },
    { actor, verb: 'child_entered', after: { hardware_id, type } },
  )
  return 'entered'
}

/**
 * A known controller has started and names its mesh. What nobody knows waits in its entry until a person accepts it: a
 * controller speaks for its children, so its secret would be enough to take hardware of others into its mesh before that
 * hardware is ever connected. Known hardware stays where it is. As long as the controller has not confirmed its own secret,
 * anyone with the provisioning secret may speak in its name, so nothing is added.
 */
export async function nameChildren(tx: Tx, journal: Journal, controllerId: string, boot: Boot): Promise<void> {
  const strangers = await unknownOf(tx, childrenOf(boot))
  const intake = await lockIntakeOf(tx, controllerId)
  if (intake ? intake.state !== 'accepted' || intake.sealed_secret !== null : strangers.length === 0) return
  const before = intake?.children ?? {}
  const named = strangers.slice(0, await roomOf(tx, controllerId))
  // What never entered and is no longer named is forgotten.
  const entered = Object.entries(before).filter(([, piece]) => saidBy(piece) && !isLeftOut(piece))
  // A person who accepted the mesh saw the names that it had then; what was refused stays so for as long as it is named.
  const pieces = named.map((one) => [one, Object.hasOwn(before, one) ? (before[one] ?? null) : added] as const)
  const after = Object.fromEntries([...entered, ...pieces])
  if (String(Object.keys(after).toSorted()) === String(Object.keys(before).toSorted())) return
  const id = intake?.id ?? (await insertIntake(tx, journal, controllerId, { boot, state: 'accepted' }))
  if (id === undefined) return
  await setPieces(tx, id, after)
  await sql`update hardware_intakes set last_seen_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(
    tx,
  )
  await publishIntake(tx, journal, id)
}

const added = { is_added: true } as const

/** How many more it may speak for: a stolen secret must not fill the stock with made-up ids. */
async function roomOf(tx: Tx, controllerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from hardware
    where controller_id = ${controllerId} and hardware_id <> ${controllerId}`.execute(tx)
  return Math.max(0, meshChildrenAtMost - (rows[0]?.count ?? 0))
}
