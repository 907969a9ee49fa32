import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { nextIntakeStates } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake, IntakeState } from '@wheelhouse/contract/intake/intake.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { seal } from '../../platform/seal.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { enterController, enterHardware } from '../hardware-state/enter-hardware.ts'
import { sendSecret } from './own-secret.ts'
import { intakeList } from './queries.ts'
import { lockIntake, publishIntake, recordIntakeEvent } from './intake-rows.ts'
import type { IntakeRow } from './intake-rows.ts'

const secretBytes = 24

/** It and what it speaks for are in stock from then on. Children that have not started yet enter when they do. */
export const acceptIntake = (ctx: Ctx, id: string, comment: string): Promise<Intake> =>
  decide(ctx, { id, comment, state: 'accepted' }, async (tx, journal, intake) => {
    const secret = randomBytes(secretBytes).toString('base64url')
    const { hardware_id, mesh_id, mac_address, type } = intake
    const secret_hash = createHash('sha256').update(secret).digest('hex')
    const isNew = await enterController(tx, { hardware_id, mesh_id, secret_hash }, journal.at)
    if (!isNew) throw new AppError('hardware_known')
    await enterHardware(tx, { hardware_id, controller_id: hardware_id, type, mac_address }, journal.at)
    for (const [child, said] of Object.entries(intake.children))
      if (said) await enterHardware(tx, { ...said, hardware_id: child, controller_id: hardware_id }, journal.at)
    await sql`update hardware_intakes set sealed_secret = ${seal(ctx.config, secret, id)} where id = ${id}::uuid`.execute(
      tx,
    )
    await sendSecret(tx, journal, ctx, { id, hardware_id, person: ctx.person })
  })

export const refuseIntake = (ctx: Ctx, id: string, comment: string): Promise<Intake> =>
  decide(ctx, { id, comment, state: 'refused' }, async () => undefined)

interface Decision {
  id: string
  comment: string
  state: Exclude<IntakeState, 'waiting'>
}

function decide(
  ctx: Ctx,
  { id, comment, state }: Decision,
  carryOut: (tx: Tx, journal: Journal, intake: IntakeRow) => Promise<void>,
): Promise<Intake> {
  return write(ctx, async (tx, journal, inside) => {
    const intake = await requireStock(inside, await lockIntake(tx, id))
    if (!nextIntakeStates[intake.state].includes(state)) throw new AppError('intake_decided')
    await sql`update hardware_intakes set state = ${state}, decided_by = ${ctx.person.id}::uuid,
      decided_at = ${journal.at.toISOString()}::timestamptz, comment = ${comment} where id = ${id}::uuid`.execute(tx)
    await carryOut(tx, journal, intake)
    const { children: pieces, ...before } = intake
    recordIntakeEvent(journal, before, {
      actor: personActor(ctx),
      verb: state,
      before: { state: before.state },
      after: { state, pieces: 1 + Object.keys(pieces).length },
      reason: comment || null,
    })
    await publishIntake(tx, journal, id)
    return intakeList.get(inside, id)
  })
}

/** To a caller who does not see the stock, it does not exist. */
async function requireStock({ db, person }: Ctx, intake: IntakeRow | undefined): Promise<IntakeRow> {
  const id = sql`${person.id}::uuid`
  const { rows } = await sql<{ is_seen: boolean; may_update: boolean }>`
    select ${holdsInStock(id, 'hardware', 'GETUNASSIGNED')} as is_seen, ${holdsInStock(id, 'hardware', 'UPDATE')} as may_update`.execute(
    db,
  )
  if (!rows[0]?.is_seen || !intake) throw new AppError('not_found')
  if (!rows[0].may_update) throw new AppError('forbidden', { missing: 'UPDATE on hardware' })
  return intake
}
