import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { CommandName, commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { requireHardware } from '../../authz/authorize.ts'
import { recordCancellation } from './command-results.ts'
import { commandById } from './command-rows.ts'

/** Who may send a command may cancel it. What the server sends for a change of the configuration needs the right to change it. */
const needsOf = (name: string): Needs => {
  const known = CommandName.safeParse(name)
  return known.success ? commandRule(known.data).needs : { hardware: ['SET_PARAMS'] }
}

/** The row is locked, as by the sender that takes it: a command is cancelled or sent, never both. */
export function cancelCommand(ctx: Ctx, id: string): Promise<Command> {
  return write(ctx, async (tx, journal, inside) => {
    const { name, hardware_id, ...state } = await lockCommand(tx, id)
    await requireHardware(inside, hardware_id, needsOf(name))
    if (state.status !== 'in_progress' || state.step !== 'not_sent' || state.is_claimed)
      throw new AppError('command_already_sent')
    await sql`update commands set status = 'failed', failure = 'cancelled_before_sending', cancelled_by = ${ctx.person.id}::uuid,
      ended_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(tx)
    await recordCancellation(tx, journal, id, personActor(ctx))
    return certain(await commandById(inside, id))
  })
}

interface Locked {
  name: string
  hardware_id: string
  status: string
  step: string
  is_claimed: boolean
}

async function lockCommand(tx: Tx, id: string): Promise<Locked> {
  const { rows } = await sql<Locked>`select name, hardware_id, status, step, claimed_at is not null as is_claimed
    from commands where id = ${id}::uuid for update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
