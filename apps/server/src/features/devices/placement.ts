import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Tx } from '../../platform/context.ts'
import { cancelCommandsOf } from '../commands/command-results.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { deviceEvents } from './locked-rows.ts'
import type { DeviceRow } from './locked-rows.ts'

/** A device, and the hardware that is to be in it from now on; null for none. */
export interface Placement {
  device: DeviceRow
  hardware_id: string | null
}

/**
 * The only function that puts hardware into devices. The hardware keeps its state, its alarms and its contact history;
 * sessions, events and the QR code stay with the device. Commands that are still under way to moved hardware are
 * cancelled, because they were meant for its former place.
 */
export async function placeHardware(
  tx: Tx,
  journal: Journal,
  actor: Actor,
  placements: readonly Placement[],
): Promise<void> {
  const moves = placements.filter(({ device, hardware_id }) => device.hardware_id !== hardware_id)
  const moved = [...new Set(moves.flatMap(({ device, hardware_id }) => [device.hardware_id, hardware_id]))].filter(
    (id) => id !== null,
  )
  await cancelCommandsOf(tx, journal, moved)
  // First all out, then all in: no piece is in two devices for a moment.
  await sql`update devices set hardware_id = null, hardware_assigned_at = null, version = version + 1 where id = any(${moves.map(({ device }) => device.id)}::uuid[])`.execute(
    tx,
  )
  const now = journal.at.toISOString()
  for (const { device, hardware_id } of moves)
    if (hardware_id !== null)
      await sql`update devices set hardware_id = ${hardware_id}, hardware_assigned_at = ${now}::timestamptz where id = ${device.id}::uuid`.execute(
        tx,
      )
  await keepAssignments(tx, journal, actor, moves)
  for (const move of moves) recordEvent(journal, actor, move)
}

/** Where each piece was and is: the history of the hardware itself. */
async function keepAssignments(tx: Tx, journal: Journal, actor: Actor, moves: readonly Placement[]): Promise<void> {
  const now = journal.at.toISOString()
  const left = moves.map(({ device }) => device.hardware_id).filter((id) => id !== null)
  await endAssignments(tx, journal, actor, left)
  const placed = moves.filter(({ hardware_id }) => hardware_id !== null)
  for (const { device, hardware_id } of placed)
    await sql`insert into hardware_assignments (id, hardware_id, device_id, location_id, assigned_at, assigned_by)
      values (${uuidv7()}, ${hardware_id}, ${device.id}, ${device.location_id}, ${now}, ${actor.name})`.execute(tx)
}

export async function endAssignments(
  tx: Tx,
  journal: Journal,
  actor: Actor,
  hardwareIds: readonly string[],
): Promise<void> {
  await sql`update hardware_assignments set removed_at = greatest(assigned_at, ${journal.at.toISOString()}::timestamptz), removed_by = ${actor.name}
    where hardware_id = any(${[...hardwareIds]}::text[]) and removed_at is null`.execute(tx)
}

function verbOf({ device, hardware_id }: Placement) {
  if (hardware_id === null) return 'hardware_removed'
  return device.hardware_id === null ? 'hardware_assigned' : 'hardware_replaced'
}

function recordEvent(journal: Journal, actor: Actor, placement: Placement): void {
  const { device, hardware_id } = placement
  const verb = verbOf(placement)
  deviceEvents(journal, actor, device, { verb, before: { hardware_id: device.hardware_id }, after: { hardware_id } })
  for (const id of [device.hardware_id, hardware_id])
    if (id !== null) publishChange(journal, 'hardware', id, device.location_id)
}

export function assertNotPendingDeletion({ delete_pending }: DeviceRow): void {
  if (delete_pending) throw new AppError('device_delete_pending')
}
