import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { changeSetActions, good, makeChangeSetPlace } from '../../../test/support/change-set-place.ts'
import type { Field } from '../../../test/support/change-set-place.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endOverdueCommands } from '../commands/command-results.ts'

let w: TestApp
let site: Site
let field: Field
let technician: Caller

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '20' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ site, field, technician } = await makeChangeSetPlace(w))
})

const { docks, plan, decide, read, devices, step, run, started, values } = changeSetActions(() => ({
  w,
  site,
  field,
  technician,
}))

describe('issue 11: waves', () => {
  test('the canary goes first, each wave waits for the pause, and every device ends with its receipt', async () => {
    const ids = await docks(...good(5))
    const id = await started(ids)
    await run(3)
    expect(values(ids)).toEqual([6, 3, 3, 3, 3])
    expect(await read(id)).toMatchObject({ status: 'running', wave: 0, done: 1, waiting: 4 })
    w.clock.advance(61_000)
    await run(3)
    expect(values(ids)).toEqual([6, 6, 6, 6, 3])
    w.clock.advance(61_000)
    await run(4)
    expect(values(ids)).toEqual([6, 6, 6, 6, 6])
    expect(await read(id)).toMatchObject({ status: 'completed', done: 5, failed: 0 })
  })

  test('one that cannot be moved on does not hold up the others', async () => {
    const [broken, other] = [await started(await docks('good')), await started(await docks('good'))]
    const repair = await refuseRows(w, 'change_sets', 'id', broken)
    await run(4)
    expect([await read(broken), await read(other)]).toMatchObject([{ status: 'running' }, { status: 'completed' }])
    await repair()
    await run(4)
    expect(await read(broken)).toMatchObject({ status: 'completed' })
  })

  test('it halts at a canary that refuses, and goes back when a person says so', async () => {
    const ids = await docks('refuses', 'good', 'good')
    const id = await started(ids)
    await run(3)
    expect(await read(id)).toMatchObject({ status: 'halted', halt: 'too_many_failed', failed: 1, waiting: 2 })
    expect(values(ids)).toEqual([3, 3, 3])
    await decide(id, 'roll_back')
    await run(3)
    expect(await read(id)).toMatchObject({ status: 'rolled_back', rollback_failed: 0 })
    expect(await devices(id)).toMatchObject([
      { state: 'failed', failure: 'refused', rollback: 'not_needed' },
      { state: 'left_out', rollback: null },
      { state: 'left_out', rollback: null },
    ])
  })

  test('it halts when a device does not come back healthy in time, and a rollback gives each device its own values back', async () => {
    const ids = await docks('good', 'good', 'lost', 'good')
    const id = await started(ids, { pause_s: 0, max_failed_percent: 100 })
    await run(6)
    expect(await read(id)).toMatchObject({ status: 'running', done: 3, under_way: 1 })
    w.clock.advance(301_000)
    await run(1)
    expect(await read(id)).toMatchObject({ status: 'halted', halt: 'not_healthy' })
    expect((await devices(id))[2]).toMatchObject({ state: 'failed', failure: 'no_contact' })
    await decide(id, 'roll_back')
    await run(6)
    expect(values(ids)).toEqual([3, 3, 3, 3])
    expect(await read(id)).toMatchObject({ status: 'rolled_back', rolled_back: 4 })
  })

  test('what was read back with another value has failed', async () => {
    const ids = await docks('keeps', 'good')
    const id = await started(ids)
    await run(3)
    expect((await devices(id))[0]).toMatchObject({ state: 'failed', failure: 'differs' })
  })

  test('a person continues past a failure, which then no longer counts', async () => {
    const ids = await docks('refuses', 'good', 'good')
    const id = await started(ids, { pause_s: 0 })
    await run(3)
    await decide(id, 'continue')
    await run(5)
    expect(await read(id)).toMatchObject({ status: 'completed', done: 2, failed: 1 })
  })

  test('hardware that does not answer is read before it is rolled back', async () => {
    const ids = await docks('silent', 'good')
    const id = await started(ids)
    await run(2)
    w.clock.advance(40_000)
    await endOverdueCommands(w.db, w.clock.now())
    await run(1)
    expect((await devices(id))[0]).toMatchObject({ state: 'failed', failure: 'hardware_timeout' })
    const piece = field.pieces.get(ids[0] as string)
    if (piece) Object.assign(piece, { manner: 'good', values: { ...piece.values, buzzer_level: 6 } })
    await decide(id, 'roll_back')
    await run(5)
    expect(values(ids)).toEqual([3, 3])
    expect((await devices(id))[0]).toMatchObject({ rollback: 'done' })
  })

  test('a device whose configuration was changed since the plan is left out', async () => {
    const ids = await docks('good', 'good')
    const { body } = await plan(ids)
    await w.pool.query(`update hardware_configs set config_hash = 'ffffffffffffffff' where hardware_id = $1`, [ids[0]])
    await decide(body.id, 'start')
    await run(2)
    expect((await devices(body.id))[0]).toMatchObject({
      state: 'left_out',
      failure: expect.stringContaining('fetch the settings'),
    })
  })

  test('stop ends it after the devices under way', async () => {
    const ids = await docks(...good(3))
    const id = await started(ids)
    await run(1)
    await step()
    await decide(id, 'stop')
    await run(2)
    expect(await read(id)).toMatchObject({ status: 'stopped', done: 1, waiting: 0 })
  })

  test('firmware goes back to the version that each device had', async () => {
    await w.pool.query(`insert into firmware_releases (id, firmware_name, channel, version, released_at)
      values (gen_random_uuid(), 'dock-g3', 'testing', '2.15.0', now())`)
    const ids = await docks('good', 'good')
    const id = await started(ids, { change: { kind: 'firmware', channel: 'testing' }, pause_s: 0 })
    await run(6)
    expect(await read(id)).toMatchObject({ status: 'completed', done: 2 })
    const versions = () => ids.map((one) => field.pieces.get(one)?.version)
    expect(versions()).toEqual(['2.15.0', '2.15.0'])
    await decide(id, 'roll_back')
    await run(4)
    expect(versions()).toEqual(['2.13.0', '2.13.0'])
    expect(await read(id)).toMatchObject({ status: 'rolled_back', rolled_back: 2 })
  })

  test('the commands keep to the pace of the person', async () => {
    const ids = await docks(...good(24))
    const id = await started(ids, { wave_size: 20, pause_s: 0, canary_ids: ids.slice(0, 2) })
    await run(8)
    const { rows } = await w.pool.query(`select count(*)::int as sent from commands where requested_by = $1`, [
      technician.id,
    ])
    expect(rows[0].sent).toBe(20)
    w.clock.advance(60_000)
    await run(6)
    expect(await read(id)).toMatchObject({ status: 'completed', done: 24 })
  })
})

