import { sql } from 'kysely'
import { commandsAWave } from '@wheelhouse/contract/commands/command-bodies.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { lockName } from '../../platform/locks.ts'

const minuteMs = 60_000

/** A whole wave or none: when the one before has come to its end, or had its minute, and the person's pace has room for it. */
export async function nextWaveSize(
  { db, clock, config }: Pick<Ctx, 'db' | 'clock' | 'config'>,
  personId: string,
  before: readonly string[],
) {
  const most = config.commands_per_minute
  const size = Math.min(commandsAWave, most)
  const since = new Date(clock.now().getTime() - minuteMs).toISOString()
  const { rows } = await sql<{ sent: number; is_going: boolean }>`
    select count(*)::int as sent, coalesce(bool_or(status = 'in_progress' and coalesce(device_id, rental_device_id) = any(${before.slice(-size)}::uuid[])), false) as is_going
    from (select status, device_id, rental_device_id from commands where requested_by = ${personId}::uuid and created_at > ${since}::timestamptz
      order by id desc limit ${most}) last`.execute(db)
  return rows[0] && !rows[0].is_going && rows[0].sent + size <= most ? size : 0
}

/** Counted in the database, so that all processes share it; one person's commands queue up for the count. */
export async function enforceCommandRate(tx: Tx, ctx: Ctx): Promise<void> {
  await lockName(tx, 'commands', ctx.person.id)
  const most = ctx.config.commands_per_minute
  const { rows } = await sql<{ created_at: string }>`
    select created_at from commands where requested_by = ${ctx.person.id}::uuid order by id desc offset ${most - 1} limit 1`.execute(
    tx,
  )
  const oldest = rows[0] ? Date.parse(rows[0].created_at) : -Infinity
  const wait = oldest + minuteMs - ctx.clock.now().getTime()
  if (wait > 0) throw new AppError('too_many_requests', { retry_after_s: Math.ceil(wait / 1000) })
}

/** How many commands this person may still send in this minute; their other commands wait for the transaction. */
export async function roomForCommands(tx: Tx, { clock, config }: Pick<Ctx, 'clock' | 'config'>, personId: string) {
  await lockName(tx, 'commands', personId)
  const most = config.commands_per_minute
  const since = new Date(clock.now().getTime() - minuteMs).toISOString()
  const { rows } = await sql<{ sent: number }>`select count(*)::int as sent from (
    select created_at from commands where requested_by = ${personId}::uuid order by id desc limit ${most}) last
    where created_at > ${since}::timestamptz`.execute(tx)
  return Math.max(0, most - (rows[0]?.sent ?? 0))
}
