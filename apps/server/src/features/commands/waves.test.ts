import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBackgroundJob, getBackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { sendCommands } from '@wheelhouse/contract/commands/commands.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { runSlice } from '../background-jobs/job-batches.ts'

let w: TestApp
let site: Site
beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '5' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const sendSeveral = (device_ids: string[], more: object = {}) =>
  site.operator.call(sendCommands, {
    body: { device_ids, name: 'identify', reason: 'testing', comment: 'Which is which', ...more },
  })
const unknown = (length: number) => Array.from({ length }, () => crypto.randomUUID())

describe('screens, dangerous actions: above 60 devices they go out in waves', () => {
  const { signal } = new AbortController()
  const piece = (job_id: string) => runSlice({ job_id }, { ...w, correlation_id: job_id, signal })
  const sent = async () => {
    const { rows } = await w.pool.query<{ sent: number }>(
      'select count(*)::int as sent from commands where requested_by = $1',
      [site.operator.id],
    )
    return rows[0]?.sent
  }
  const docks = async (count: number) => {
    const made: string[] = []
    for (let number = 100; number < 100 + count; number++)
      made.push(
        await w.make.device(site.location_id, { number, hardware_id: await w.make.hardware(site.controller_id) }),
      )
    return made
  }

  test('the next one begins when the one before has ended and the pace of its person has room, and stops when it is stopped', async () => {
    const { status, body } = await sendSeveral(await docks(61))
    expect([status, body.results]).toEqual([200, []])
    const { background_job_id: job_id } = body
    await piece(job_id)
    expect(await sent()).toBe(5)
    await w.pool.query(`update commands set status = 'success', ended_at = now() where requested_by = $1`, [
      site.operator.id,
    ])
    await piece(job_id)
    expect(await sent(), 'the pace').toBe(5)
    w.clock.advance(61_000)
    await piece(job_id)
    expect(await sent()).toBe(10)
    await piece(job_id)
    expect(await sent(), 'the wave before').toBe(10)
    // One that does not answer holds the others up for a minute.
    w.clock.advance(61_000)
    await piece(job_id)
    expect(await sent()).toBe(15)
    await site.operator.call(cancelBackgroundJob, { params: { job_id } })
    w.clock.advance(61_000)
    await piece(job_id)
    expect(await sent()).toBe(15)
  })

  test('the one before counts where the pace has room', async () => {
    const { background_job_id: job_id } = (await sendSeveral(await docks(61))).body
    const wide = { ...w, config: { ...w.config, commands_per_minute: 60 }, correlation_id: job_id, signal }
    await runSlice({ job_id }, wide)
    expect(await sent()).toBe(20)
    await runSlice({ job_id }, wide)
    expect(await sent()).toBe(20)
    await w.pool.query(`update commands set status = 'success', ended_at = now() where requested_by = $1`, [
      site.operator.id,
    ])
    await runSlice({ job_id }, wide)
    expect(await sent()).toBe(40)
  })

  test('a dangerous one above a hundred is for operations, when it begins and when its turn comes', async () => {
    const wave = (count: number) => sendSeveral(unknown(count), { name: 'force_unlock', count })
    expect((await wave(100)).status).toBe(200)
    const refused = await wave(101)
    expect([refused.status, refused.body.missing]).toEqual([403, 'FORCESTATUS on location'])
    expect((await sendSeveral(unknown(101))).status).toBe(200)
    const elsewhere = await w.make.organization()
    await w.make.grant(site.operator.id, elsewhere.owner, [['location', 'FORCESTATUS']])
    const { background_job_id: job_id } = (
      await sendSeveral([site.device_id, ...unknown(100)], { name: 'force_unlock', count: 101 })
    ).body
    await piece(job_id)
    const { error_results } = await site.operator.ask(getBackgroundJob, { params: { job_id } })
    expect(error_results[0]).toMatchObject({ id: site.device_id, error_code: 'forbidden' })
    expect((await sendSeveral(unknown(501))).status).toBe(400)
  })
})
