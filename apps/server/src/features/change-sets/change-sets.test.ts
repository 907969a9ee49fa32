import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { changeSetDecisions, changeSetStatuses, decisionsIn } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { sendHardwareCommands } from '@wheelhouse/contract/commands/commands.ts'
import { changeConfigs, fetchConfigs } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { applyTemplate } from '@wheelhouse/contract/templates/templates.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { changeSetActions, good, makeChangeSetPlace, quieter } from '../../../test/support/change-set-place.ts'
import type { Field } from '../../../test/support/change-set-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeTemplate } from '../templates/samples.ts'

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

const { person, docks, plan, decide, read, devices, run, started, values } = changeSetActions(() => ({
  w,
  site,
  field,
  technician,
}))

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

describe('issue 11: one change set at a time', () => {
  test('a controller updates none of its children while one of them is in a change set', async () => {
    const ids = await docks(...good(2))
    await started(ids)
    const words = { reason: 'maintenance', comment: 'All at once', args: { channel: 'stable' } } as const
    const update = () =>
      technician.call(sendHardwareCommands, {
        body: { hardware_ids: [site.controller_id], name: 'firmware_update_children', ...words },
      })
    const refused = await update()
    expect(refused.body.error_results).toMatchObject([{ error_code: 'hardware_in_change_set' }])
    await w.pool.query('update change_set_devices set is_held = false where hardware_id = any($1)', [ids])
    expect((await update()).status).toBe(200)
  })

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
