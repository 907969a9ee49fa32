import { uuidv7 } from 'uuidv7'
import {
  createReminderConfig,
  createReminderGroup,
  deleteReminderConfig,
  editReminderConfigs,
  listReminderConfigs,
  listReminderGroups,
  reminderConfigs,
  switchReminderConfig,
  updateReminderConfig,
  updateReminderGroup,
} from '@wheelhouse/contract/reminders/reminders.ts'
import { listReminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** The rows have these values already: an update that changes nothing leaves the version to the next sample. */
const group = { name: 'Swept reminders', description: 'Reminders of the sweep.' }
export const reminderConfig = {
  status: 'disabled',
  activation_at: '2026-01-01T09:00',
  period: 'daily',
  min_hours: 24,
  subject: 'Swept',
  message: 'Your bicycle is still parked.',
  generate_notification: true,
} as const

export async function makeReminderGroup(
  w: TestApp,
  owner: Organization | null,
  groups: string[] = owner ? [owner.owner] : [],
  values: Record<string, unknown> = group,
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  await w.db
    .insertInto('reminder_groups')
    .values({ id, organization_id: owner?.id ?? null, ...group, ...values, created_at: now, updated_at: now })
    .execute()
  await w.make.members('reminders', id, groups)
  return id
}

export async function makeReminderConfig(
  w: TestApp,
  group_id: string,
  location_ids: string[],
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const times = { runs_after: now, created_at: now, updated_at: now }
  await w.db
    .insertInto('reminder_configs')
    .values({ id, group_id, ...reminderConfig, ...times, ...values })
    .execute()
  if (location_ids.length > 0)
    await w.db
      .insertInto('reminder_config_locations')
      .values(location_ids.map((location_id) => ({ config_id: id, location_id })))
      .execute()
  return id
}

async function makeNotice(w: TestApp, group_id: string, location_id: string, device_id: string): Promise<void> {
  const now = w.clock.now().toISOString()
  const keys = {
    id: uuidv7(),
    group_id,
    config_id: uuidv7(),
    schedule: 1,
    period_number: serial(),
    session_id: uuidv7(),
  }
  const row = { ...keys, location_id, device_id, subject: 'Swept', run_at: now, created_at: now }
  await w.db.insertInto('reminder_notices').values(row).execute()
}

export const samples: FeatureSamples = {
  things: async (w, { organization, groups, location_id, device_id }) => {
    const reminder_group_id = await makeReminderGroup(w, organization, groups)
    await makeNotice(w, reminder_group_id, location_id, device_id)
    return { reminder_group_id, reminder_config_id: await makeReminderConfig(w, reminder_group_id, [location_id]) }
  },
  routes: async (w, { organization, groups, location_id }) => {
    const body = { ...reminderConfig, location_ids: [location_id] }
    const alsoNeeds = { location: ['GET'] } as const
    const other = await makeReminderConfig(w, await makeReminderGroup(w, null), [])
    // The group of the place is deleted before its config's turn comes.
    const reminder_group_id = await makeReminderGroup(w, organization, groups)
    const deleted = {
      reminder_group_id,
      reminder_config_id: await makeReminderConfig(w, reminder_group_id, [location_id]),
    }
    return [
      sample(createReminderGroup, { body: group, isCheckedTwice: true }),
      sample(updateReminderGroup, { body: group }),
      sample(createReminderConfig, { body, alsoNeeds, isUnversioned: true, isCheckedTwice: true }),
      sample(updateReminderConfig, { body, alsoNeeds, isCheckedTwice: true }),
      sample(switchReminderConfig, { body: { status: 'disabled' } }),
      sample(deleteReminderConfig, { params: deleted }),
      sample(reminderConfigs.selection, { body: {} }),
      sample(editReminderConfigs, { body: { target: { ids: [other] }, period: 'daily' } }),
    ]
  },
  lists: [
    listSample(listReminderGroups, {
      type: 'reminders',
      action: 'GET',
      rows: `select id, array['reminders ' || id] as through from reminder_groups`,
    }),
    listSample(listReminderConfigs, {
      type: 'reminders',
      action: 'GET',
      rows: `select id, array['reminders ' || group_id] as through from reminder_configs`,
    }),
    listSample(listReminderNotices, {
      type: 'reminders',
      action: 'GET',
      rows: `select id, array['reminders ' || group_id] as through from reminder_notices`,
    }),
  ],
}
