import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { simObstacle } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import { SimProvider } from '@wheelhouse/contract/external-devices/sims.ts'
import type { SimFault, SmsStatus, SmsMessage } from '@wheelhouse/contract/external-devices/sims.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { lockName } from '../../platform/locks.ts'
import { openSims } from '../../platform/sim-providers.ts'
import { isPassing, SimError } from '../../platform/sims.ts'
import { stored } from '../../platform/stored.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockExternalDevice, recordEvent } from './external-devices.ts'
import { smsMessageById } from './queries.ts'
import type { DeviceRef } from './queries.ts'

const Payload = z.strictObject({ id: Id, attempt: z.number().int() })
export const sendSms = jobKind({ name: 'external-devices.send-sms', payload: Payload })
export const followSms = jobKind({ name: 'external-devices.follow-sms', payload: Payload })
export const settleSms = jobKind({
  name: 'external-devices.settle-sms',
  payload: z.strictObject({}),
  cron: '7 * * * *',
})

/** As the row keeps them: what was accepted once is not judged again. */
const SmsCommands = z.array(z.object({ name: z.string(), payload: z.string() }))

const attemptsAtMost = 5
const pauseMs = 2_000
/** When the provider is asked what became of a message; after the last one nothing is asked any more. */
const followAfterMs = [2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000, 28_800_000]

/** The row first; a job of the same transaction sends it. */
export function sendSmsCommand(ctx: Ctx, ref: DeviceRef, command: string, version: number): Promise<SmsMessage> {
  return write(ctx, async (tx, journal, inside) => {
    const device = await lockExternalDevice(tx, ref)
    const obstacle = simObstacle({ iccid: device.iccid, sim_provider: stored(SimProvider, device.sim_provider) })
    if (obstacle) throw new AppError(obstacle)
    const known = stored(SmsCommands, device.sms_commands).find(({ name }) => name === command)
    if (!known) throw new AppError('sms_command_unknown', { command })
    assertVersion(device.version, version)
    const sim = { iccid: certain(device.iccid), msisdn: device.msisdn }
    await enforceCommandRate(tx, ctx, 'requested_by', ctx.person.id)
    await enforceCommandRate(tx, ctx, 'iccid', sim.iccid)
    const id = uuidv7()
    const at = journal.at.toISOString()
    const message = {
      id,
      external_device_id: device.id,
      command_name: known.name,
      payload: known.payload,
      ...sim,
      created_at: at,
    }
    await tx
      .insertInto('sim_messages')
      .values({ ...message, ...nothingYet, status: 'waiting', requested_by: ctx.person.id })
      .execute()
    recordEvent(journal, device, {
      actor: personActor(ctx),
      verb: 'sms_sent',
      after: { sms_command: known.name, payload: known.payload },
    })
    await ctx.jobs.send(tx, sendSms, { id, attempt: 1 })
    return smsMessageById(inside, id)
  })
}

const nothingYet = {
  failure: null,
  answer: null,
  source: null,
  provider_message_id: null,
  sent_at: null,
  ended_at: null,
}
const minuteMs = 60_000

/**
 * Of one person, and to one card, whichever device holds it. Counted in the database, so that all processes share it; the
 * sendings of one queue up for the count.
 */
async function enforceCommandRate(tx: Tx, ctx: Ctx, of: 'requested_by' | 'iccid', id: string): Promise<void> {
  await lockName(tx, 'sim_messages', id)
  const nth = await tx
    .selectFrom('sim_messages')
    .select('created_at')
    .where(of, '=', id)
    .orderBy('id', 'desc')
    .offset(ctx.config.sms_per_minute - 1)
    .limit(1)
    .executeTakeFirst()
  const oldest = nth ? Date.parse(nth.created_at) : -Infinity
  const wait = oldest + minuteMs - ctx.clock.now().getTime()
  if (wait > 0) throw new AppError('too_many_requests', { retry_after_s: Math.ceil(wait / 1000) })
}

interface Claimed {
  iccid: string
  msisdn: string | null
  payload: string
}

/**
 * Claimed first and committed, then sent: a job that runs again after a crash finds the claim, sends nothing and says that
 * nobody knows. Only what surely never left is tried again.
 */
export async function runSendSms({ id, attempt }: z.output<typeof Payload>, ctx: JobCtx): Promise<void> {
  const claimed = await claim(ctx, id)
  if (!claimed) return
  const sims = openSims(ctx.config, ctx.clock)
  try {
    const { payload, ...sim } = claimed
    const messageId = await sims.sendSms(sim, payload)
    await markSent(ctx, id, sims.name, messageId)
  } catch (error) {
    if (!(error instanceof SimError)) throw error
    ctx.log.warn({ sim_message_id: id, fault: error.fault, attempt }, 'an SMS command could not be sent')
    if (!isPassing(error) || attempt >= attemptsAtMost)
      return end(ctx, id, { status: error.isUnclear ? 'unknown' : 'failed', failure: error.fault, answer: null })
    const wait = error.retry_after_s === null ? pauseMs * 2 ** (attempt - 1) : error.retry_after_s * 1000
    await release(ctx, id, attempt + 1, new Date(ctx.clock.now().getTime() + wait))
  }
}

