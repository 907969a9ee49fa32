import {
  createReminderConfig,
  createReminderGroup,
  deleteReminderConfig,
  deleteReminderGroup,
  editReminderConfigs,
  getReminderConfig,
  getReminderGroup,
  listReminderGroupEvents,
  reminderConfigs,
  reminderGroups,
  switchReminderConfig,
  updateReminderConfig,
  updateReminderGroup,
} from '@wheelhouse/contract/reminders/reminders.ts'
import { previewReminder } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import { reminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { serveEvents } from '../events/serve-events.ts'
import { configById, configList, groupList, noticeList, previewOf } from './queries.ts'
import * as configs from './reminder-configs.ts'
import * as groups from './reminder-groups.ts'

const cells = { locations: ({ locations }: ReminderConfig) => locations.map(({ code }) => code).join(', ') }

export function reminderRoutes(on: On): void {
  serveList(on, reminderGroups, groupList)
  serveList(on, reminderConfigs, configList, { cells, selects: 'reminders' })
  serveList(on, reminderNotices, noticeList)
  serve(on, getReminderGroup, ({ params }, ctx) => groupList.get(ctx, params.reminder_group_id))
  serve(on, createReminderGroup, ({ body }, ctx) => groups.createGroup(ctx, body))
  serve(on, updateReminderGroup, ({ params, body, version }, ctx) =>
    groups.updateGroup(ctx, params.reminder_group_id, body, version),
  )
  serve(
    on,
    deleteReminderGroup,
    async ({ params, version }, ctx) => void (await groups.deleteGroup(ctx, params.reminder_group_id, version)),
  )
  serveEvents(on, listReminderGroupEvents)
  serve(on, getReminderConfig, ({ params }, ctx) => configById(ctx, params))
  serve(on, createReminderConfig, ({ params, body }, ctx) => configs.createConfig(ctx, params.reminder_group_id, body))
  serve(on, updateReminderConfig, ({ params, body, version }, ctx) => configs.updateConfig(ctx, params, body, version))
  serve(on, switchReminderConfig, ({ params, body, version }, ctx) =>
    configs.switchConfig(ctx, params, body.status, version),
  )
  serve(
    on,
    deleteReminderConfig,
    async ({ params, version }, ctx) => void (await configs.deleteConfig(ctx, params, version)),
  )
  serve(on, editReminderConfigs, ({ body: { target, ...edit } }, ctx) => bulk(ctx, configs.editConfigs, target, edit))
  serve(on, previewReminder, ({ params }, ctx) => previewOf(ctx, params))
}
