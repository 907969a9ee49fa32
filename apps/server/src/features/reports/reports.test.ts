import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelReport,
  createReport,
  createReportLink,
  downloadReport,
  getReport,
  getReportPreview,
  listReportEvents,
  runReportAgain,
  setReportRepeat,
} from '@wheelhouse/contract/reports/reports.ts'
import { daysOf } from '@wheelhouse/contract/reports/timeframes.ts'
import { makeReportPlace, reportRights } from '../../../test/support/report-place.ts'
import type { ReportPlace } from '../../../test/support/report-place.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { TestAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import { expireReports, repeatReports } from './jobs.ts'

let w: TestAppWithFiles
let owner: ReportPlace['owner']
let places: ReportPlace['places']
let maker: ReportPlace['maker']
let bodyOf: ReportPlace['bodyOf']
let made: ReportPlace['made']
let downloaded: ReportPlace['downloaded']

beforeAll(async () => {
  w = await testAppWithFiles()
  ;({ owner, places, maker, bodyOf, made, downloaded } = await makeReportPlace(w))
})
afterAll(() => w.end())

const one = (report_id: string) => ({ params: { report_id } })

test('spec 5: unknown types, short descriptions and reports of nothing are refused', async () => {
  const refused = async (change: Record<string, unknown>) =>
    (await maker.call(createReport, { body: { ...bodyOf('payment'), ...change } as never })).body
  expect(JSON.stringify(await refused({ type: 'everything' }))).toContain('Unsupported report type')
  expect(JSON.stringify(await refused({ type: null }))).toContain('Type is required')
  expect(JSON.stringify(await refused({ description: 'abc' }))).toContain('Description')
  expect(JSON.stringify(await refused({ from_day: '' }))).toContain('Timeframe is required')
  expect(JSON.stringify(await refused({ to_day: '2027-12-31' }))).toContain('At most 366 days')
  // Both days count: a year and a day.
  expect(JSON.stringify(await refused({ from_day: '2025-01-01', to_day: '2026-01-02' }))).toContain('At most 366 days')
  expect((await refused({ from_day: '2025-01-01', to_day: '2026-01-01' })).error_code).toBeUndefined()
  expect(JSON.stringify(await refused({ location_ids: [] }))).toContain('Choose locations')
})

test('the link of a service account ends after a quarter of an hour, that of a person with the file', async () => {
  const id = await made('payment')
  const [first, machine] = [await maker.call(createReportLink, one(id)), maker.id]
  await w.pool.query(`update console_users set kind = 'service' where id = $1`, [machine])
  const second = await maker.call(createReportLink, one(id))
  await w.pool.query(`update console_users set kind = 'person' where id = $1`, [machine])
  const minutes = (link: typeof first) => (Date.parse(link.body.expires_at) - w.clock.now().getTime()) / 60_000
  expect([minutes(second), minutes(first)]).toEqual([15, 7 * 24 * 60])
  w.clock.advance(15 * 60_000 + 1)
  const token = String(second.body.url).split('/').at(-1) as string
  expect((await maker.call(downloadReport, { params: { token } })).status).toBe(404)
})

test('a workbook of the same rows opens as one, and the preview has the chart and the first rows without people', async () => {
  const id = await made('detailed_parking', { format: 'xlsx' })
  const link = await maker.call(createReportLink, one(id))
  const answer = await maker.call(downloadReport, {
    params: { token: String(link.body.url).split('/').at(-1) as string },
  })
  expect([...answer.bytes.subarray(0, 2)]).toEqual([0x50, 0x4b])
  const { body } = await maker.call(getReportPreview, one(id))
  expect(body.rows).toHaveLength(50)
  expect(body.columns.map(({ name }: { name: string }) => name)).not.toContain('person')
  const charted = body.chart.series[0].values.reduce((sum: number, value: number) => sum + value, 0)
  expect(charted).toBe((await maker.call(getReport, one(id))).body.rows_done)
})

