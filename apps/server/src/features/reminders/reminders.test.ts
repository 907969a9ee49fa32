import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteReminderGroup,
  editReminderConfigs,
  getReminderConfig,
  listReminderGroupEvents,
  switchReminderConfig,
  updateReminderConfig,
} from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeReminderConfig, makeReminderGroup } from './samples.ts'
import { needs, daily, versioned, makeReminderPlace, reminderActions } from '../../../test/support/reminder-place.ts'

let w: TestApp
let ours: Organization
let location: string
let group: string
/** Keeps reminders of our organization and sees its sessions; the same of another one. */
let keeper: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, location, keeper, stranger, group } = await makeReminderPlace(w))
})

const { create, made, refOf } = reminderActions(() => ({ location, group, keeper }))
const fresh = async (config: ReminderConfig): Promise<ReminderConfig> =>
  await keeper.ask(getReminderConfig, { params: refOf(config) })

describe('spec 3 and 5: groups and configs', () => {
  test.each([
    [{ activation_at: '' }, 'activation_at', 'Activation at is required'],
    [{ activation_at: '2026-02-30T09:00' }, 'activation_at', 'Activation at: a day and a time'],
    [{ period: 'fortnightly' }, 'period', 'Period is required'],
    [{ min_hours: 0 }, 'min_hours', 'Minimum time parked: at least 1 hour'],
    [{ subject: 'No' }, 'subject', 'Subject: at least 3 characters'],
    [{ message: 'Short' }, 'message', 'Message: at least 10 characters'],
    [{ message: 'Pay at http://pay.test/now.' }, 'message', 'Links must start with https://'],
    [{ location_ids: [] }, 'location_ids', 'Pick at least one location'],
  ])('%j is refused at its field', async (body, field, words) => {
    expect((await create(body)).body).toMatchObject({ field, error_message: fieldSentence(field, words) })
  })

  test('a location that the writer does not see is not found, and one that is there already stays', async () => {
    const hidden = await w.make.location(await w.make.organization())
    expect((await create({ location_ids: [hidden] })).status).toBe(404)
    const config = await made()
    await w.db.insertInto('reminder_config_locations').values({ config_id: config.id, location_id: hidden }).execute()
    const body = { status: 'disabled' } as const
    await keeper.call(switchReminderConfig, { params: refOf(config), headers: versioned(config), body })
    const kept = await w.db
      .selectFrom('reminder_config_locations')
      .select('location_id')
      .where('config_id', '=', config.id)
      .execute()
    expect(kept.map((row) => row.location_id).toSorted()).toEqual([hidden, location].toSorted())
    expect((await fresh(config)).locations.map(({ id }) => id)).toEqual([location])
  })

  test('rights: nobody chooses what the riders at a location read without UPDATE on reminders there', async () => {
    const theirs = await w.make.organization()
    const foreign = await w.make.location(theirs)
    const seeing = { location: ['GET'] } as const
    const writer = await w.person(
      [
        { group_id: ours.owner, needs },
        { group_id: theirs.owner, needs: seeing },
      ],
      ours.id,
    )
    const missing = { error_code: 'forbidden', missing: 'UPDATE on reminders' }
    expect((await create({ location_ids: [location, foreign] }, writer)).body).toMatchObject(missing)
    const config = await made()
    await w.db.insertInto('reminder_config_locations').values({ config_id: config.id, location_id: foreign }).execute()
    const versions = { params: refOf(config), headers: versioned(config) }
    const edits = [
      await writer.call(updateReminderConfig, { ...versions, body: { ...daily, location_ids: [location, foreign] } }),
      await writer.call(updateReminderConfig, {
        ...versions,
        body: { ...daily, message: 'Pay elsewhere, please.', location_ids: [foreign] },
      }),
    ]
    expect(edits.map(({ status }) => status)).toEqual([403, 403])
    const bulk = { target: { ids: [config.id] }, subject: 'Ours and theirs' }
    expect((await writer.refused(editReminderConfigs, { body: bulk })).body.error_results).toMatchObject([missing])
    const disabled = await writer.call(switchReminderConfig, { ...versions, body: { status: 'disabled' } })
    expect(disabled.body).toMatchObject({ status: 'disabled', subject: daily.subject })
    const active = { params: refOf(config), headers: versioned(disabled.body), body: { status: 'active' } } as const
    expect((await writer.refused(switchReminderConfig, active)).body).toMatchObject(missing)
  })

  test('a bulk edit overwrites only what it names', async () => {
    const [one, two] = [await made({ period: 'weekly' }), await made({ min_hours: 72 })]
    const target = { ids: [one.id, two.id] }
    await keeper.call(editReminderConfigs, { body: { target, subject: 'Please collect it' } })
    expect(await fresh(one)).toMatchObject({ subject: 'Please collect it', period: 'weekly', min_hours: 24 })
    expect(await fresh(two)).toMatchObject({ subject: 'Please collect it', period: 'daily', min_hours: 72 })
    const foreign = await makeReminderConfig(w, await makeReminderGroup(w, await w.make.organization()), [])
    const reply = await keeper.call(editReminderConfigs, {
      body: { target: { ids: [foreign] }, subject: 'Mine now' },
    })
    expect(reply).toMatchObject({ status: 422, body: { error_results: [{ id: foreign, error_code: 'not_found' }] } })
  })

  test('rights: a foreign group is an unknown one; deleting a group deletes its configs', async () => {
    const config = await made()
    expect((await stranger.call(getReminderConfig, { params: refOf(config) })).status).toBe(404)
    const params = { reminder_group_id: group }
    expect((await keeper.call(deleteReminderGroup, { params, headers: { 'if-match': '"1"' } })).status).toBe(204)
    expect((await keeper.call(getReminderConfig, { params: refOf(config) })).status).toBe(404)
  })

  test('switching is an event of the group', async () => {
    const config = await made()
    const body = { status: 'disabled' } as const
    await keeper.call(switchReminderConfig, { params: refOf(config), headers: versioned(config), body })
    const { items } = await keeper.ask(listReminderGroupEvents, { params: { reminder_group_id: group }, query: {} })
    expect(items.map(({ verb }: { verb: string }) => verb)).toEqual(['disabled', 'created', 'group_created'])
  })
})
