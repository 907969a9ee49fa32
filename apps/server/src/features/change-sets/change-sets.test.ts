import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeSetDevices, listChangeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import {
  changeSetStatuses,
  changeSetDecisions,
  decideChangeSet,
  decisionsIn,
  listChangeSets,
  planChangeSet,
} from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { ChangeSetDecision } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { changeConfigs, fetchConfigs } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { applyTemplate } from '@wheelhouse/contract/templates/templates.ts'
import { sendHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import { answeringHardware } from '../../../test/gateway/answering-hardware.ts'
import type { Manner } from '../../../test/gateway/answering-hardware.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endOverdueCommands } from '../commands/command-results.ts'
import { makeTemplate } from '../templates/samples.ts'
import { advanceChangeSets } from './advance.ts'

let w: TestApp
let site: Site
let technician: Caller
let field: ReturnType<typeof answeringHardware>
let number = 20

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '20' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
  field = answeringHardware(w)
  // The controller speaks for the docks: while it is silent none of them is in contact.
  await field.add(site.controller_id)
  technician = await person()
})

const needs = {
  location: ['GET'],
  device: ['GET', 'GETCMDSHISTORY'],
  hardware: ['GET', 'UPDATE', 'GET_PARAMS', 'SET_PARAMS', 'GET_CONFIG_TEMPLATES', 'GETCMDSHISTORY'],
} as const
const person = (group_id = site.organization.owner) => w.person([{ group_id, needs: { ...needs } as never }])

async function docks(...manners: Manner[]): Promise<string[]> {
  const ids: string[] = []
  for (const manner of manners) {
    const id = await w.make.hardware(site.controller_id)
    await w.make.device(site.location_id, { number: number++, hardware_id: id })
    await field.add(id, manner)
    ids.push(id)
  }
  return ids
}

const good = (count: number): Manner[] => Array.from({ length: count }, () => 'good')
const quieter = { kind: 'config', values: [{ key: 'buzzer_level', value: 6 }] } as const

const plan = (hardware_ids: string[], more: object = {}) =>
  technician.send(planChangeSet, {
    body: {
      name: 'Louder docks',
      comment: 'Too quiet in the rain',
      change: quieter,
      hardware_ids,
      canary_ids: hardware_ids.slice(0, 1),
      wave_size: 3,
      pause_s: 60,
      max_failed_percent: 25,
      healthy_within_s: 300,
      ...more,
    },
  })
const decide = (change_set_id: string, decision: ChangeSetDecision, caller = technician) =>
  caller.call(decideChangeSet, { params: { change_set_id }, body: { decision } })
const read = async (id: string, caller = technician) => (await caller.ask(listChangeSets, { query: { id } })).items[0]
const devices = async (change_set_id: string) => {
  const { body } = await technician.call(listChangeSetDevices, { query: { change_set_id } })
  return body.items as { hardware_id: string; state: string; failure: string | null; wave: number; rollback: string }[]
}
const step = () => advanceChangeSets(w)
/** Server and hardware in turn, for as many seconds. */
async function run(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    await step()
    await field.work()
  }
}
async function started(ids: string[], more: object = {}): Promise<string> {
  const { body, status, text } = await plan(ids, more)
  expect(status, text).toBe(200)
  expect((await decide(body.id, 'start')).status).toBe(200)
  return body.id as string
}
const values = (ids: string[]) => ids.map((id) => field.pieces.get(id)?.values['buzzer_level'])

