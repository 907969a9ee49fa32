import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { commandNames, commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { rentalCommandNames, rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { WireCommandName } from '@wheelhouse/device-protocol/commands.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { requireHardware, requirePermission } from '../../authz/authorize.ts'
import { recordCancellation } from './command-results.ts'
import { commandById } from './command-rows.ts'

const changesConfig = { hardware: ['SET_PARAMS'] } as const satisfies Needs
const updatesHardware = { hardware: ['UPDATE'] } as const satisfies Needs

/** What nobody chooses in a menu takes the right of the verb that sends it. */
const needsOfServerCommands: Record<Exclude<WireCommandName, CommandName | RentalCommandName>, Needs> = {
  set_paramsys: changesConfig,
  // Several allowlists cause it, each with different rights; on the hardware it is a setting.
  set_access_list: changesConfig,
  set_otp_secret: updatesHardware,
  set_secret: updatesHardware,
  set_mesh: updatesHardware,
}

/** Who may send a command may cancel it. */
const needsByName: ReadonlyMap<string, Needs> = new Map<string, Needs>([
  ...commandNames.map((name) => [name, commandRule(name).needs] as const),
  ...rentalCommandNames.map((name) => [name, rentalCommandRule(name).needs] as const),
  ...Object.entries(needsOfServerCommands),
])

/** The row is locked, as by the sender that takes it: a command is cancelled or sent, never both. */
export function cancelCommand(ctx: Ctx, id: string): Promise<Command> {
  return write(ctx, async (tx, journal, inside) => {
    const command = await lockCommand(tx, id)
    await requireSendingRight(inside, command)
    if (command.status !== 'in_progress' || command.step !== 'not_sent' || command.is_claimed)
      throw new AppError('command_already_sent')
    await sql`update commands set status = 'failed', failure = 'cancelled_before_sending', cancelled_by = ${ctx.person.id}::uuid,
      ended_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(tx)
    await recordCancellation(tx, journal, id, personActor(ctx))
    return certain(await commandById(inside, id))
  })
}

/** Asked of the vehicle or of the hardware, as when the command was sent. */
function requireSendingRight(inside: Ctx, { name, hardware_id, rental_device_id }: Locked): Promise<void> {
  const needs = certain(needsByName.get(name))
  return rental_device_id === null
    ? requireHardware(inside, hardware_id, needs)
    : requirePermission(inside, needs, { type: 'rental_device', id: rental_device_id })
}

interface Locked {
  name: string
  hardware_id: string
  rental_device_id: string | null
  status: string
  step: string
  is_claimed: boolean
}

async function lockCommand(tx: Tx, id: string): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select name, hardware_id, rental_device_id, status, step, claimed_at is not null as is_claimed
    from commands where id = ${id}::uuid for update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