describe('rights at the time of making and of download', () => {
  test('people are named only as far as the maker sees them', async () => {
    const { rows } = await downloaded(await made('detailed_parking'))
    expect([...new Set(rows.map((row) => String(row['person'])))].toSorted()).toEqual(['', 'Rider 1', 'Rider 2'])
  })

  test('a link dies with the right, and a reader who sees less is refused', async () => {
    const lesser = await w.person(
      [
        {
          group_id: owner.owner,
          needs: { report: ['GET_REPORTS'], location: ['GET'], session: ['GET'], payment: ['GET'] },
        },
      ],
      owner.id,
    )
    const id = await made('detailed_parking')
    expect((await lesser.call(getReport, one(id))).body.status).toBe('ready')
    expect(await lesser.call(createReportLink, one(id))).toMatchObject({
      status: 403,
      body: { error_code: 'report_covers_more' },
    })
    // The preview names nobody, so that people are no condition of it.
    expect((await lesser.call(getReportPreview, one(id))).status).toBe(200)
    const { token } = await downloaded(id)
    const role = await sql<{
      role_id: string
    }>`select role_id from role_grants where person_id = ${maker.id}::uuid`.execute(w.db)
    const money = { role_id: role.rows[0]?.role_id as string, resource_type: 'payment', action: 'GET' }
    await w.db
      .deleteFrom('role_actions')
      .where('role_id', '=', money.role_id)
      .where('resource_type', '=', 'payment')
      .execute()
    expect((await maker.call(downloadReport, { params: { token } })).status).toBe(404)
    expect((await maker.call(getReportPreview, one(id))).status).toBe(403)
    await w.db.insertInto('role_actions').values(money).execute()
    expect((await maker.call(downloadReport, { params: { token } })).status).toBe(200)
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    expect((await maker.call(downloadReport, { params: { token: flipped } })).status).toBe(404)
    const events = (await maker.call(listReportEvents, one(id))).body.items.map(({ verb }: { verb: string }) => verb)
    expect(events.filter((verb: string) => verb === 'downloaded')).toHaveLength(2)
  })

  test('a file that names riders is for those who see riders in each group through which its maker saw them', async () => {
    const group = await w.make.group()
    const third = await w.pool.query(`select id from users where name = 'Rider 3'`)
    await w.make.members('user', third.rows[0].id, [group])
    const riders = { group_id: group, needs: { user: ['GET'] } } satisfies Parameters<typeof w.person>[0][number]
    const ofOwner = { group_id: owner.owner, needs: reportRights }
    const wide = await w.person([ofOwner, riders], owner.id)
    const colleague = await w.person([ofOwner], owner.id)
    const id = await made('detailed_parking', {}, wide)
    const { rows } = await downloaded(id, wide)
    expect(new Set(rows.map((row) => row['person']))).toEqual(new Set(['Rider 1', 'Rider 2', 'Rider 3']))
    const link = () => colleague.call(createReportLink, one(id))
    expect((await link()).body.error_code).toBe('report_covers_more')
    expect((await colleague.call(getReportPreview, one(id))).status).toBe(200)
    expect((await maker.call(createReportLink, one(await made('locations_metadata', {}, wide)))).status).toBe(200)
    await w.make.grant(colleague.id, group, [['user', 'GET']])
    expect((await link()).status).toBe(200)
  })

  test('locations that the maker may not see are not in it', async () => {
    const foreign = await w.make.location(await w.make.organization())
    const id = await made('locations_metadata', { location_ids: [...places, foreign] })
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ locations: 2, rows_done: 2 })
  })
})

const storedFiles = async (id: string): Promise<string[]> =>
  (await readdir(join(w.folder, 'files', 'reports'))).filter((name) => name.startsWith(id))

