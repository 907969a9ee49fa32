import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { manyPeople } from '../fixtures.ts'
import type { Filled } from '../fixtures.ts'
import { ask, bodyOf } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { bareChange, membershipsAlone } from '../peers/belongs-queries.ts'

/** The aim is for the larger one: of the smaller one most is what a job costs whatever its size. */
const sizes = [
  { size: 1_000, aim: null },
  { size: 10_000, aim: { is: 'at most', ratio: 3 } },
] as const
const directions = ['into', 'out of'] as const
type Direction = (typeof directions)[number]

interface Batch {
  ids: string[]
  group: string
  /** Holds MODIFYBELONGS over everything; with the fault one who holds nothing. */
  person: string
  change: (direction: Direction) => Promise<string>
}

export const permissionBatch: Bench = {
  name: 'permission-batch',
  fault: 'changes as a person who may change nothing, so that every item is refused quickly',
  async run(fixtures, { rounds, isFaulty }) {
    const book = ledger('permission-batch', fixtures)
    const filled = await fixtures.filled(manyPeople)
    const server = await fixtures.server(filled)
    const person = filled.scale.people[isFaulty ? 'tenth' : 'everything'].id
    const token = await fixtures.identity.token(person)
    for (const { size, aim } of sizes) {
      const [ids, group] = [await devicesOf(filled, size), await newGroup(filled, isFaulty ? 'tenth' : null)]
      const change = async (direction: Direction): Promise<string> => {
        const [add, remove] = direction === 'into' ? [[group], []] : [[], [group]]
        const selection_id = await freeze(filled, person, ids)
        const body = { resource_type: 'device', target: { selection_id }, add, remove }
        const reply = await ask({ url: `${server.url}${changeManyBelongs.path}`, token, method: 'POST', body })
        must(reply.status === 200, `The change was answered with ${reply.status}: ${reply.text.slice(0, 200)}`)
        return bodyOf<{ background_job_id: string }>(reply.text).background_job_id
      }
      const batch: Batch = { ids, group, person, change }
      for (const direction of directions) {
        const description = { size: `${scaleText(size)} devices`, unit: 'ms', what: `${direction} a group` }
        await subjectMs(filled, batch, direction)
        book.add(
          { ...description, peerName: 'memberships and history, one statement', ...(aim ? { aim } : {}) },
          await interleaved(
            rounds,
            () => subjectMs(filled, batch, direction),
            () => peerMs(filled, batch, direction, bareChange[direction]),
          ),
        )
        book.add(
          { ...description, what: 'the same', peerName: 'memberships without history, one statement' },
          await interleaved(
            rounds,
            () => subjectMs(filled, batch, direction),
            () => peerMs(filled, batch, direction, membershipsAlone[direction]),
          ),
        )
      }
    }
    return book.lines
  },
}

/** From the request to the end of its background job. */
async function subjectMs(filled: Filled, batch: Batch, direction: Direction): Promise<number> {
  await prepare(filled, batch, direction)
  const events = await eventsOf(filled, batch)
  const began = performance.now()
  const job = await batch.change(direction)
  await ended(filled, job)
  const ms = performance.now() - began
  await assertChanged(filled, batch, direction)
  const written = (await eventsOf(filled, batch)) - events
  must(written === batch.ids.length, `${written} events tell of ${batch.ids.length} changes`)
  return ms
}

async function peerMs(filled: Filled, batch: Batch, direction: Direction, text: string): Promise<number> {
  await prepare(filled, batch, direction)
  const values = text.includes('$3') ? [batch.ids, batch.group, batch.person] : [batch.ids, batch.group]
  const began = performance.now()
  await filled.pool.query({ text, values })
  const ms = performance.now() - began
  await assertChanged(filled, batch, direction)
  return ms
}

async function ended({ pool }: Filled, job: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ status: string }>('select status from background_jobs where id = $1', [job])
    if (rows[0]?.status === 'done') return
    must(rows[0]?.status !== 'cancelled', 'The background job was cancelled')
    await pause(5)
  }
}

/** Nobody is in the group before they are added, and all are before they are removed. */
async function prepare({ pool }: Filled, { ids, group, person }: Batch, direction: Direction): Promise<void> {
  await pool.query(`delete from resource_group_members where resource_type = 'device' and group_id = $1`, [group])
  if (direction === 'out of') await pool.query(membershipsAlone.into, [ids, group, person])
}

async function assertChanged({ pool }: Filled, { ids, group }: Batch, direction: Direction): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from resource_group_members where resource_type = 'device' and group_id = $1 and resource_id = any($2::uuid[])`,
    [group, ids],
  )
  const wanted = direction === 'into' ? ids.length : 0
  must(rows[0]?.count === wanted, `${rows[0]?.count} of the devices are in the group, and not ${wanted}`)
}

async function eventsOf({ pool }: Filled, { group }: Batch): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from events where feature = 'resource-groups' and verb = 'belongs_changed' and after::text like '%' || $1 || '%'`,
    [group],
  )
  return rows[0]?.count ?? 0
}

async function devicesOf({ pool }: Filled, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from devices order by md5(id::text) limit $1', [count])
  must(rows.length === count, `There are only ${rows.length} devices`)
  return rows.map(({ id }) => id)
}

/** `key`: a person who may change its members, but none of the devices elsewhere. */
async function newGroup({ pool, scale }: Filled, key: 'tenth' | null): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into resource_groups (id, name, description, type, covers_everything, created_at) values ($1, $2, 'Made for measuring.', 'private', false, now())`,
    [id, `Batch ${id}`],
  )
  if (key)
    await pool.query(`insert into role_grants select $1, $2, id from roles where name = 'Superadmin'`, [
      scale.people[key].id,
      id,
    ])
  return id
}

/** The console freezes selections of locations, of which the field has too few; this is one of devices. */
async function freeze({ pool }: Filled, person: string, ids: string[]): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into selections (id, person_id, resource_type, ids, created_at) values ($1, $2, 'device', $3::uuid[], now())`,
    [id, person, ids],
  )
  return id
}
