import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelBackgroundJob,
  getBackgroundJob,
  listBackgroundJobs,
} from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { selectLocations } from '@wheelhouse/contract/locations/location-edit.ts'
import { readStream } from '../../../test/support/reader.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Organization } from '../../../test/support/factories.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { forgetOld } from './jobs.ts'
import { runSlice } from './job-batches.ts'
import { mark, marking, testRoutes, makeMarkingPlace, markingActions } from '../../../test/support/marking-place.ts'

const select = selectLocations

let w: TestApp
let organization: Organization
let me: Caller
let ids: string[]
beforeAll(async () => {
  w = await testApp({}, testRoutes)
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ organization, me, ids } = await makeMarkingPlace(w))
})

const { marks, markedEvents } = markingActions(() => ({ w, ids }))
const frozen = async () => (await me.ask(select, { body: {} })) as { id: string; total: number }
const started = async () => {
  const { id } = await frozen()
  const answer = await me.call(mark, { body: { target: { selection_id: id }, text: 'x' } })
  expect(answer, answer.text).toMatchObject({ status: 200, body: { results: [] } })
  return answer.body.background_job_id as string
}
const jobOf = async (id: string) => await me.ask(getBackgroundJob, { params: { job_id: id } })
const revoke = () => w.db.deleteFrom('role_grants').where('person_id', '=', me.id).execute()
const deps = () => ({
  db: w.db,
  clock: w.clock,
  config: w.config,
  log: w.log,
  jobs: w.jobs,
  correlation_id: me.id,
  signal: new AbortController().signal,
})

