import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { intakeDecisions } from '@wheelhouse/contract/intake/intake.ts'
import type { Intake, IntakeDecision } from '@wheelhouse/contract/intake/intake.ts'
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

interface Given {
  comment: string
  /** The children that the person was shown. */
  hardware_ids?: readonly string[]
}

/**
 * It and what it speaks for are in stock from then on; of a mesh that is known, what was added to it. Children that have not
 * started yet enter when they do.
 */
export const acceptIntake = (ctx: Ctx, id: string, given: Given): Promise<Intake> =>
  decide(ctx, { id, given, decision: 'accepted' }, async (tx, journal, intake, pieces) => {
    await setDecision(tx, journal, ctx, { id, state: 'accepted', comment: given.comment })
    if (pieces.length > 0) return enterPieces(tx, journal, intake, pieces)
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

/** A person decides on what was shown: the controller may have started once more and named other hardware since. */
function requireShown(shown: readonly string[] | undefined, { children }: IntakeRow, pieces: readonly string[]): void {
  if (shown === undefined) {
    if (pieces.length === 0) return
    throw new AppError('invalid_body', { field: 'hardware_ids' }, 'The ids of the hardware that was shown are required')
  }
  const waiting = pieces.length > 0 ? pieces : keysOf(children)
  if (asSet(waiting) !== asSet(shown)) throw new AppError('intake_changed')
}

const asSet = (ids: readonly string[]): string => String([...new Set(ids)].toSorted())

async function enterPieces(
  tx: Tx,
  journal: Journal,
  { id, hardware_id: controller_id, children }: IntakeRow,
  pieces: readonly string[],
): Promise<void> {
  const accepted = pieces.map((hardware_id) => ({ hardware_id, said: saidBy(children[hardware_id]) }))
  await setPieces(tx, id, {
    ...children,
    ...Object.fromEntries(accepted.map(({ hardware_id, said }) => [hardware_id, said ?? null])),
  })
  for (const { hardware_id, said } of accepted)
    if (said) await enterHardware(tx, { ...said, hardware_id, controller_id }, journal.at)
}

/** Of a mesh that is known, what was added to it stays out; the mesh stays accepted as it was decided then. */
export const refuseIntake = (ctx: Ctx, id: string, given: Given): Promise<Intake> =>
  decide(ctx, { id, given, decision: 'refused' }, async (tx, journal, { children }, pieces) => {
    if (pieces.length === 0) return setDecision(tx, journal, ctx, { id, state: 'refused', comment: given.comment })
    const refused = pieces.map((piece) => [piece, { ...saidBy(children[piece]), is_refused: true }] as const)
    await setPieces(tx, id, { ...children, ...Object.fromEntries(refused) })
  })

interface Decided {
  id: string
  state: IntakeDecision
  comment: string
}

async function setDecision(tx: Tx, journal: Journal, { person }: Ctx, { id, state, comment }: Decided): Promise<void> {
  await sql`update hardware_intakes set state = ${state}, decided_by = ${person.id}::uuid,
    decided_at = ${journal.at.toISOString()}::timestamptz, comment = ${comment} where id = ${id}::uuid`.execute(tx)
}

interface Deciding {
  id: string
  given: Given
  decision: IntakeDecision
}

function decide(
  ctx: Ctx,
  { id, given, decision }: Deciding,
  carryOut: (tx: Tx, journal: Journal, intake: IntakeRow, pieces: readonly string[]) => Promise<void>,
): Promise<Intake> {
  return write(ctx, async (tx, journal, inside) => {
    const intake = await requireStock(inside, await lockIntake(tx, id))
    const [added, refused] = [await marked(tx, intake, 'is_added'), await marked(tx, intake, 'is_refused')]
    const former = added.length > 0 ? 'extended' : intake.state
    if (!intakeDecisions(former, refused.length > 0).includes(decision)) throw new AppError('intake_decided')
    const pieces = added.length > 0 ? added : refused
    requireShown(given.hardware_ids, intake, pieces)
    await carryOut(tx, journal, intake, pieces)
    const told = { actor: personActor(ctx), before: { state: former }, reason: given.comment || null }
    if (decision === 'refused' && pieces.length > 0)
      recordIntakeEvent(journal, intake, {
        ...told,
        verb: 'children_refused',
        after: { state: 'accepted', pieces: pieces.length, hardware_ids: pieces },
      })
    else
      recordIntakeEvent(journal, intake, {
        ...told,
        verb: decision,
        after: { state: decision, pieces: pieces.length || 1 + Object.keys(intake.children).length },
      })
    await publishIntake(tx, journal, id)
    return intakeList.get(inside, id)
  })
}

/** What a known controller has added to its mesh and waits, or was refused; in the entry of any other, nothing. */
const marked = (tx: Tx, { children }: IntakeRow, mark: 'is_added' | 'is_refused'): Promise<string[]> =>
  unknownOf(
    tx,
    keysOf(children).filter((id) => children[id]?.[mark]),
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