describe('failed, cancelled, expired, repeated', () => {
  test('a new run removes the file of the run before, and a file that an earlier version named is still downloaded', async () => {
    const id = await made('locations_metadata')
    const formerName = join(w.folder, 'files', 'reports', `${id}.csv`)
    await rename(join(w.folder, 'files', 'reports', `${id}-1.csv`), formerName)
    expect((await downloaded(id)).rows).toHaveLength(2)
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect(await storedFiles(id)).toEqual([`${id}.csv`])
    for (const attempt of [2, 3]) {
      await maker.call(runReportAgain, one(id))
      await w.runJobs()
      expect(await storedFiles(id)).toEqual([`${id}-${attempt}.csv`])
    }
    expect((await downloaded(id)).rows).toHaveLength(2)
  })

  test('the hourly job removes what a killed run or an older run left, and nothing that is needed', async () => {
    const id = await made('locations_metadata')
    await maker.call(runReportAgain, one(id))
    await w.runJobs()
    const unknown = uuidv7()
    const left = [`${id}-1.csv`, `${unknown}-1.csv`, `${unknown}.csv`]
    for (const name of left) await writeFile(join(w.folder, 'files', 'reports', name), 'left')
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect(await storedFiles(id)).toEqual([`${id}-2.csv`])
    expect(await storedFiles(unknown)).toEqual([])
  })

  test('a report without locations says so, and can be run again when there are some', async () => {
    const location_id = await w.make.location(null)
    const id = await made('locations_metadata', { location_ids: [location_id] })
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ status: 'failed', failure: 'no_locations' })
    await w.make.members('location', location_id, [owner.owner])
    expect((await maker.call(runReportAgain, one(id))).body.status).toBe('pending')
    expect(await maker.call(runReportAgain, one(id))).toMatchObject({
      status: 409,
      body: { error_code: 'report_is_running' },
    })
    await w.runJobs()
    expect((await maker.call(getReport, one(id))).body).toMatchObject({ status: 'ready', failure: null, rows_done: 1 })
  })

  test('a run that was given up fails, and one that has moved since it was found goes on', async () => {
    const [lost, alive] = [await made('locations_metadata'), await made('locations_metadata')]
    await w.pool.query(`update reports set status = 'running', ended_at = null, updated_at = $1 where id in ($2, $3)`, [
      new Date(w.clock.now().getTime() - 4 * 3_600_000).toISOString(),
      lost,
      alive,
    ])
    const client = await w.pool.connect()
    await client.query('begin')
    await client.query('update reports set updated_at = $1 where id = $2', [w.clock.now().toISOString(), alive])
    await w.jobs.send(w.db, expireReports, {})
    const running = w.runJobs()
    // The job has found it and waits for its row.
    await w.waitingForLocks(1)
    await client.query('commit')
    client.release()
    await running
    expect((await maker.call(getReport, one(alive))).body).toMatchObject({ status: 'running', failure: null })
    expect((await maker.call(getReport, one(lost))).body).toMatchObject({
      status: 'failed',
      failure: 'internal',
      ended_at: w.clock.now().toISOString(),
    })
    await maker.call(cancelReport, one(alive))
  })

  test('a cancelled report makes no file', async () => {
    const { body } = await maker.call(createReport, { body: bodyOf('payment') as never })
    expect((await maker.call(cancelReport, one(body.id))).body).toMatchObject({
      status: 'failed',
      failure: 'cancelled',
    })
    await w.runJobs()
    expect((await maker.call(getReport, one(body.id))).body.status).toBe('failed')
    expect(await storedFiles(body.id)).toEqual([])
    expect(await maker.call(cancelReport, one(body.id))).toMatchObject({ status: 409 })
  })

  test('after a week the file goes, and what repeats is made once for the month before', async () => {
    const id = await made('payment')
    expect(await storedFiles(id)).toEqual([`${id}-1.csv`])
    const version = (await maker.call(getReport, one(id))).body.version
    await maker.call(setReportRepeat, {
      ...one(id),
      body: { repeats_monthly: true },
      headers: { 'if-match': `"${version}"` },
    })
    w.clock.advance(20 * 86_400_000)
    await w.jobs.send(w.db, expireReports, {})
    await w.runJobs()
    expect((await maker.call(getReport, one(id))).body.status).toBe('expired')
    expect(await storedFiles(id)).toEqual([])
    expect(await maker.call(createReportLink, one(id))).toMatchObject({
      status: 409,
      body: { error_code: 'report_not_ready' },
    })
    for (let times = 0; times < 2; times++) await w.jobs.send(w.db, repeatReports, {})
    await w.runJobs()
    const repeats = await w.db
      .selectFrom('reports')
      .select(['status', 'from_day', 'to_day', 'timeframe'])
      .where('repeat_of', '=', id)
      .execute()
    expect(repeats).toEqual([
      { status: 'ready', from_day: '2026-06-01', to_day: '2026-06-30', timeframe: 'last_month' },
    ])
  })

  test('a report of the days of a month so far is made again when that month is over', async () => {
    const days = daysOf('current_month', w.clock.now())
    const id = await made('payment', { ...days, repeats_monthly: true })
    w.clock.advance(31 * 86_400_000)
    for (let times = 0; times < 2; times++) await w.jobs.send(w.db, repeatReports, {})
    await w.runJobs()
    const { rows } = await w.pool.query('select from_day::text from reports where repeat_of = $1', [id])
    expect(rows).toEqual([{ from_day: days.from_day }])
  })

  test('a repeat is made with the rights of the person who switched it on, also after another person ran the report', async () => {
    const id = await made('payment')
    const { version } = (await maker.call(getReport, one(id))).body
    const body = { repeats_monthly: true }
    await maker.call(setReportRepeat, { ...one(id), body, headers: { 'if-match': `"${version}"` } })
    const other = await w.person([{ group_id: owner.owner, needs: reportRights }], owner.id)
    expect((await other.call(runReportAgain, one(id))).status).toBe(200)
    await w.runJobs()
    w.clock.advance(31 * 86_400_000)
    await w.jobs.send(w.db, repeatReports, {})
    await w.runJobs()
    const { rows } = await w.pool.query(
      'select id, repeat_of, run_by, status from reports where $1 in (id, repeat_of)',
      [id],
    )
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(expect.objectContaining({ id, run_by: other.id }))
    expect(rows).toContainEqual(expect.objectContaining({ repeat_of: id, run_by: maker.id, status: 'ready' }))
  })
})
