import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteExternalDevice,
  refreshSim,
  refreshSims,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { updateSim } from './sim-updates.ts'
import { cards, body, makeSimPlace, recordedEvents, simActions } from '../../../test/support/sim-place.ts'

let location: string
let technician: Caller

const { made, twin, on, now, send } = simActions(() => ({ location, technician }))

describe('the simulated provider, as it is by default', () => {
  let w: TestApp
  beforeAll(async () => {
    w = await testApp()
  })
  afterAll(() => w.end())
  beforeEach(async () => {
    ;({ location, technician } = await makeSimPlace(w))
  })

  test('a status is asked for at once and answered by itself', async () => {
    const device = await made()
    expect((await on(refreshSim, device)).body).toMatchObject({
      sim_update: 'asking',
      sim_status: 'unknown',
      version: 1,
    })
    expect(await w.runJobs()).toBe(1)
    expect(await now(device)).toMatchObject({
      sim_update: 'done',
      sim_status: 'activated',
      sim_status_at: w.clock.now().toISOString(),
      sim_status_source: 'simulated',
      version: 1,
      updated_at: device.updated_at,
    })
    const events = [
      { verb: 'created' },
      { verb: 'sim_asked', actor_kind: 'person' },
      { verb: 'sim_status', actor_kind: 'system' },
    ]
    expect(await recordedEvents(w, device.id)).toMatchObject(events)
    // A second request that leaves the status as it was is still recorded with its person.
    w.clock.advance(60_000)
    await on(refreshSim, device)
    await w.runJobs()
    expect((await recordedEvents(w, device.id)).map(({ verb }) => verb)).toEqual([
      'created',
      'sim_asked',
      'sim_status',
      'sim_asked',
    ])
  })

  test.each([
    ['suspended', { sim_update: 'done', sim_status: 'suspended', sim_status_word: null }],
    ['inventory', { sim_update: 'done', sim_status: 'unknown', sim_status_word: 'INVENTORY' }],
    [
      'foreign',
      { sim_update: 'failed', sim_update_failure: 'unknown_sim', sim_status: 'unknown', sim_status_at: null },
    ],
  ] as const)('a card that is %s', async (card, expected) => {
    const device = await made({ iccid: cards[card] })
    await on(refreshSim, device)
    await w.runJobs()
    expect(await now(device)).toMatchObject(expected)
  })

  test('a card of another provider, and a device without one, cannot be asked or sent to', async () => {
    for (const [values, error_code] of [
      [{ sim_provider: 'other' }, 'sim_of_other_provider'],
      [{ iccid: null }, 'sim_without_iccid'],
    ] as const) {
      const device = await made({ ...values, external_id: error_code })
      expect((await on(refreshSim, device)).body).toMatchObject({ error_code })
      expect((await send(device)).body).toMatchObject({ error_code })
    }
    expect(await w.runJobs()).toBe(0)
  })

  test('asked already it is not asked again; given up after ten minutes, it may be', async () => {
    const device = await made()
    await on(refreshSim, device)
    await on(refreshSim, device)
    expect(await w.runJobs()).toBe(1)
    w.clock.advance(60_000)
    await on(refreshSim, device)
    await w.pool.query('delete from pgboss.job')
    w.clock.advance(11 * 60_000)
    expect(await now(device)).toMatchObject({
      sim_update: 'failed',
      sim_update_failure: 'no_answer',
      sim_status: 'activated',
    })
    await on(refreshSim, device)
    await w.runJobs()
    expect(await now(device)).toMatchObject({ sim_update: 'done' })
  })

  test('a card is asked once a minute, whichever device holds it and whatever the answer was', async () => {
    const device = await made()
    await on(refreshSim, device)
    await w.runJobs()
    w.clock.advance(20_000)
    const again = await on(refreshSim, device)
    expect(again).toMatchObject({ status: 429, body: { error_code: 'sim_asked_lately', retry_after_s: 40 } })
    expect(again.headers['retry-after']).toBe('40')
    expect((await now(device)).sim_askable_at).toBe(new Date(w.clock.now().getTime() + 40_000).toISOString())
    const other = await twin(w)
    expect((await on(refreshSim, other)).status).toBe(429)
    expect(await technician.ask(refreshSims, { params: { location_id: location } })).toEqual({ asked: 0 })
    for (const one of [device, other]) await on(deleteExternalDevice, one, { headers: { 'if-match': '"1"' } })
    const anew = await made()
    const second = await twin(w)
    expect(anew).toMatchObject({ sim_askable_at: expect.any(String) })
    expect((await on(refreshSim, anew)).status).toBe(429)
    expect((await on(refreshSim, await made({ external_id: '3', iccid: cards.suspended }))).status).toBe(200)
    w.clock.advance(40_000)
    const both = await Promise.all([on(refreshSim, anew), on(refreshSim, second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    await w.runJobs()
  })

  test('an answer about a card that was changed since the request is ignored', async () => {
    const device = await made({ iccid: cards.suspended })
    await on(refreshSim, device)
    await on(updateExternalDevice, device, { body, headers: { 'if-match': '"1"' } })
    await w.runJobs()
    expect(await now(device)).toMatchObject({ sim_status: 'unknown', sim_update: 'none', iccid: cards.activated })
  })

  test('all of a location at once, one after the other; those that cannot be asked are left out', async () => {
    const devices = [
      await made(),
      await made({ external_id: '2', iccid: cards.suspended }),
      await made({ external_id: '3', iccid: null }),
      await made({ external_id: '4', iccid: cards.slow, sim_provider: 'other' }),
    ]
    const ask = () => technician.call(refreshSims, { params: { location_id: location } })
    expect((await ask()).body).toEqual({ asked: 2 })
    expect((await ask()).body).toEqual({ asked: 0 })
    const { rows } = await w.pool.query('select start_after from pgboss.job where name = $1 and start_after = $2', [
      updateSim.name,
      new Date(w.clock.now().getTime() + 500),
    ])
    expect(rows).toHaveLength(1)
    await w.runJobs()
    const statuses = await Promise.all(devices.map(async (one) => (await now(one)).sim_status))
    expect(statuses).toEqual(['activated', 'suspended', 'unknown', 'unknown'])
    expect((await ask()).body).toEqual({ asked: 0 })
    w.clock.advance(60_000)
    expect((await ask()).body).toEqual({ asked: 2 })
    await w.runJobs()
  })
})