describe('issue 11: a change set survives kill -9', () => {
  /** Ends the connection of the process in the middle of its step, as the kill of the process does. */
  async function dieWithin(work: () => Promise<void>, hardwareId: string): Promise<void> {
    const blocker = await w.pool.connect()
    await blocker.query('begin')
    await blocker.query('select 1 from hardware where hardware_id = $1 for update', [hardwareId])
    const dying = work().catch(() => undefined)
    await vi.waitFor(
      async () => {
        const { rows } = await blocker.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(1)
      },
      { timeout: 20_000, interval: 50 },
    )
    await blocker.query('rollback')
    blocker.release()
    await dying
  }

  test('a step that dies half-way leaves nothing, and the next process sends each device exactly one command', async () => {
    const ids = await docks(...good(4))
    const id = await started(ids, { canary_ids: ids })
    await step()
    await dieWithin(step, ids[2] as string)
    const sent = async () => {
      const { rows } = await w.pool.query<{ hardware_id: string }>(
        `select hardware_id from commands where name = 'set_paramsys' and hardware_id = any($1)`,
        [ids],
      )
      return rows.map(({ hardware_id }) => hardware_id).toSorted()
    }
    expect(await sent()).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'running', waiting: 4 })
    await run(4)
    expect(await sent()).toEqual(ids.toSorted())
    expect(await read(id)).toMatchObject({ status: 'completed', done: 4 })
  })
})
