import { sql } from 'kysely'
import * as z from 'zod'
import { uuidv7At } from '@wheelhouse/db/ids.ts'
import { lastRunNumber, runAt } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { ReminderPeriod } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { Tx } from '../../platform/context.ts'
import { doEachAlone } from '../../platform/each-alone.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { systemActor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { putReminder } from './reminder-inbox.ts'

/** Every minute: the runs that are due, each once, whatever the number of processes. */
export const runReminders = jobKind({
  name: 'reminders.run',
  payload: z.object({}),
  cron: '* * * * *',
  time_limit_s: 300,
})

const hourMs = 3_600_000

interface Candidate {
  id: string
  group_id: string
  schedule: number
  activation_at: string
  period: ReminderPeriod
  min_hours: number
  subject: string
  message: string
  generate_notification: boolean
  runs_after: string
  time_zone: string
  last_number: number | null
}

interface Run {
  config: Candidate
  number: number
  at: number
}

/**
 * After a stop only the last run of each config is made up for, and only while it is less than `reminders.late_hours` old: a
 * rider gets one reminder of a weekend without service and not a flood of them.
 */
export async function runDueReminders(ctx: JobCtx): Promise<void> {
  const now = ctx.clock.now().getTime()
  await doEachAlone(ctx, runReminders.name, await activeConfigs(ctx), async (config) => {
    const number = lastRunNumber(config, now, config.time_zone)
    if (number === null || (config.last_number !== null && number <= config.last_number)) return
    const at = runAt(config, number, config.time_zone)
    if (at > Date.parse(config.runs_after)) await doRun(ctx, { config, number, at })
  })
}

/** A row for each active config and each time zone of its locations, with the last run that was done there. */
async function activeConfigs({ db }: JobCtx): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select c.id, c.group_id, c.schedule, c.activation_at, c.period, c.min_hours, c.subject, c.message, c.generate_notification,
      c.runs_after, z.time_zone, (select max(r.period_number) from reminder_runs r
        where r.config_id = c.id and r.schedule = c.schedule and r.time_zone = z.time_zone) as last_number
    from reminder_configs c cross join lateral (select distinct l.time_zone from reminder_config_locations x
      join locations l on l.id = x.location_id where x.config_id = c.id) z
    where c.status = 'active' order by c.id, z.time_zone`.execute(db)
  return rows
}

async function doRun(ctx: JobCtx, run: Run): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  await withJournal(ctx.db, journal, async (tx) => {
    if (!(await claimRun(ctx, tx, journal, run))) return
    const notified = isTooLate(ctx, run, journal) ? 0 : await notifyAll(ctx, tx, journal, run)
    if (notified > 0)
      await sql`update reminder_runs set notices = ${notified} where config_id = ${run.config.id}::uuid and schedule = ${run.config.schedule}
        and time_zone = ${run.config.time_zone} and period_number = ${run.number}`.execute(tx)
  })
}

const isTooLate = ({ config }: JobCtx, { at }: Run, journal: Journal): boolean =>
  journal.at.getTime() - at > config.reminders.late_hours * hourMs

/** The row of the run is the claim. A config that was changed or disabled since it was read is left to its next minute. */
async function claimRun(ctx: JobCtx, tx: Tx, journal: Journal, run: Run): Promise<boolean> {
  const { config, number, at } = run
  const { rows } = await sql`select 1 from reminder_configs where id = ${config.id}::uuid and status = 'active'
    and schedule = ${config.schedule} and runs_after = ${config.runs_after}::timestamptz for share`.execute(tx)
  if (rows.length === 0) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reminder_runs')
    .values({
      config_id: config.id,
      schedule: config.schedule,
      time_zone: config.time_zone,
      period_number: number,
      run_at: new Date(at).toISOString(),
      done_at: journal.at.toISOString(),
      is_skipped: isTooLate(ctx, run, journal),
      notices: 0,
    })
    .onConflict((conflict) => conflict.constraint('one_run_a_period').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

interface Session {
  id: string
  location_id: string
  device_id: string
  device_type: string
  device_number: number
  user_id: string | null
}

/** Sessions that were parked longer than the minimum at the time of the run, and are parked still. */
async function dueSessions(tx: Tx, { config, at }: Run): Promise<Session[]> {
  const before = new Date(at - config.min_hours * hourMs).toISOString()
  const { rows } = await sql<Session>`
    select s.id, s.location_id, s.device_id, s.device_type, d.number as device_number, s.user_id
    from reminder_config_locations x join locations l on l.id = x.location_id and l.time_zone = ${config.time_zone}
      join parking_sessions s on s.location_id = x.location_id and s.status <> 'ended' join devices d on d.id = s.device_id
    where x.config_id = ${config.id}::uuid and s.status = 'active' and s.started_at < ${before}::timestamptz
    order by s.id`.execute(tx)
  return rows
}

const rowsAtOnce = 500

async function notifyAll(ctx: JobCtx, tx: Tx, journal: Journal, run: Run): Promise<number> {
  const sessions = await dueSessions(tx, run)
  let count = 0
  for (let from = 0; from < sessions.length; from += rowsAtOnce)
    count += await notifySome(ctx, tx, journal, { run, sessions: sessions.slice(from, from + rowsAtOnce) })
  const { group_id } = run.config
  if (count > 0) publishChange(journal, 'reminders', group_id, null, { through: { type: 'reminders', id: group_id } })
  return count
}

/** A session is reminded once a period, also where its location moved to another time zone between two runs. */
async function notifySome(
  ctx: JobCtx,
  tx: Tx,
  journal: Journal,
  { run: { config, number, at }, sessions }: { run: Run; sessions: Session[] },
): Promise<number> {
  const noticeOf = ({ id: session_id, location_id, device_id, user_id }: Session) => ({
    id: uuidv7At(journal.at.getTime()),
    group_id: config.group_id,
    config_id: config.id,
    schedule: config.schedule,
    period_number: number,
    session_id,
    location_id,
    device_id,
    user_id,
    subject: config.subject,
    run_at: new Date(at).toISOString(),
    created_at: journal.at.toISOString(),
  })
  const written = await tx
    .insertInto('reminder_notices')
    .values(sessions.map(noticeOf))
    .onConflict((conflict) => conflict.constraint('one_notice_a_session_and_period').doNothing())
    .returning(['id', 'session_id', 'user_id'])
    .execute()
  const bySession = new Map(sessions.map((session) => [session.id, session]))
  for (const notice of written) {
    const session = bySession.get(notice.session_id)
    if (session) recordNotice(journal, session, config)
  }
  if (config.generate_notification) await putReminder(ctx, tx, journal, written, config)
  return written.length
}

function recordNotice(journal: Journal, session: Session, { subject }: Candidate): void {
  addAuditRecord(journal, {
    actor: systemActor,
    feature: 'reminders',
    verb: 'notified',
    resource_type: 'session',
    resource_id: session.id,
    resource_name: deviceName({ type: session.device_type, number: session.device_number }),
    visible_through_id: session.location_id,
    device_id: session.device_id,
    after: { subject },
  })
}
