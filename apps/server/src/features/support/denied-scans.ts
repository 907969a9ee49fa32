import { sql } from 'kysely'
import { uuidv7At } from '@wheelhouse/db/ids.ts'
import type { StoredTraceStep, TraceFinding } from '@wheelhouse/contract/support/access-trace.ts'
import { deniedScansAtDevice, deniedScansOfUser } from '@wheelhouse/contract/support/denied-scans.ts'
import * as z from 'zod'
import type { Journal } from '../../journal/journal.ts'
import { publishChange } from '../../journal/journal.ts'
import { instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'
import type { Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { traceScan } from './access-trace.ts'
import type { PresentedScan } from './access-trace.ts'
import type { TraceMoment } from './trace-facts.ts'

/** What the history says of a refusal. */
export interface DenialNote {
  cause: TraceFinding | null
}

/** Keeps why a lock refused a key, as the trace finds it in this moment. Returns null of hardware in no device. */
export async function keepDeniedScan(
  tx: Tx,
  journal: Journal,
  moment: Omit<TraceMoment, 'db'>,
  { hardware_id, device }: PlacedHardware,
  scan: PresentedScan,
): Promise<DenialNote | null> {
  if (device === null) return null
  const found = await traceScan({ ...moment, db: tx }, device.id, scan)
  if (found === null) return null
  const steps: StoredTraceStep[] = found.steps.map(({ condition, outcome, finding, changed_at }) => ({
    condition,
    outcome,
    finding,
    changed_at,
  }))
  const at = journal.at.toISOString()
  await tx
    .insertInto('denied_scans')
    .values({
      id: uuidv7At(journal.at.getTime()),
      hardware_id,
      device_id: device.id,
      location_id: device.location_id,
      access_key_id: found.key.id,
      user_id: found.key.user_id,
      key_type: scan.key_type,
      cause: found.cause,
      steps: JSON.stringify(steps),
      at,
    })
    .execute()
  publishChange(journal, 'device', device.id, device.location_id)
  return { cause: found.cause }
}

const from = ({
  visible,
}: Pick<Scope<unknown, unknown>, 'visible'>) => sql`denied_scans x join locations l on l.id = x.location_id
  join devices d on d.id = x.device_id left join users u on u.id = x.user_id and ${visible('user', sql`x.user_id`)}`

const columns = () => ({
  id: uuid(sql`x.id`),
  at: instant(sql`x.at`),
  location_id: uuid(sql`x.location_id`),
  location_code: word(sql`l.code`),
  location_label: text(sql`l.label`),
  device_id: uuid(sql`x.device_id`),
  device_number: int(sql`d.number`),
  device_type: word(sql`d.type`),
  user_id: orNull(uuid(sql`u.id`)),
  user_name: orNull(text(sql`u.name`)),
  // The key leads to its owner.
  access_key_id: orNull(uuid(sql`case when x.user_id is null or u.id is not null then x.access_key_id end`)),
  key_type: word(sql`x.key_type`),
  cause: orNull(word<TraceFinding>(sql`x.cause`)),
  steps: json<StoredTraceStep[]>(sql`x.steps`),
})

/** Seen with its device. */
const visibleBy = [{ type: 'device', column: sql`x.location_id`, scopeType: 'location' }] as const

export const userScanList = listQuery(deniedScansOfUser, {
  from,
  id: sql`x.id`,
  visibleBy,
  where: ({ params }) => sql<boolean>`x.user_id = ${params.user_id}::uuid`,
  columns,
  filters: () => ({}),
})

export const deviceScanList = listQuery(deniedScansAtDevice, {
  from,
  id: sql`x.id`,
  visibleBy,
  where: ({ params }) => sql<boolean>`x.device_id = ${params.device_id}::uuid`,
  columns,
  filters: () => ({}),
})

/** For the erasure of a person: that a key was refused stays, whose it was does not. */
export const eraseDeniedScans = (tx: Tx, userId: string): Promise<unknown> =>
  tx.updateTable('denied_scans').set({ user_id: null, access_key_id: null }).where('user_id', '=', userId).execute()

/** Riders call within days; the history of the device keeps the cause for longer. */
const keptDays = 90
const batch = 5_000

export const deleteOldScans = jobKind({ name: 'support.retention', payload: z.object({}), cron: '40 3 * * *' })

export async function runDeleteOldScans({ db, clock, signal }: JobCtx): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000).toISOString()
  for (let count = batch; count === batch && !signal.aborted;) {
    const { rows } = await sql`delete from denied_scans where id in
      (select id from denied_scans where at < ${before}::timestamptz order by at limit ${batch}) returning id`.execute(
      db,
    )
    count = rows.length
  }
}
