import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { listNotices, noticesAtMost, readNotices } from '@wheelhouse/contract/inbox/inbox.ts'
import type { Notice } from '@wheelhouse/contract/inbox/inbox.ts'
import { createLogEntry, moveLogEntry, updateLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { runReportOverdue } from '../maintenance-log/due-times.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let address: string
let ours: Organization
let location: string
let chief: Caller
let worker: Caller

const needs = {
  location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'],
} as unknown as Needs
const repair = { type: 'repair', priority: 'high', resource: 'on_site_technician' } as const

beforeAll(async () => {
  w = await testApp()
  address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  location = await w.make.location(ours, { label: 'Balti jaam' })
  chief = await w.person([{ group_id: ours.owner, needs }])
  worker = await w.person([{ group_id: ours.owner, needs }])
})

const inboxOf = async (who: Caller): Promise<Notice[]> => await who.ask(listNotices)
const kindsOf = async (who: Caller): Promise<string[]> => (await inboxOf(who)).map(({ kind }) => kind)
const log = async (body: object, by = chief): Promise<LogEntryDetails> =>
  (
    await by.send(createLogEntry, {
      params: { location_id: location },
      body: { ...repair, description: 'Lock bar does not retract.', ...body },
    })
  ).body
const of = (entry: LogEntryDetails) => ({
  params: { location_id: location, log_entry_id: entry.id },
  headers: { 'if-match': `"${entry.version}"` },
})

test('work that someone else assigns is in the inbox of the assignee alone', async () => {
  const entry = await log({ assignee_id: worker.id })
  expect(await inboxOf(worker)).toMatchObject([
    { kind: 'entry_assigned', resource_id: entry.id, location_id: location, read_at: null },
  ])
  expect((await inboxOf(worker))[0]?.title).toContain('Lock bar does not retract.')
  expect((await inboxOf(worker))[0]?.detail).toContain('Balti jaam')
  expect(await kindsOf(chief)).toEqual([])
})

test('an edit that changes the assignee notifies the new one, an edit of something else nobody', async () => {
  const entry = await log({})
  const body = { ...repair, description: 'Lock bar does not retract.', assignee_id: worker.id }
  const assigned = await chief.send(updateLogEntry, { ...of(entry), body: body })
  expect(await kindsOf(worker)).toEqual(['entry_assigned'])
  await chief.send(updateLogEntry, { ...of(assigned.body), body: { ...body, priority: 'low' } })
  expect(await kindsOf(worker)).toEqual(['entry_assigned'])
})

test('who takes the work is not notified of it', async () => {
  const entry = await log({}, worker)
  await worker.send(moveLogEntry, { ...of(entry), body: { status: 'in_progress' } })
  expect(await kindsOf(worker)).toEqual([])
})

test('overdue work reaches its assignee once', async () => {
  const soon = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await log({ assignee_id: worker.id, due_at: soon })
  w.clock.advance(120_000)
  const ctx = { ...w, correlation_id: '01900000-0000-7000-8000-000000000000', signal: new AbortController().signal }
  await runReportOverdue(ctx)
  await runReportOverdue(ctx)
  expect(await kindsOf(worker)).toEqual(['entry_overdue', 'entry_assigned'])
})

test('rights: a notice of a location that the person may not see any more is left out', async () => {
  await log({ assignee_id: worker.id })
  await w.db.deleteFrom('role_grants').where('person_id', '=', worker.id).execute()
  expect(await inboxOf(worker)).toEqual([])
})

test('each is marked as read by its own person alone, and the other tabs are notified', async () => {
  const [own, foreign] = [await readStream(address, worker.token), await readStream(address, chief.token)]
  /** Changes of one moment come together or one after the other. */
  const noticed = async (): Promise<void> => {
    const { data } = certain(await own.next())
    const notices = data.changes?.filter(({ type }) => type === 'notice') ?? []
    if (notices.length === 0) return await noticed()
    expect(notices).toEqual([{ type: 'notice', id: worker.id, location_id: null }])
  }
  await log({ assignee_id: worker.id })
  await noticed()
  const [notice] = await inboxOf(worker)
  const body = { ids: [notice?.id ?? ''] }
  expect((await chief.call(readNotices, { body })).status).toBe(204)
  expect((await inboxOf(worker))[0]?.read_at).toBeNull()
  expect((await worker.call(readNotices, { body })).status).toBe(204)
  expect((await inboxOf(worker))[0]?.read_at).not.toBeNull()
  await noticed()
  await log({ assignee_id: chief.id }, worker)
  const untilOwn = async (): Promise<string[]> => {
    const ids = certain(await foreign.next()).data.changes?.map(({ id }) => id) ?? []
    return ids.includes(chief.id) ? ids : [...ids, ...(await untilOwn())]
  }
  expect(await untilOwn()).not.toContain(worker.id)
  own.close()
  foreign.close()
})

test('it is bounded: the oldest go first', async () => {
  const entry = await log({})
  const many = noticesAtMost + 20
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, async () => {
    for (let count = 0; count < many; count++)
      journal.notices.push({ person_id: worker.id, kind: 'entry_assigned', resource_id: entry.id })
  })
  const { rows } = await w.pool.query<{ count: number }>(
    'select count(*)::int as count from notices where person_id = $1',
    [worker.id],
  )
  expect(rows[0]?.count).toBe(noticesAtMost)
})
