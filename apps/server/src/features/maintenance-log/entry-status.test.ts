import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logStatuses, nextLogStatuses } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { editLogEntries, moveLogEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { runReportOverdue } from './due-times.ts'
import { makeLogPlace, logActions } from '../../../test/support/log-place.ts'

let w: TestApp
let ours: Organization
let location: string
/** Two who work here, one who reads the log, one who sees the location and not its log, one of another organization. */
let worker: Caller
let other: Caller

beforeAll(async () => {
  w = await testAppWithFiles({ CONSOLE_URL: 'http://console.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, location, worker, other } = await makeLogPlace(w))
})

const { inHours, made, update, move, fresh, listed, verbs, inStatus } = logActions(() => ({
  w,
  location,
  worker,
  other,
}))

describe('spec 4: the status of an entry', () => {
  const moves = logStatuses.flatMap((from) => logStatuses.map((to) => [from, to] as const))
  test.each(moves)('values: from %s to %s as the table says', async (from, to) => {
    const entry = await inStatus(from)
    const reply = await move(entry, to, {}, other)
    if (!nextLogStatuses[from].includes(to)) {
      expect(reply).toMatchObject({ status: 409, body: { error_code: 'log_status_not_next', from, to } })
      return
    }
    expect(reply).toMatchObject({ status: 200, body: { status: to, version: entry.version + 1 } })
  })

  test('resolving keeps who and why, adds the time spent, and another person verifies', async () => {
    const entry = await made({ time_spent_minutes: 30 })
    const resolved: LogEntryDetails = (await move(entry, 'resolved', { add_minutes: 25 })).body
    expect(resolved).toMatchObject({
      resolution: 'Because of the spring',
      resolved_by: worker.id,
      resolved_at: w.clock.now().toISOString(),
      time_spent_minutes: 55,
    })
    expect((await move(resolved, 'verified')).body).toMatchObject({ error_code: 'verify_own_work' })
    expect((await move(resolved, 'verified', {}, other)).body).toMatchObject({
      status: 'verified',
      verified_by: other.id,
      resolution: 'Because of the spring',
    })
  })

  test('reopening forgets the resolution, and the time allowed begins again', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(48 * 3_600_000)
    const reopened: LogEntryDetails = (await move(entry, 'in_progress')).body
    expect(reopened).toMatchObject({ resolution: '', resolved_by: null, resolved_at: null, is_overdue: false })
    expect(await verbs(reopened)).toEqual(['reopened', 'resolved', 'created'])
  })

  test('an edit leaves the due time of a reopened entry; another priority counts from the reopening', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(48 * 3_600_000)
    const reopened: LogEntryDetails = (await move(entry, 'in_progress')).body
    expect(reopened.due_at).toBe(inHours(24))
    const [due, critical, low] = [inHours(24), inHours(4), inHours(168)]
    w.clock.advance(3_600_000)
    const described: LogEntryDetails = (await update(reopened, { description: 'The spring is worn out' })).body
    expect(described).toMatchObject({ description: 'The spring is worn out', due_at: due })
    const target = { ids: [entry.id] }
    await worker.call(editLogEntries, { body: { target, edit: { resource: 'partner' } } })
    expect(await fresh(entry)).toMatchObject({ resource: 'partner', due_at: due })
    await worker.call(editLogEntries, { body: { target, edit: { priority: 'low' } } })
    expect(await fresh(entry)).toMatchObject({ due_at: low })
    expect((await update(await fresh(entry), { priority: 'critical' })).body.due_at).toBe(critical)
  })

  test('decision 41: an entry keeps its due time when the hours change and it is edited', async () => {
    const entry = await made()
    await w.pool.query(
      `insert into maintenance_hours (organization_id, time_zone, days, opens, closes, updated_at) values ($1, 'Europe/Tallinn', '{1}', '09:00', '10:00', now())`,
      [ours.id],
    )
    const edited: LogEntryDetails = (await update(entry, { description: 'The spring is worn out' })).body
    expect(edited.due_at).toBe(entry.due_at)
  })

  test('a verified or cancelled entry is changed no more', async () => {
    for (const status of ['verified', 'cancelled'] as const)
      expect((await update(await inStatus(status), {})).body).toMatchObject({ error_code: 'log_entry_closed' })
  })

  test('a blocked entry needs a reason, also in a move of many', async () => {
    const entry = await made()
    expect((await move(entry, 'blocked', { reason: '' })).body).toMatchObject({
      error_message: 'Reason is required',
    })
    const body = { target: { ids: [entry.id] }, status: 'blocked' } as never
    expect((await worker.refused(moveLogEntries, { body })).body).toMatchObject({
      error_message: 'Reason is required',
    })
  })

  test('a stale version is refused', async () => {
    const entry = await made()
    await move(entry, 'in_progress')
    expect((await move(entry, 'blocked')).status).toBe(412)
    expect((await update(entry, { priority: 'low' })).status).toBe(412)
  })
})

describe('overdue', () => {
  const reportNow = () => runReportOverdue({ ...w, correlation_id: uuidv7(), signal: new AbortController().signal })

  test('an entry past its due time is marked, and reported once', async () => {
    const entry = await made({ priority: 'critical' })
    w.clock.advance(4 * 3_600_000 + 1)
    expect(await fresh(entry)).toMatchObject({ is_overdue: true })
    expect(await listed({ overdue: 'yes' })).toEqual([entry.id])
    await reportNow()
    await reportNow()
    expect(await verbs(entry)).toEqual(['overdue', 'created'])
    const later: LogEntryDetails = (await update(await fresh(entry), { due_at: '2026-12-01T08:00:00.000Z' })).body
    expect(later.is_overdue).toBe(false)
  })

  test('what is resolved is not overdue', async () => {
    const entry = await inStatus('resolved')
    w.clock.advance(5 * 24 * 3_600_000)
    await reportNow()
    expect(await fresh(entry)).toMatchObject({ is_overdue: false })
    expect(await verbs(entry)).toEqual(['resolved', 'created'])
  })
})