describe('screens: all that match, frozen and done in the background', () => {
  test('the ids are those of the moment, as the list shows them', async () => {
    await w.make.location(await w.make.organization())
    const selection = await frozen()
    ids.push(await w.make.location(organization))
    expect(selection.total).toBe(5)
    const answer = await me.call(mark, { body: { target: { selection_id: selection.id }, text: 'x' } })
    await w.runJobs()
    expect(await jobOf(answer.body.background_job_id)).toMatchObject({
      title: 'Mark locations',
      status: 'done',
      total: 5,
      done: 5,
      failed: 0,
      error_results: [],
    })
    expect(await marks()).toBe('x,x,x,x,x,')
    expect(await me.ask(listBackgroundJobs)).toHaveLength(1)
  })

  test('values: an item that the pace of its person refuses is done later, and does not fail', async () => {
    const id = await started()
    let refusals = 0
    marking.onItem = async (item) => {
      if (item === ids[2] && refusals++ < 2) throw new AppError('too_many_requests', { retry_after_s: 1 })
    }
    await runSlice({ job_id: id }, deps())
    expect(await jobOf(id)).toMatchObject({ status: 'running', done: 2, failed: 0 })
    expect(await marks()).toBe('x,x,,,')
    await w.runJobs()
    expect(await jobOf(id)).toMatchObject({ status: 'done', done: 5, failed: 0, error_results: [] })
    expect(await markedEvents()).toBe(5)
  })

  test('values: a person has so many jobs under way and no more, also of those started at once; another person is not held up', async () => {
    const selections = []
    for (let n = 0; n < 7; n++) selections.push((await frozen()).id)
    const start = (selection_id: string | undefined) =>
      me.call(mark, { body: { target: { selection_id: selection_id ?? '' }, text: 'x' } })
    const answers = await Promise.all(selections.slice(0, 6).map(start))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      error_code: 'too_many_background_jobs',
      at_once: w.config.background_jobs_at_once,
    })
    const mine = me
    me = await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'UPDATE'] } }])
    expect((await start((await frozen()).id)).status).toBe(200)
    me = mine
    await w.runJobs()
    expect((await start(selections[6])).status).toBe(200)
    await w.runJobs()
  })

  test('a person keeps twenty selections: one more takes the place of the oldest', async () => {
    const first = await frozen()
    const others = []
    for (let n = 0; n < 20; n++) others.push(await frozen())
    const start = async (selection_id: string) =>
      (await me.call(mark, { body: { target: { selection_id }, text: '' } })).status
    expect(await start(first.id)).toBe(409)
    expect(await start(others[0]?.id ?? '')).toBe(200)
    const kept = await w.db.selectFrom('selections').select('id').where('person_id', '=', me.id).execute()
    expect(kept).toHaveLength(20)
  })

  test("another person's selection is none, nor is one of yesterday", async () => {
    const { id } = await frozen()
    const other = await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'UPDATE'] } }])
    const body = { target: { selection_id: id }, text: 'x' }
    expect(await other.call(mark, { body })).toMatchObject({ status: 409, body: { error_code: 'selection_gone' } })
    w.clock.advance(86_400_000)
    expect((await me.call(mark, { body })).status).toBe(409)
  })

  test('rights: a right that is revoked while the job runs makes its remaining items fail', async () => {
    const job = await started()
    marking.onItem = async (id) => {
      if (id === ids[1]) await revoke()
    }
    await w.runJobs()
    await w.make.grant(me.id, organization.owner, [['location', 'GET']])
    const { error_results, ...rest } = await jobOf(job)
    expect(rest).toMatchObject({ status: 'done', done: 2, failed: 3 })
    expect(error_results.map((one: { id: string; error_code: string }) => [one.id, one.error_code])).toEqual(
      ids.slice(2).map((id) => [id, 'not_found']),
    )
    expect(await marks()).toBe('x,x,,,')
    expect(await markedEvents()).toBe(2)
  })

  test('rights: a job does nothing more once its person is disabled', async () => {
    const job = await started()
    await w.db
      .updateTable('console_users')
      .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' })
      .where('id', '=', me.id)
      .execute()
    await w.runJobs()
    expect(await marks()).toBe(',,,,')
    const row = await w.db
      .selectFrom('background_jobs')
      .select(['status', 'failed'])
      .where('id', '=', job)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'done', failed: 5 })
  })

  test('a stop in the middle of an item loses nothing and does nothing twice', async () => {
    const job = await started()
    let stops = 1
    marking.onItem = async (id) => {
      if (id === ids[2] && stops-- > 0)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'insert into "events"%' or query like 'update locations%'`.execute(
          w.db,
        )
    }
    const broken = await runSlice({ job_id: job }, deps()).then(
      () => 'whole',
      () => 'broken',
    )
    expect(broken).toBe('broken')
    expect(await jobOf(job)).toMatchObject({ status: 'running', done: 2, failed: 0 })
    await w.runJobs()
    expect(await jobOf(job)).toMatchObject({ status: 'done', done: 5, failed: 0 })
    expect(await marks()).toBe('x,x,x,x,x')
    expect(await markedEvents()).toBe(5)
  })

  test('a piece that was given up is taken up again within the hour', async () => {
    const job = await started()
    await w.pool.query(`delete from pgboss.job where name = 'background-jobs.slice'`)
    await w.runJobs()
    expect(await jobOf(job)).toMatchObject({ status: 'waiting', done: 0 })
    w.clock.advance(31 * 60_000)
    await w.jobs.send(w.db, forgetOld, {})
    await w.runJobs()
    expect(await jobOf(job)).toMatchObject({ status: 'done', done: 5 })
  })

  test('two processes with the same piece do each item once', async () => {
    const job = await started()
    // Both have read where to go on before the first item is done.
    const gate = await w.db.startTransaction().execute()
    await sql`select 1 from background_jobs where id = ${job}::uuid for update`.execute(gate)
    const both = Promise.all([runSlice({ job_id: job }, deps()), runSlice({ job_id: job }, deps())])
    await w.waitingForLocks(2)
    await gate.commit().execute()
    await both
    await w.runJobs()
    expect(await marks()).toBe('x,x,x,x,x')
    expect(await jobOf(job)).toMatchObject({ status: 'done', done: 5 })
  })

  test('a process that is asked to stop leaves the remaining items to the next one', async () => {
    const job = await started()
    const ends = new AbortController()
    marking.onItem = async (id) => {
      if (id === ids[1]) ends.abort()
    }
    await runSlice({ job_id: job }, { ...deps(), signal: ends.signal })
    expect(await jobOf(job)).toMatchObject({ status: 'running', done: 2 })
    await w.runJobs()
    expect(await jobOf(job)).toMatchObject({ status: 'done', done: 5 })
  })

  test('cancelled, what is done stays done; another person cannot', async () => {
    const job = await started()
    const other = await w.person([])
    expect((await other.call(cancelBackgroundJob, { params: { job_id: job } })).status).toBe(404)
    expect((await other.call(getBackgroundJob, { params: { job_id: job } })).status).toBe(404)
    const ends = new AbortController()
    marking.onItem = async (id) => {
      if (id === ids[1]) ends.abort()
    }
    await runSlice({ job_id: job }, { ...deps(), signal: ends.signal })
    expect(await me.ask(cancelBackgroundJob, { params: { job_id: job } })).toMatchObject({
      status: 'cancelled',
      done: 2,
    })
    await w.runJobs()
    expect(await marks()).toBe('x,x,,,')
    expect(await me.ask(cancelBackgroundJob, { params: { job_id: job } })).toMatchObject({
      status: 'cancelled',
      done: 2,
    })
  })

  test('a refused item leaves nothing of itself', async () => {
    const job = await started()
    marking.onItem = async (id) => {
      if (id === ids[0]) throw new AppError('no_hardware', { location_id: id })
    }
    await w.runJobs()
    expect(await marks()).toBe(',x,x,x,x')
    expect((await jobOf(job)).error_results).toMatchObject([
      { id: ids[0], error_code: 'no_hardware', location_id: ids[0] },
    ])
  })

  test('only the person who started a job is notified of its progress', async () => {
    const address = `${await w.app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`
    const needs = { location: ['GET', 'UPDATE', 'GET_EVENTS'] } as const
    const other = await w.person([{ group_id: organization.owner, needs }])
    me = await w.person([{ group_id: organization.owner, needs }])
    const [mine, theirs] = [await readStream(address, me.token), await readStream(address, other.token)]
    const job = await started()
    await w.runJobs()
    const heard = async (reader: typeof mine) => {
      for (let message = await reader.next(); message; message = await reader.next()) {
        const changes = message.data.changes ?? []
        if (changes.some((change) => change.type === 'event'))
          return changes.filter((change) => change.type === 'background_job')
      }
      return null
    }
    expect(await heard(mine)).toEqual([{ type: 'background_job', id: job, location_id: null }])
    expect(await heard(theirs)).toEqual([])
    mine.close()
    theirs.close()
  })

  test('a week later it is forgotten', async () => {
    const job = await started()
    await w.runJobs()
    w.clock.advance(7 * 86_400_000)
    const { forgetJobs } = await import('./background-jobs.ts')
    await forgetJobs(w.db, w.clock.now())
    expect((await me.call(getBackgroundJob, { params: { job_id: job } })).status).toBe(404)
  })
})
