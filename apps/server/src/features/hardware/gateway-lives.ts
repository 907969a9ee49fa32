import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Span } from './contact-intervals.ts'

/** Records that a gateway receives messages of devices at this moment. After a pause a gateway begins a new life. */
export async function noteGatewayLife(db: Db, startedAt: Date, now: Date): Promise<void> {
  await sql`insert into gateway_lives as g (started_at, alive_at) values (${startedAt.toISOString()}, ${now.toISOString()})
    on conflict (started_at) do update set alive_at = greatest(g.alive_at, excluded.alive_at)`.execute(db)
}

/** A gateway that did not say for so long that it lives was away: its process, its broker or the database. */
export const lifeSilentMs = 60_000

export interface GatewayLife {
  /** Called again and again while it listens. */
  live(now: Date): Promise<void>
}

export function openGatewayLife(db: Db): GatewayLife {
  let started: Date | undefined
  let recordedAt: Date | undefined
  return {
    async live(now) {
      if (!started || !recordedAt || now.getTime() - recordedAt.getTime() > lifeSilentMs) started = now
      await noteGatewayLife(db, started, now)
      recordedAt = now
    },
  }
}

/** Until when a gateway was alive; this moment where none is remembered. */
export async function lastGatewayLife(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ alive_at: string }>`
    select least(max(alive_at), ${now.toISOString()}::timestamptz) as alive_at from gateway_lives`.execute(db)
  return rows[0] ? new Date(rows[0].alive_at) : now
}

export async function forgetGatewayLives(db: Db, before: Date): Promise<void> {
  await sql`delete from gateway_lives where alive_at < ${before.toISOString()}::timestamptz`.execute(db)
}

/** When someone listened between two times. */
export async function listenedBetween(db: Db, from: number, to: number): Promise<Span[]> {
  const { rows } = await sql<{ started_at: string; alive_at: string }>`select started_at, alive_at from gateway_lives
    where started_at < ${new Date(to).toISOString()}::timestamptz and alive_at > ${new Date(from).toISOString()}::timestamptz order by started_at`.execute(
    db,
  )
  return joinedLives(
    rows.map(({ started_at, alive_at }) => ({ from: Date.parse(started_at), to: Date.parse(alive_at) })),
  )
}

/** A restart of a few seconds is no absence, and two processes may say the same moment: spans that touch are one. */
export function joinedLives(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last && span.from - last.to <= lifeSilentMs) last.to = Math.max(last.to, span.to)
    else whole.push({ ...span })
  }
  return whole
}