async function claim(ctx: JobCtx, id: string): Promise<Claimed | undefined> {
  const row = await ctx.db
    .updateTable('sim_messages as m')
    .from('external_devices as d')
    .set({ status: 'sending' })
    .whereRef('d.id', '=', 'm.external_device_id')
    .where('d.deleted_at', 'is', null)
    .where('m.id', '=', id)
    .where('m.status', '=', 'waiting')
    .returning(['m.iccid', 'm.msisdn', 'm.payload'])
    .executeTakeFirst()
  if (row) return row
  // The device was deleted before its message was sent, so end the message as not delivered.
  await end(ctx, id, { status: 'failed', failure: 'not_delivered', answer: null }, ['waiting'])
  // Claimed by a run that did not come to its end, or is still at it: that one has the last word, if it has any.
  await end(ctx, id, { status: 'unknown', failure: 'no_news', answer: null }, ['sending'])
  return undefined
}

/** It was surely not sent. The claim is given back together with the job that takes it up again. */
const release = (ctx: JobCtx, id: string, attempt: number, after: Date): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sim_messages')
      .set({ status: 'waiting' })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .execute()
    await ctx.jobs.send(tx, sendSms, { id, attempt }, after)
  })

async function markSent(ctx: JobCtx, id: string, source: string, messageId: string): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    // `unknown`: another run took this one for dead.
    const row = await tx
      .updateTable('sim_messages as m')
      .from('external_devices as d')
      .set({
        status: 'sent',
        failure: null,
        ended_at: null,
        source,
        provider_message_id: messageId,
        sent_at: journal.at.toISOString(),
      })
      .whereRef('d.id', '=', 'm.external_device_id')
      .where('m.id', '=', id)
      .where('m.status', 'in', ['sending', 'unknown'])
      .returning(['d.id', 'd.location_id'])
      .executeTakeFirst()
    if (!row) return
    publishChange(journal, 'external_device', row.id, row.location_id)
    await ctx.jobs.send(tx, followSms, { id, attempt: 1 }, followAt(ctx, 0))
  })
}

const followAt = (ctx: JobCtx, index: number): Date => new Date(ctx.clock.now().getTime() + (followAfterMs[index] ?? 0))

/** What became of it. A provider that cannot be asked just now is asked the next time. */
export async function runFollowSms({ id, attempt }: z.output<typeof Payload>, ctx: JobCtx): Promise<void> {
  const row = await ctx.db
    .selectFrom('sim_messages')
    .select('provider_message_id')
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (!row?.provider_message_id) return
  const report = await openSims(ctx.config, ctx.clock)
    .smsReport(row.provider_message_id)
    .catch((error: unknown) => {
      if (!(error instanceof SimError)) throw error
      return { state: 'pending' as const, answer: null }
    })
  if (report.state === 'delivered')
    return end(ctx, id, { status: 'delivered', failure: null, answer: report.answer }, ['sent'])
  if (report.state === 'failed')
    return end(ctx, id, { status: 'failed', failure: 'not_delivered', answer: null }, ['sent'])
  if (attempt >= followAfterMs.length)
    return end(ctx, id, { status: 'unknown', failure: 'no_news', answer: null }, ['sent'])
  await ctx.jobs.send(ctx.db, followSms, { id, attempt: attempt + 1 }, followAt(ctx, attempt))
}

interface End {
  status: Extract<SmsStatus, 'delivered' | 'failed' | 'unknown'>
  failure: SimFault | null
  answer: string | null
}

const answerAtMost = 1000

async function end(
  ctx: JobCtx,
  id: string,
  { status, failure, answer }: End,
  from: SmsStatus[] = ['sending'],
): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    const row = await tx
      .updateTable('sim_messages as m')
      .from('external_devices as d')
      .set({ status, failure, answer: answer && answer.slice(0, answerAtMost), ended_at: journal.at.toISOString() })
      .whereRef('d.id', '=', 'm.external_device_id')
      .where('m.id', '=', id)
      .where('m.status', 'in', from)
      .returning(['d.id', 'd.location_id', 'd.name', 'm.command_name'])
      .executeTakeFirst()
    if (row)
      recordEvent(journal, row, {
        actor: systemActor,
        verb: 'sms_ended',
        after: { sms_command: row.command_name, status },
      })
  })
}

const settleAtMost = 500
const hourMs = 3_600_000

/** Of messages whose job was given up (the database was away for long): nobody waits for them for ever, and nothing sends them any more. */
export async function runSettleSms(ctx: JobCtx): Promise<void> {
  const before = (hours: number) => new Date(ctx.clock.now().getTime() - hours * hourMs).toISOString()
  const { rows } = await sql<{ id: string; status: SmsStatus }>`
    select id, status from sim_messages where (status = 'waiting' and created_at <= ${before(6)}::timestamptz)
      or (status = 'sending' and created_at <= ${before(7)}::timestamptz) or (status = 'sent' and sent_at <= ${before(12)}::timestamptz)
    order by id limit ${settleAtMost}`.execute(ctx.db)
  for (const { id, status } of rows)
    await end(ctx, id, { status: status === 'waiting' ? 'failed' : 'unknown', failure: 'no_news', answer: null }, [
      status,
    ])
}