describe('issue 11: a change of several devices is a plan', () => {
  test('the file of the receipts says what each device gets', async () => {
    const ids = await docks('good')
    const { body } = await plan(ids)
    const { text } = await technician.send(changeSetDevices.csv, {
      query: { change_set_id: body.id, column: ['hardware_id', 'changes'] },
    })
    expect(text.split('\r\n').slice(1, -1)).toEqual([`${ids[0]},buzzer_level: 3 → 6`])
  })

  test('the plan says what each device has, what it gets, and why some are skipped; nothing is sent before the start', async () => {
    const ids = await docks(...good(3))
    const [, , away] = ids
    await w.pool.query(`update hardware_state set last_heartbeat_at = null where hardware_id = $1`, [away])
    const { body } = await plan(ids)
    expect(body).toMatchObject({ status: 'planned', devices: 3, skipped: 1, waiting: 2, waves: 1 })
    expect(await devices(body.id)).toMatchObject([
      { hardware_id: ids[0], wave: 0, state: 'waiting', changes: [{ key: 'buzzer_level', before: 3, after: 6 }] },
      { hardware_id: ids[1], wave: 1, state: 'waiting' },
      { hardware_id: away, wave: null, state: 'skipped', failure: 'The hardware is out of contact' },
    ])
    await run(2)
    expect(values(ids)).toEqual([3, 3, 3])
  })

  test('spec 5: a plan is refused when values are missing or the config hash differs', async () => {
    const ids = await docks(...good(2))
    await w.pool.query('delete from hardware_configs where hardware_id = $1', [ids[1]])
    expect((await plan(ids)).body.error_message).toBe('Values are missing: fetch the settings first')
    await technician.call(fetchConfigs, { body: { hardware_ids: ids.slice(1) } })
    await w.pool.query(
      `update commands set status = 'failed', failure = 'refused', ended_at = now() where hardware_id = $1`,
      [ids[1]],
    )
    expect((await plan(ids)).body.error_message).toBe(
      'The settings could not be fetched from this hardware: its last fetch failed',
    )
    const others = await docks('good')
    await w.pool.query(`update hardware_configs set config_hash = 'ffffffffffffffff' where hardware_id = $1`, others)
    expect((await plan([ids[0] as string, ...others])).body.error_message).toBe(
      'The config hash differs across the selected hardware',
    )
  })

  test('the canary must be one of the devices that can take the change', async () => {
    const ids = await docks(...good(2))
    await w.pool.query(`update hardware_state set last_heartbeat_at = null where hardware_id = $1`, [ids[0]])
    expect((await plan(ids)).body.error_code).toBe('canary_skipped')
    expect((await plan([ids[0] as string])).body.error_message).toBe(
      'No device can accept this change: The hardware is out of contact',
    )
    expect((await plan(ids, { canary_ids: [site.hardware_id] })).status).toBe(400)
  })

  test('values, templates and firmware for more than one device are refused without a change set', async () => {
    const hardware_ids = await docks(...good(2))
    const comment = 'At once'
    const template_id = await makeTemplate(w, site.organization.id)
    const command = { name: 'firmware_update', reason: 'maintenance', comment, args: { channel: 'stable' } } as const
    for (const refused of [
      await technician.call(changeConfigs, { body: { hardware_ids, values: [...quieter.values], comment } }),
      await technician.call(applyTemplate, { body: { template_id, hardware_ids, comment } }),
      await technician.call(sendHardwareCommands, { body: { hardware_ids, ...command } }),
    ])
      expect([refused.status, refused.body.error_code]).toEqual([409, 'needs_change_set'])
  })
})

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

describe('issue 11: one change set at a time', () => {
  test('a second one over the same devices is refused with the name of the first, and so is a change of one device', async () => {
    const ids = await docks(...good(3))
    const later = (await plan(ids.slice(1), { name: 'The other one' })).body
    const id = await started(ids)
    const second = await plan(ids.slice(1), { name: 'A third one' })
    expect([second.status, second.body.error_message]).toEqual([
      409,
      'This hardware belongs to the change set “Louder docks”, which is not over',
    ])
    expect((await decide(later.id, 'start')).body.change_set).toBe('Louder docks')
    const one = await technician.call(changeConfigs, {
      body: { hardware_ids: [ids[2] as string], values: [{ key: 'buzzer_level', value: 9 }], comment: 'Just this one' },
    })
    expect(one.body.change_set).toBe('Louder docks')
    await decide(id, 'stop')
    await run(2)
    expect((await decide(later.id, 'start')).status).toBe(200)
  })

  test.each(changeSetStatuses.flatMap((status) => changeSetDecisions.map((decision) => [status, decision] as const)))(
    'in the status %s the decision %s follows the table',
    async (status, decision) => {
      const { body } = await plan(await docks('good'))
      await w.pool.query(
        `update change_sets set status = $2, started_by = planned_by, started_at = planned_at where id = $1`,
        [body.id, status],
      )
      const answer = await decide(body.id, decision)
      expect(answer.status, answer.text).toBe(decisionsIn[status].includes(decision) ? 200 : 409)
    },
  )
})

describe('rights', () => {
  test('to people of another organization it does not exist, and a reader of configurations cannot decide', async () => {
    const { body } = await plan(await docks('good', 'good'))
    const stranger = await person((await w.make.organization()).owner)
    expect((await decide(body.id, 'start', stranger)).status).toBe(404)
    expect(await read(body.id, stranger)).toBeUndefined()
    const reader = await w.person([
      { group_id: site.organization.owner, needs: { hardware: ['GET', 'GET_PARAMS'], device: ['GET'] } },
    ])
    expect(await read(body.id, reader)).toMatchObject({ status: 'planned' })
    const refused = await decide(body.id, 'start', reader)
    expect([refused.status, refused.body.missing]).toEqual([403, 'SET_PARAMS on hardware'])
  })

  test('it halts when its person was disabled, and another person continues it', async () => {
    const ids = await docks('good', 'good')
    const id = await started(ids, { pause_s: 0 })
    await w.pool.query(`update console_users set disabled_at = now(), disabled_reason = 'Left' where id = $1`, [
      technician.id,
    ])
    await run(2)
    technician = await person()
    expect(await read(id)).toMatchObject({ status: 'halted', halt: 'rights_lost' })
    expect(values(ids)).toEqual([3, 3])
    await decide(id, 'continue')
    await run(6)
    expect(await read(id)).toMatchObject({ status: 'completed', done: 2 })
  })
})
