import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { forceEndRents } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import { deactivateRentalDevices, rentalDevices, restartRentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { runSlice } from '../background-jobs/job-batches.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeRide } from '../rental-sessions/samples.ts'
import { makeVehicle } from './samples.ts'

let w: TestApp
let ours: Organization
let fleet: string
let support: Caller
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  fleet = await makeFleet(w, ours)
  support = await w.person([{ group_id: ours.owner, needs: stockRights('Support') }])
})

const words = { reason: 'maintenance', comment: 'Winter storage' } as const
const ending = { comment: 'The service ends for the winter', fee: 'waived' } as const
const unknown = (length: number) => Array.from({ length }, () => crypto.randomUUID())

async function vehicles(count: number, state = 'available'): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await makeVehicle(w, fleet, { state })).id)
  return made
}
const commands = async (): Promise<{ status: string }[]> =>
  (await w.pool.query('select status from commands where requested_by = $1', [support.id])).rows
const answerAll = () =>
  w.pool.query(`update commands set status = 'success', ended_at = now() where requested_by = $1`, [support.id])
const jobOf = (job_id: string) => support.ask(getBackgroundJob, { params: { job_id } })

const { signal } = new AbortController()
const piece = (job_id: string) => runSlice({ job_id }, { ...w, correlation_id: job_id, signal })
/** One piece after the other as the job asks for them, while the vehicles answer and time goes on. */
async function finished(job_id: string) {
  for (let pieces = 0; pieces < 30; pieces++) {
    await piece(job_id)
    await answerAll()
    const job = await jobOf(job_id)
    if (job.status === 'done') return job
    w.clock.advance(21_000)
  }
  return jobOf(job_id)
}

describe('values: jobs over many vehicles are paced by themselves', () => {
  test('70 vehicles are deactivated, in waves, and none fails', async () => {
    const ids = await vehicles(70)
    const { status, body } = await support.call(deactivateRentalDevices, {
      body: { ...words, target: { ids }, count: 70 },
    })
    expect([status, body.results]).toEqual([200, []])
    await piece(body.background_job_id)
    expect(await commands()).toHaveLength(20)
    await piece(body.background_job_id)
    expect(await commands(), 'the wave before has not ended').toHaveLength(20)
    expect(await finished(body.background_job_id)).toMatchObject({ status: 'done', done: 70, failed: 0 })
    expect(await commands()).toHaveLength(70)
  })

  test('70 rents of a frozen selection are ended, and none stays open', async () => {
    for (const id of await vehicles(70, 'on_trip')) await makeRide(w, fleet, id)
    const { id: selection_id } = await support.ask(rentalDevices.selection, { body: {} })
    const { body } = await support.call(forceEndRents, { body: { ...ending, target: { selection_id }, count: 70 } })
    expect(await finished(body.background_job_id)).toMatchObject({ status: 'done', done: 70, failed: 0 })
    const { rows } = await w.pool.query(
      `select count(*)::int as open from rental_sessions where fleet_id = $1 and status <> 'ended'`,
      [fleet],
    )
    expect(rows).toEqual([{ open: 0 }])
  })

  test('60 are done at once', async () => {
    const reply = await support.call(restartRentalDevices, { body: { ...words, target: { ids: await vehicles(60) } } })
    expect(reply).toMatchObject({ status: 200, body: { background_job_id: null } })
    expect(reply.body.results).toHaveLength(60)
  })
})

describe('screens: dangerous commands to many vehicles', () => {
  test('above 20 the number is typed, also of a frozen selection', async () => {
    const deactivated = (target: { ids: string[] } | { selection_id: string }, count?: number) =>
      support.send(deactivateRentalDevices, { body: { ...words, target, ...(count === undefined ? {} : { count }) } })
    const ids = await vehicles(21)
    const { id: selection_id } = await support.ask(rentalDevices.selection, { body: {} })
    for (const target of [{ ids }, { selection_id }])
      for (const count of [undefined, 20])
        expect((await deactivated(target, count)).body).toMatchObject({ error_code: 'invalid_body', field: 'count' })
    expect((await support.send(forceEndRents, { body: { ...ending, target: { ids } } })).body).toMatchObject({
      error_message: 'Type the number of devices',
    })
    expect(await commands()).toEqual([])
    expect((await deactivated({ ids: ids.slice(1) })).status).toBe(200)
    expect((await deactivated({ selection_id }, 21)).status).toBe(200)
  })

  test('above a hundred they are for operations, when they begin and when the turn of a vehicle comes', async () => {
    const deactivate = (who: Caller, ids: string[]) =>
      who.call(deactivateRentalDevices, { body: { ...words, target: { ids }, count: ids.length } })
    expect(await deactivate(support, unknown(101))).toMatchObject({
      status: 403,
      body: { missing: 'FORCESTATUS on location' },
    })
    expect(
      (await support.call(restartRentalDevices, { body: { ...words, target: { ids: unknown(101) } } })).status,
    ).toBe(200)
    const [vehicle = ''] = await vehicles(1)
    const elsewhere = await w.make.organization()
    await w.make.grant(support.id, elsewhere.owner, [['location', 'FORCESTATUS']])
    const { background_job_id } = (await deactivate(support, [vehicle, ...unknown(100)])).body
    const { error_results } = await finished(background_job_id)
    expect(error_results[0]).toMatchObject({ id: vehicle, error_code: 'forbidden' })
  })
})
