import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import type { OverstayAction, OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { Insertable } from 'kysely'
import type {
  MaintenanceLogEntriesTable,
  MaintenanceLogTargetsTable,
  OverstayRecordsTable,
  OverstayRulesTable,
  OverstaysTable,
  RegionConfigsTable,
} from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { Staff } from '../people/people.ts'
import type { Session } from '../sessions.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'
import { addFee, addWaiver, system } from './overstay-fees.ts'
import type { Actor, FeeRows } from './overstay-fees.ts'
import { limitHours, overstayLimitOf, seededRules } from './overstay-rules.ts'

const isLimited = ({ device }: Session): boolean => overstayLimitOf(device.place) !== null
/** As long as the steps of Estonia take until the removal is ordered. */
const removedAfterMs = 73 * hourMs

const couldBeRemoved = (session: Session): boolean =>
  isLimited(session) &&
  session.device.place.city.region_tag === 'ee' &&
  session.how_ended === 'normal' &&
  session.end !== null &&
  session.end - session.start > removedAfterMs

/** Two bicycles that were removed: of these stays the crew ended the session. */
export function withRemovals(sessions: readonly Session[]): Session[] {
  const removed = new Set(sessions.filter(couldBeRemoved).slice(-2))
  return sessions.map((session) => (removed.has(session) ? { ...session, how_ended: 'forced' } : session))
}

interface Rows {
  rules: Insertable<OverstayRulesTable>[]
  overstays: Insertable<OverstaysTable>[]
  records: Insertable<OverstayRecordsTable>[]
  orders: Insertable<MaintenanceLogEntriesTable>[]
  targets: Insertable<MaintenanceLogTargetsTable>[]
  fees: FeeRows
}

interface Given {
  sessions: readonly Session[]
  staff: Staff
  regions: readonly Insertable<RegionConfigsTable>[]
}

/** What the job would have done with the long stays of the last days, up to now. */
export function makeOverstays(now: number, { sessions, staff, regions }: Given): Rows {
  const rows: Rows = {
    rules: regions.flatMap(({ id, tag, created_at }) => {
      const rules = seededRules[tag]
      return rules ? [{ region_id: id, ...rules, updated_at: created_at }] : []
    }),
    overstays: [],
    records: [],
    orders: [],
    targets: [],
    fees: { payments: [], attempts: [], entries: [], movements: [] },
  }
  const chance = chanceOf('overstays')
  for (const session of sessions.filter((one) => isShown(one, now))) addStory(rows, { now, session, chance, staff })
  return rows
}

/** What is parked still, what was collected in the last days, and what was removed. */
function isShown(session: Session, now: number): boolean {
  const { start, end, status, how_ended } = session
  if (!isLimited(session) || (end ?? now) - start <= limitHours * hourMs) return false
  if (end === null) return status === 'active'
  return how_ended === 'forced' ? end - start > removedAfterMs : how_ended === 'normal' && end > now - 6 * dayMs
}

interface Making {
  now: number
  session: Session
  chance: Chance
  staff: Staff
}

interface Row {
  session_id: string
  location_id: string
  limit_h: number
  exceeded_at: string
  step: OverstayStep | null
  state: string
  due_at: string | null
  keep_until: string | null
  log_entry_id: string | null
  fee_minor: number | null
  currency: string | null
  fee_status: string | null
  payment_id: string | null
  outcome: string | null
  opened_at: string
  closed_at: string | null
  updated_at: string
  version: number
}
interface Story extends Making {
  rows: Rows
  row: Row
  rules: OverstayRules
}

const firstRow = ({ id, start, device }: Session): Row => ({
  session_id: id,
  location_id: device.place.id,
  limit_h: limitHours,
  exceeded_at: iso(start + limitHours * hourMs),
  step: null,
  state: 'idle',
  due_at: null,
  keep_until: null,
  log_entry_id: null,
  fee_minor: null,
  currency: null,
  fee_status: null,
  payment_id: null,
  outcome: null,
  opened_at: iso(start + limitHours * hourMs),
  closed_at: null,
  updated_at: iso(start),
  version: 0,
})

function addStory(rows: Rows, making: Making): void {
  const { session } = making
  const row = firstRow(session)
  const rules = seededRules[session.device.place.city.region_tag]
  if (!rules) return
  const story: Story = { ...making, rows, row, rules }
  const begin = session.start + limitHours * hourMs
  record(story, { at: begin, action: 'opened', step: null })
  const noticed = sendMessages(story, begin)
  const charged = noticed === null ? null : chargeFee(story, noticed)
  if (charged !== null) orderRemoval(story, charged)
  if (session.end !== null) finish(story, session.end)
  rows.overstays.push(row)
}

/** Whether the bicycle was there still at this time; if not, the overstay waits for the step. */
function reaches({ row, session, now }: Story, step: OverstayStep, state: 'planned' | 'pending', at: number): boolean {
  if (at <= (session.end ?? now)) return true
  Object.assign(row, { step, state, due_at: iso(at) })
  return false
}

/** When the notice was sent; null if it came no further. */
function sendMessages(story: Story, begin: number): number | null {
  const { reminder_after_h, notice_after_h, hold_minutes } = story.rules
  let end = begin
  for (const [step, wait] of [
    ['reminder', reminder_after_h],
    ['notice', notice_after_h],
  ] as const) {
    const at = end + (wait ?? 0) * hourMs
    if (!reaches(story, step, 'planned', at)) return null
    record(story, { at, action: 'began', step })
    end = at + hold_minutes * minuteMs
    if (!reaches(story, step, 'pending', end)) return null
    record(story, { at: end, action: 'done', step })
  }
  return end
}

function chargeFee(story: Story, noticed: number): number | null {
  const { rules, row, rows, chance, session } = story
  const { fee_after_h, fee_minor, currency } = rules
  if (fee_after_h === null || fee_minor === null || currency === null) return noticed
  const announced = noticed + fee_after_h * hourMs
  if (!reaches(story, 'fee', 'planned', announced)) return null
  record(story, { at: announced, action: 'began', step: 'fee' })
  Object.assign(row, { fee_minor, currency, fee_status: 'announced' })
  const at = announced + rules.objection_h * hourMs
  if (!reaches(story, 'fee', 'pending', at)) return null
  record(story, { at, action: 'done', step: 'fee' })
  const payment_id = addFee(rows.fees, chance, { session, fee: { amount_minor: fee_minor, currency }, at })
  Object.assign(row, { fee_status: 'charged', payment_id })
  return at
}

function orderRemoval(story: Story, from: number): void {
  const { rules, row } = story
  const at = from + (rules.removal_after_h ?? 0) * hourMs
  if (!reaches(story, 'removal', 'planned', at)) return
  record(story, { at, action: 'began', step: 'removal' })
  Object.assign(row, { step: 'removal', state: 'pending', due_at: null, log_entry_id: addOrder(story, at) })
}

const resolutions = { resolved: 'Brought to the depot', cancelled: 'The bicycle was collected' }

function addOrder({ rows, chance, session, staff, now }: Story, at: number): string {
  const { device, end, how_ended } = session
  const id = chance.id(at)
  const wasRemoved = end !== null && how_ended === 'forced'
  const closed = wasRemoved ? 'resolved' : 'cancelled'
  rows.orders.push({
    id,
    location_id: device.place.id,
    description: `Remove the bicycle from ${device.type} ${String(device.number).padStart(2, '0')}: it is parked beyond the limit of the location. Take a photo before you move it, then confirm the removal in Overstays.`,
    type: 'relocation',
    priority: 'high',
    resource: 'on_site_technician',
    status: end === null ? 'new' : closed,
    status_at: iso(end ?? at),
    resolution: end === null ? '' : resolutions[closed],
    due_at: iso(at + dayMs),
    // What was overdue before the start was reported then.
    overdue_told_at: end === null && at + dayMs < now ? iso(at + dayMs) : null,
    resolved_by: wasRemoved ? staff.named('technician@demo.test').id : null,
    resolved_at: wasRemoved ? iso(end) : null,
    created_at: iso(at),
    updated_at: iso(end ?? at),
  })
  rows.targets.push({ entry_id: id, device_id: device.id })
  return id
}

/** The rider collected the bicycle, or the crew removed it as it was ordered. */
function finish(story: Story, end: number): void {
  const { row, rules, now, session } = story
  if (session.how_ended !== 'forced' || row.log_entry_id === null) return collect(story, end)
  const reason = 'Brought to the depot at Ülemiste, shelf 4'
  record(story, { at: end, action: 'done', step: 'removal', reason, actor: personOf(story, 'technician@demo.test') })
  Object.assign(row, { step: 'release', state: 'pending', keep_until: iso(end + rules.storage_days * dayMs) })
  const returned = end + 3 * dayMs
  if (returned > now - 2 * dayMs) return
  const receipt = 'Owner showed the receipt of the bicycle'
  const actor = personOf(story, 'support@demo.test')
  record(story, { at: returned, action: 'done', step: 'release', reason: receipt, actor })
  Object.assign(row, { state: 'closed', outcome: 'returned', closed_at: iso(returned) })
}

function collect(story: Story, end: number): void {
  const { row, rows, chance, now } = story
  if (row.fee_status === 'announced') row.fee_status = 'cancelled'
  record(story, { at: end, action: 'closed', step: row.step, reason: 'The bicycle was collected' })
  Object.assign(row, { state: 'closed', outcome: 'collected', closed_at: iso(end), due_at: null })
  const waived = end + 5 * hourMs
  if (row.payment_id === null || waived > now) return
  const reason = 'The rider was in hospital and showed the papers'
  const actor = personOf(story, 'support@demo.test')
  record(story, { at: waived, action: 'fee_waived', step: 'fee', reason, actor })
  addWaiver(rows.fees, chance, { paymentId: row.payment_id, at: waived, reason, actor })
  row.fee_status = 'waived'
}

function personOf({ staff }: Story, email: string): Actor {
  const { id, name } = staff.named(email)
  return { actor_kind: 'person', actor_id: id, actor_name: name }
}

interface Happened {
  at: number
  action: OverstayAction
  step: OverstayStep | null
  reason?: string
  actor?: Actor
}

function record({ rows, row, chance }: Story, { at, action, step, reason = '', actor = system }: Happened): void {
  row.version++
  row.updated_at = iso(at)
  rows.records.push({
    id: chance.id(at),
    session_id: row.session_id,
    number: row.version,
    step,
    action,
    at: iso(at),
    ...actor,
    reason,
    due_at: null,
  })
}
