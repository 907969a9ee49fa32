import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { nextIntakeStates } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake } from '@wheelhouse/contract/intake/intake.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { seal } from '../../platform/seal.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { personActor } from '../../journal/audit.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { enterController, enterHardware } from '../hardware-state/enter-hardware.ts'
import { sendSecret } from './own-secret.ts'
import { intakeList } from './queries.ts'
import { lockIntake, publishIntake, recordIntakeEvent, saidBy, setPieces, unknownOf } from './intake-rows.ts'
import type { IntakeRow } from './intake-rows.ts'

const secretBytes = 24

/**
 * It and what it speaks for are in stock from then on; of a mesh that is known, what was added to it. Children that have not
 * started yet enter when they do.
 */
export const acceptIntake = (
  ctx: Ctx,
  id: string,
  { comment, hardware_ids }: { comment: string; hardware_ids?: readonly string[] },
): Promise<Intake> =>
  decide(ctx, { id, comment, state: 'accepted' }, async (tx, journal, intake, added) => {
    requireShown(hardware_ids, intake, added)
    if (added.length > 0) return enterAdded(tx, journal, intake, added)
    const secret = randomBytes(secretBytes).toString('base64url')
    const { hardware_id, mesh_id, mac_address, type } = intake
    const secret_hash = createHash('sha256').update(secret).digest('hex')
    const isNew = await enterController(tx, { hardware_id, mesh_id, secret_hash }, journal.at)
    if (!isNew) throw new AppError('hardware_known')
    await enterHardware(tx, { hardware_id, controller_id: hardware_id, type, mac_address }, journal.at)
    for (const [child, piece] of Object.entries(intake.children)) {
      const said = saidBy(piece)
      if (said) await enterHardware(tx, { ...said, hardware_id: child, controller_id: hardware_id }, journal.at)
    }
    await sql`update hardware_intakes set sealed_secret = ${seal(ctx.config, secret, id)} where id = ${id}::uuid`.execute(
      tx,
    )
    await sendSecret(tx, journal, ctx, { id, hardware_id, person: ctx.person })
  })

/** A person accepts what was shown: the controller may have started once more and named other hardware since. */
function requireShown(shown: readonly string[] | undefined, { children }: IntakeRow, added: readonly string[]): void {
  if (shown === undefined) {
    if (added.length === 0) return
    throw new AppError('invalid_body', { field: 'hardware_ids' }, 'The ids of the hardware that was shown are required')
  }
  const waiting = added.length > 0 ? added : keysOf(children)
  if (asSet(waiting) !== asSet(shown)) throw new AppError('intake_changed')
}

const asSet = (ids: readonly string[]): string => String([...new Set(ids)].toSorted())

async function enterAdded(
  tx: Tx,
  journal: Journal,
  { id, hardware_id: controller_id, children }: IntakeRow,
  added: readonly string[],
): Promise<void> {
  const accepted = added.map((hardware_id) => ({ hardware_id, said: saidBy(children[hardware_id]) }))
  await setPieces(tx, id, {
    ...children,
    ...Object.fromEntries(accepted.map(({ hardware_id, said }) => [hardware_id, said ?? null])),
  })
  for (const { hardware_id, said } of accepted)
    if (said) await enterHardware(tx, { ...said, hardware_id, controller_id }, journal.at)
}

export const refuseIntake = (ctx: Ctx, id: string, comment: string): Promise<Intake> =>
  decide(ctx, { id, comment, state: 'refused' }, async () => undefined)

interface Decision {
  id: string
  comment: string
  state: 'accepted' | 'refused'
}

function decide(
  ctx: Ctx,
  { id, comment, state }: Decision,
  carryOut: (tx: Tx, journal: Journal, intake: IntakeRow, added: readonly string[]) => Promise<void>,
): Promise<Intake> {
  return write(ctx, async (tx, journal, inside) => {
    const intake = await requireStock(inside, await lockIntake(tx, id))
    const added = await addedIn(tx, intake)
    const former = added.length > 0 ? 'extended' : intake.state
    if (!nextIntakeStates[former].includes(state)) throw new AppError('intake_decided')
    await sql`update hardware_intakes set state = ${state}, decided_by = ${ctx.person.id}::uuid,
      decided_at = ${journal.at.toISOString()}::timestamptz, comment = ${comment} where id = ${id}::uuid`.execute(tx)
    await carryOut(tx, journal, intake, added)
    recordIntakeEvent(journal, intake, {
      actor: personActor(ctx),
      verb: state,
      before: { state: former },
      after: { state, pieces: added.length > 0 ? added.length : 1 + Object.keys(intake.children).length },
      reason: comment || null,
    })
    await publishIntake(tx, journal, id)
    return intakeList.get(inside, id)
  })
}

/** What waits in an `extended` entry; in any other, nothing. */
const addedIn = (tx: Tx, { children }: IntakeRow): Promise<string[]> =>
  unknownOf(
    tx,
    keysOf(children).filter((id) => children[id]?.is_added),
  )

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
