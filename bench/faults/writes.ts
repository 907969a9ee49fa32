import { setTimeout as pause } from 'node:timers/promises'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { must } from '../bench.ts'
import { ask } from '../http-load.ts'
import type { Reply } from '../http-load.ts'
import type { Ground } from './ground.ts'

/** What the API has confirmed, and may no longer be lost. */
export interface Confirmed {
  /** Labels of points of interest, one write each. */
  labels: string[]
  /** What each group holds after the batch that was confirmed last: every location or none. */
  batches: Map<string, 'all' | 'none'>
  /** Groups with a batch that is under way. */
  pending: Set<string>
  /** Refusals that no fault explains, and calls that were never answered. */
  unexplained: string[]
  slowestMs: number
}

const pointTemplate = {
  type: 'utility-pump',
  icon_type: 'pump',
  access_level: 'internal',
  latitude: 59.43,
  longitude: 24.75,
}
/** A call that takes longer counts as hung. */
export const hungAfterMs = 60_000
/** No connection, or a service that says that it is not available for now. */
export const isOfTheFault = ({ status, text }: Reply): boolean =>
  (status === 0 && !text.startsWith('No reply')) || status === 503

export const askOrFail = (call: Parameters<typeof ask>[0]): Promise<Reply> =>
  ask({ withinMs: hungAfterMs, ...call }).catch((error: Error) => ({ status: 0, text: error.message }))

/** Writers that repeat each write under its key until it is confirmed; every fourth write is a batch. */
export function startWrites(ground: Pick<Ground, 'token' | 'groups' | 'batch'>, url: string) {
  const confirmed: Confirmed = { labels: [], batches: new Map(), pending: new Set(), unexplained: [], slowestMs: 0 }
  const { token, groups, batch } = ground
  let isOver = false

  /** False when the run ends before. */
  async function untilConfirmed(path: string, key: string, body: object): Promise<boolean> {
    while (!isOver) {
      const began = performance.now()
      const headers = { 'idempotency-key': key }
      const reply = await askOrFail({ url: `${url}${path}`, method: 'POST', token, body, headers })
      confirmed.slowestMs = Math.max(confirmed.slowestMs, performance.now() - began)
      if (reply.status >= 200 && reply.status < 300) return true
      if (!isOfTheFault(reply))
        confirmed.unexplained.push(`${path} answered ${reply.status}: ${reply.text.slice(0, 200)}`)
      await pause(20)
    }
    return false
  }

  async function changeGroup(group_id: string, key: string): Promise<void> {
    const isAdding = confirmed.batches.get(group_id) !== 'all'
    const [add, remove] = isAdding ? [[group_id], []] : [[], [group_id]]
    confirmed.pending.add(group_id)
    const body = { resource_type: 'location', resource_ids: batch, add, remove }
    if (!(await untilConfirmed(changeBelongs.path, key, body))) return
    confirmed.batches.set(group_id, isAdding ? 'all' : 'none')
    confirmed.pending.delete(group_id)
  }

  async function writer(group_id: string, name: number): Promise<void> {
    for (let n = 0; !isOver; n++) {
      const [key, label] = [`write-${name}-${n}`, `Written ${name} ${n}`]
      if (n % 4 === 3) await changeGroup(group_id, key)
      else if (await untilConfirmed(createPointOfInterest.path, key, { ...pointTemplate, label }))
        confirmed.labels.push(label)
    }
  }
  const work = groups.map(writer)
  return {
    confirmed,
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

/** Compares what was confirmed with the database; throws when something is lost, done twice or half done. */
export async function checkWrites(
  { pool, batch }: Pick<Ground, 'pool' | 'batch'>,
  confirmed: Confirmed,
): Promise<void> {
  const labels = await pool.query<{ lost: string }>(
    `select l as lost from unnest($1::text[]) l where not exists (select 1 from points_of_interest p where p.label = l)`,
    [confirmed.labels],
  )
  must(labels.rows.length === 0, `${labels.rows.length} confirmed writes are lost: ${labels.rows[0]?.lost}`)
  const repeated = await pool.query<{ label: string }>(
    `select label from points_of_interest group by label having count(*) > 1`,
  )
  must(repeated.rows.length === 0, `${repeated.rows.length} writes were done twice: ${repeated.rows[0]?.label}`)
  const halfDone = await pool.query<{ label: string }>(
    `select label from points_of_interest p where (select count(*) from events e
       where e.resource_type = 'point_of_interest' and e.resource_id = p.id) <> 1`,
  )
  must(
    halfDone.rows.length === 0,
    `${halfDone.rows.length} writes have no event or several: ${halfDone.rows[0]?.label}`,
  )
  for (const [group_id, held] of confirmed.batches) {
    const { rows } = await pool.query<{ held: number }>(
      `select count(*)::int as held from resource_group_members where group_id = $1 and resource_id = any($2::uuid[])`,
      [group_id, batch],
    )
    const count = rows[0]?.held ?? 0
    const isWhole = count === 0 || count === batch.length
    must(isWhole, `A batch of ${batch.length} is half applied: ${count} are in the group`)
    const isKept = confirmed.pending.has(group_id) || count === (held === 'all' ? batch.length : 0)
    must(isKept, `A confirmed batch is lost: ${count} of ${batch.length} are in the group`)
  }
  must(confirmed.unexplained.length === 0, confirmed.unexplained[0] ?? '')
}
