import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { AppError, BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import type { MeshCandidate } from '@wheelhouse/contract/meshes/meshes.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { hardwareRefusals } from '../../authz/authorize.ts'
import { errorBody } from '../../http/errors.ts'
import { hardwareActor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { CommandAnswer } from '../commands/command-results.ts'
import { enforceCommandRate } from '../commands/command-rate.ts'
import { issueCommand } from '../commands/issue.ts'
import { commandById } from '../commands/command-rows.ts'
import { hardwareTarget } from '../commands/targets.ts'
import { moveToMesh } from '../hardware-state/states.ts'
import { noteOfDevice, placedHardware } from '../hardware-state/placed-hardware.ts'

const needs = { hardware: ['UPDATE'] } as const

interface Piece {
  hardware_id: string
  type: string
  controller_id: string
  mesh_id: string
  location_id: string | null
}

async function piecesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Piece>> {
  const { rows } = await sql<Piece>`
    select h.hardware_id, h.type, h.controller_id, coalesce(m.mesh_id, '00000000') as mesh_id, d.location_id
    from hardware h left join controllers m on m.hardware_id = h.controller_id left join devices d on d.hardware_id = h.hardware_id
    where h.hardware_id = any(${[...ids]}::text[]) order by h.hardware_id for update of h`.execute(tx)
  return new Map(rows.map((row) => [row.hardware_id, row]))
}

/** What hinders pieces that are known, in the order of the ids: a second controller, another place. */
function faultsTogether(pieces: readonly (Piece | undefined)[]): (ErrorCode | null)[] {
  const controller = pieces.find((piece) => piece?.type === 'controller')
  const place = (controller ?? pieces.find((piece) => piece !== undefined))?.location_id
  return pieces.map((piece) => {
    if (piece === undefined) return null
    if (piece.type === 'controller' && piece !== controller) return 'mesh_needs_controller'
    return piece.location_id === place ? null : 'mesh_across_places'
  })
}

/** What the caller does not see is not known, with the words for what does not exist: it neither waits nor hinders others. */
async function faultsOf(inside: Ctx, tx: Tx, ids: readonly string[]) {
  const refusals = await hardwareRefusals(inside, ids, needs)
  const seen = ids.filter((id) => refusals.get(id)?.code !== 'not_found')
  const known = await piecesOf(tx, seen)
  const pieces = ids.map((id) => known.get(id))
  const together = faultsTogether(pieces)
  const faultOf = (piece: Piece | undefined, n: number): ErrorCode | null =>
    piece ? (refusals.get(piece.hardware_id)?.code ?? together[n] ?? null) : 'unknown_hardware'
  return { pieces, faults: pieces.map(faultOf) }
}

/** Says of each id whether it can be in the mesh; it changes nothing. Of what is not known it says nothing else. */
export function checkMesh(ctx: Ctx, ids: readonly string[]): Promise<MeshCandidate[]> {
  return write(ctx, async (tx, _journal, inside) => {
    const { pieces, faults } = await faultsOf(inside, tx, ids)
    return ids.map((hardware_id, n): MeshCandidate => {
      const fault = faults[n] ?? null
      const piece = pieces[n]
      return {
        hardware_id,
        type: piece?.type ?? null,
        mesh_id: piece?.mesh_id ?? null,
        refusal: fault && catalogue[fault][1],
      }
    })
  })
}

/** All or none: 422 names each id that cannot be in it. */
export function createMesh(ctx: Ctx, ids: readonly string[]): Promise<{ mesh_id: string; command: Command }> {
  return write(ctx, async (tx, journal, inside) => {
    const { pieces, faults } = await faultsOf(inside, tx, ids)
    const refused = ids.flatMap((hardware_id, n) => {
      const code = faults[n]
      return code ? [{ hardware_id, ...errorBody(code, {}, catalogue[code][1]) }] : []
    })
    if (refused.length > 0) throw new BatchFailure(refused)
    const controller = pieces.find((piece) => piece?.type === 'controller')
    if (!controller) throw new AppError('mesh_needs_controller')
    await enforceCommandRate(tx, inside)
    const joining = ids.filter((id) => id !== controller.hardware_id)
    const target = { ...(await hardwareTarget(tx, ctx, controller.hardware_id)), hardware_id: controller.hardware_id }
    const mesh_id = await newMeshId(tx)
    const args = { mesh_id, children: await childrenWith(tx, controller.hardware_id, joining) }
    const commandId = await issueCommand(tx, journal, ctx, target, { name: 'set_mesh', args, person: ctx.person })
    await sql`insert into mesh_changes (id, controller_id, mesh_id, hardware_ids, command_id, requested_by, created_at)
      values (${uuidv7()}, ${controller.hardware_id}, ${mesh_id}, ${joining}::text[], ${commandId}, ${ctx.person.id}, ${journal.at.toISOString()})`.execute(
      tx,
    )
    return { mesh_id, command: certain(await commandById(inside, commandId)) }
  })
}

/** Those that it speaks for already stay. */
async function childrenWith(tx: Tx, controllerId: string, joining: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hardware_id: string }>`
    select hardware_id from hardware where controller_id = ${controllerId} and hardware_id <> ${controllerId}`.execute(
    tx,
  )
  return [...new Set([...rows.map((row) => row.hardware_id), ...joining])]
}

/** Zeros mean that there is no mesh. */
async function newMeshId(tx: Tx): Promise<string> {
  for (;;) {
    const id = randomBytes(4).toString('hex').toUpperCase()
    const { rows } = await sql`select 1 from controllers where mesh_id = ${id}`.execute(tx)
    if (rows.length === 0 && id !== '00000000') return id
  }
}

interface Change {
  id: string
  mesh_id: string
  hardware_ids: string[]
  requested_by: string
}

/** The controller reaches them all: from here on it speaks for them. */
export async function joinMesh(tx: Tx, journal: Journal, { command_id, hardware }: CommandAnswer): Promise<void> {
  const now = journal.at.toISOString()
  const { rows } = await sql<Change>`update mesh_changes set applied_at = ${now}::timestamptz
    where command_id = ${command_id}::uuid and applied_at is null returning id, mesh_id, hardware_ids, requested_by`.execute(
    tx,
  )
  const [change] = rows
  if (!change) return
  const { mesh_id, hardware_ids } = change
  await moveToMesh(tx, { controller_id: hardware.hardware_id, mesh_id, hardware_ids }, journal.at)
  for (const id of change.hardware_ids) await recordJoining(tx, journal, { id, change })
}

async function recordJoining(tx: Tx, journal: Journal, { id, change }: { id: string; change: Change }): Promise<void> {
  const piece = await placedHardware(tx, id)
  if (!piece?.device) return publishChange(journal, 'hardware', id, null, { person_id: change.requested_by })
  noteOfDevice(journal, piece.device, {
    actor: hardwareActor(piece.controller_id),
    feature: 'hardware',
    verb: 'mesh_changed',
    before: null,
    after: { mesh_id: change.mesh_id },
  })
  publishChange(journal, 'hardware', id, piece.device.location_id)
}
