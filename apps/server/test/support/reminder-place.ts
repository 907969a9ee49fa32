import type { Needs } from '@wheelhouse/contract/access.ts'
import { createReminderConfig, createReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const needs: Needs = {
  reminders: ['GET', 'CREATE', 'UPDATE', 'DELETE'],
  location: ['GET', 'GET_EVENTS'],
  session: ['GET'],
}

export const daily = {
  status: 'active',
  activation_at: '2026-01-01T09:00',
  period: 'daily',
  min_hours: 24,
  subject: 'Still parked',
  message: 'Your bicycle is still parked here.',
  generate_notification: true,
} as const

export const versioned = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })

/** A location with a group of reminders, who keeps it, and one of another organization. */
export async function makeReminderPlace(w: TestApp) {
  await w.db.updateTable('reminder_configs').set({ status: 'disabled' }).execute()
  const ours = await w.make.organization()
  const theirs = await w.make.organization()
  const location = await w.make.location(ours)
  const keeper = await w.person([{ group_id: ours.owner, needs }], ours.id)
  const stranger = await w.person([{ group_id: theirs.owner, needs }], theirs.id)
  const body = { name: 'Long stays', description: 'Reminds riders of forgotten bicycles.' }
  const group = (await keeper.ask(createReminderGroup, { body })).id
  return { ours, location, keeper, stranger, group }
}

interface Place {
  location: string
  group: string
  keeper: Caller
}

/** What tests do with reminders. The place is asked for at each call, because every test has another one. */
export function reminderActions(place: () => Place) {
  const create = (body: object = {}, who = place().keeper): Promise<Answer> =>
    who.send(createReminderConfig, {
      params: { reminder_group_id: place().group },
      body: { ...daily, location_ids: [place().location], ...body },
    })
  const made = async (body: object = {}): Promise<ReminderConfig> => (await create(body)).body
  const refOf = ({ id }: { id: string }) => ({ reminder_group_id: place().group, reminder_config_id: id })
  return { create, made, refOf }
}
