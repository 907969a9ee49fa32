import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { forceEndSession } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import type { BodyOf, ReplyOf } from '@wheelhouse/contract/route.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { sendCommand } from '../commands/commands.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { askForPayment } from '../payments/provider-answers.ts'
import { sessionById } from './queries.ts'
import { settleFee } from './session-fees.ts'

type Body = BodyOf<typeof forceEndSession>
type Ended = ReplyOf<typeof forceEndSession>

interface Open {
  id: string
  status: string
  location_id: string
  device_id: string
  device_type: string
  device_number: number
  user_id: string | null
  started_at: string
  version: number
}

/**
 * Ends a session that its lock will not end, charges its fee and, if asked, opens the dock. The session has ended even if the
 * lock does not answer; the command says what became of it.
 */
export function forceEnd(ctx: Ctx, id: string, body: Body, version: number): Promise<Ended> {
  return write(ctx, async (tx, journal, inside) => {
    const session = await lockOpenSession(tx, id)
    if (session.status === 'ended') throw new AppError('session_already_ended')
    assertVersion(session.version, version)
    if (body.opens_dock) await openDock(inside, session, body.comment)
    await endForced(tx, journal, session, body.fee_minor)
    recordEvent(personActor(ctx), journal, session, body.comment)
    await askForItsPayment(ctx, tx, id)
    const ended = await sessionById(inside, id)
    if (!ended) throw new AppError('not_found')
    return ended
  })
}

/** Ends the session of a bicycle that was taken out without its rider; one that has ended stays as it is. */
export async function endRemovedSession(
  { tx, journal, jobs }: { tx: Tx; journal: Journal; jobs: Ctx['jobs'] },
  id: string,
  { actor, comment }: { actor: Actor; comment: string },
): Promise<void> {
  const session = await lockOpenSession(tx, id)
  if (session.status === 'ended') return
  await endForced(tx, journal, session, null)
  recordEvent(actor, journal, session, comment)
  await askForItsPayment({ jobs }, tx, id)
}

async function lockOpenSession(tx: Tx, id: string): Promise<Open> {
  const { rows } = await sql<Open>`
    select s.id, s.status, s.location_id, s.device_id, s.device_type, d.number as device_number, s.user_id, s.started_at, s.version
    from parking_sessions s join devices d on d.id = s.device_id where s.id = ${id}::uuid for update of s`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

async function openDock(inside: Ctx, { device_id, location_id }: Open, comment: string): Promise<void> {
  await requirePermission(inside, { device: ['FORCESTATUS'] }, { type: 'location', id: location_id })
  await sendCommand(inside, device_id, { name: 'force_unlock', reason: 'other', comment, args: {} })
}

async function endForced(tx: Tx, journal: Journal, session: Open, shownMinor: number | null): Promise<void> {
  const at = journal.at.toISOString()
  const end = at > session.started_at ? at : session.started_at
  await sql`update parking_sessions set status = 'ended', how_ended = 'forced', ended_at = ${end}::timestamptz,
    updated_at = ${at}::timestamptz, version = version + 1 where id = ${session.id}::uuid`.execute(tx)
  if (session.status === 'booked') return
  const fee = await settleFee(tx, journal, { ...session, ended_at: end }, null)
  // The whole transaction is undone: nothing is charged that the person did not see.
  if (shownMinor !== null && shownMinor !== (fee?.total_minor ?? 0))
    throw new AppError('fee_changed', { fee_minor: fee?.total_minor ?? 0 })
}

function recordEvent(actor: Actor, journal: Journal, session: Open, comment: string): void {
  const { id, device_id, device_type: type, device_number: number, location_id, status } = session
  addAuditRecord(journal, {
    actor,
    feature: 'parking-sessions',
    verb: 'ended',
    resource_type: 'session',
    resource_id: id,
    resource_name: deviceName({ type, number }),
    visible_through_id: location_id,
    device_id,
    before: { status },
    after: { status: 'ended', how_ended: 'forced' },
    reason: comment,
  })
  publishChange(journal, 'session', id, location_id)
  publishChange(journal, 'device', device_id, location_id)
  publishChange(journal, 'location', location_id, location_id)
}

async function askForItsPayment(ctx: Pick<Ctx, 'jobs'>, tx: Tx, sessionId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from payments where parking_session_id = ${sessionId}::uuid`.execute(tx)
  for (const { id } of rows) await ctx.jobs.send(tx, askForPayment, { payment_id: id })
}
