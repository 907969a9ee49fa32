import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { certain } from '@wheelhouse/contract/certain.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { systemActor } from '../../journal/audit.ts'
import { publishChange, withJournal, addAuditRecord, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Db, Tx } from '../../platform/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { lifeSilentMs, listenedBetween } from '../hardware/gateway-lives.ts'
import { findOutages, listenedForMs } from './sweep.ts'
import type { Finding } from './sweep.ts'

/** What becomes of an outage in one sweep; several may at once. */
type Step = 'raised' | 'confirmed' | 'repeated' | 'cleared'

export interface Swept {
  raised: number
  confirmed: number
  repeated: number
  cleared: number
}

interface SweepDeps {
  db: Db
  config: Config
  clock: Clock
}

const findingsAtOnce = 500

/** Looks at all devices and tells what became of their outages. Nobody listening, nothing is said. One process does it at a time. */
export async function sweepOutages({ db, config, clock }: SweepDeps): Promise<Swept> {
  const now = clock.now()
  const swept: Swept = { raised: 0, confirmed: 0, repeated: 0, cleared: 0 }
  const listened = await listenedBetween(db, now.getTime() - listenedForMs, now.getTime() + 1)
  const last = listened.at(-1)
  if (!last || last.to < now.getTime() - lifeSilentMs) return swept
  const findings = await findOutages({ db, config, now, listened })
  for (let from = 0; from < findings.length; from += findingsAtOnce) {
    const journal = openJournal(now)
    await withJournal(db, journal, async (tx) => {
      for (const step of await settle(tx, journal, findings.slice(from, from + findingsAtOnce), config, now))
        swept[step]++
    })
  }
  return swept
}

async function settle(tx: Tx, journal: Journal, findings: Finding[], config: Config, now: Date): Promise<Step[]> {
  const raised = await raise(
    tx,
    findings.filter((finding) => finding.outage_id === null),
    now,
  )
  for (const finding of raised) recordEvent(journal, finding, 'raised')
  const steps: Step[] = raised.map(() => 'raised')
  const moved = await move(
    tx,
    findings.filter((finding) => finding.outage_id !== null),
    config,
    now,
  )
  for (const { finding, step } of moved) {
    if (step) {
      recordEvent(journal, finding, step)
      steps.push(step)
    } else announceMove(journal, finding)
  }
  return steps
}

/** Somebody may have been faster: an outage that is open already is raised by nobody. */
async function raise(tx: Tx, findings: Finding[], now: Date): Promise<Finding[]> {
  if (findings.length === 0) return []
  const rows = findings.map((finding) => ({ ...finding, id: uuidv7() }))
  const { rows: made } = await sql<{ id: string }>`
    insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at)
    select id, location_id, device_id, hardware_id, least(began_at, ${now.toISOString()}::timestamptz), ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, location_id uuid, device_id uuid, hardware_id text, began_at timestamptz)
    on conflict do nothing returning id`.execute(tx)
  const ids = new Set(made.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id)).map(({ id, ...finding }) => ({ ...finding, outage_id: id }))
}

interface Move {
  id: string
  step: Step | null
  /** What it is set to; `ends` null: it goes on. */
  well_since: string | null
  ends: string | null
  clearing: 'recovered' | 'not_watched' | null
  fold_into: string | null
}

function moveOf(finding: Finding, { outages: { hold_s } }: Config, now: Date): Move {
  const { outage_id, is_watched, is_down, is_confirmation_due, is_repeat_due, fold_into } = finding
  const on: Move = { id: certain(outage_id), step: null, well_since: null, ends: null, clearing: null, fold_into }
  const at = now.toISOString()
  if (!is_watched) return { ...on, step: 'cleared', ends: at, clearing: 'not_watched' }
  if (is_down && is_confirmation_due) return { ...on, step: 'confirmed' }
  if (is_down) return { ...on, step: is_repeat_due ? 'repeated' : null }
  const since = finding.well_since ?? at
  if (now.getTime() - Date.parse(since) < hold_s * 1_000) return { ...on, well_since: since }
  return { ...on, well_since: since, step: 'cleared', ends: since, clearing: 'recovered' }
}

async function move(
  tx: Tx,
  findings: Finding[],
  config: Config,
  now: Date,
): Promise<{ finding: Finding; step: Step | null }[]> {
  if (findings.length === 0) return []
  const moves = findings.map((finding) => moveOf(finding, config, now))
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    update outages as o set well_since = m.well_since, folded_into = m.fold_into, clearing = m.clearing, ended_at = case when m.ends is null then null else greatest(m.ends, o.began_at) end,
      cleared_at = case when m.ends is null then null else ${at} end,
      confirmed_at = case when m.step = 'confirmed' then ${at} else o.confirmed_at end,
      repeated_at = case when m.step = 'repeated' then ${at} else o.repeated_at end,
      repeats = o.repeats + case when m.step = 'repeated' then 1 else 0 end
    from json_to_recordset(${JSON.stringify(moves)}::json) as m(id uuid, step text, well_since timestamptz, ends timestamptz, clearing text, fold_into uuid)
    where o.id = m.id and o.cleared_at is null returning o.id`.execute(tx)
  const done = new Set(rows.map(({ id }) => id))
  return findings.flatMap((finding, index) =>
    done.has(finding.outage_id ?? '') ? [{ finding, step: moves[index]?.step ?? null }] : [],
  )
}

/** In the history of what it is of, and to every screen that shows it. */
function recordEvent(journal: Journal, finding: Finding, step: Step): void {
  const { device_id, device_type, device_number, location_id, location_label, began_at, is_watched } = finding
  // Notifications are not sent for an event with this field.
  const muted = finding.muted_until === null ? {} : { muted_until: finding.muted_until }
  const isDevice = device_id !== null && device_type !== null && device_number !== null
  const words =
    step === 'cleared'
      ? { before: { offline_since: began_at, ...muted }, after: { watched: is_watched, ...muted } }
      : { before: null, after: { offline_since: began_at, ...muted } }
  addAuditRecord(journal, {
    actor: systemActor,
    feature: 'outages',
    verb: step,
    resource_type: isDevice ? 'device' : 'location',
    resource_id: device_id ?? location_id,
    resource_name: isDevice ? deviceName({ type: device_type, number: device_number }) : location_label,
    visible_through_id: location_id,
    ...(step === 'cleared' && is_watched ? { ...words, after: null } : words),
  })
  announceMove(journal, finding)
}

function announceMove(journal: Journal, { outage_id, location_id }: Finding): void {
  publishChange(journal, 'outage', certain(outage_id), location_id)
}
