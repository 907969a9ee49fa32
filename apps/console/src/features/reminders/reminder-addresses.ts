import * as v from 'valibot'
import { reminderConfigs, reminderGroups } from '@wheelhouse/contract/reminders/reminders.ts'
import { reminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import { idAfter, idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const groupsAddress = listAddress(reminderGroups, { open: v.literal('new') })
export type GroupsSearch = SearchOf<typeof groupsAddress>

export const configsAddress = listAddress(
  reminderConfigs,
  {
    view: v.literal('configs'),
    /** What is open: a new reminder, the form of the group, or a group and a reminder of it, read or edited. */
    open: v.union([v.picklist(['new', 'group']), idPair, idAfter('edit:', idPair)]),
  },
  ['group_id'],
)
export type ConfigsSearch = SearchOf<typeof configsAddress>

export const noticesAddress = listAddress(reminderNotices, { view: v.literal('history') }, ['group_id'])
export type NoticesSearch = SearchOf<typeof noticesAddress>

export type RemindersSearch = GroupsSearch | ConfigsSearch | NoticesSearch

/** Each view of the screen has the address of the list that it shows. */
export function remindersSearch(search: Record<string, unknown>): RemindersSearch {
  if (search.view === 'configs') return configsAddress.parse(search)
  if (search.view === 'history') return noticesAddress.parse(search)
  return groupsAddress.parse(search)
}

/** On the page of a group its reminders come first. */
export const groupSearch = (search: Record<string, unknown>): ConfigsSearch | NoticesSearch =>
  search.view === 'history' ? noticesAddress.parse(search) : configsAddress.parse(search)

export interface ConfigRef {
  reminder_group_id: string
  reminder_config_id: string
}

export const refOf = ({ group_id, id }: { group_id: string; id: string }): ConfigRef => ({
  reminder_group_id: group_id,
  reminder_config_id: id,
})
export const openOf = ({ group_id, id }: { group_id: string; id: string }): string => `${group_id}.${id}`

export function openedConfig({ open }: Pick<ConfigsSearch, 'open'>): (ConfigRef & { isEdited: boolean }) | null {
  if (open === undefined || open === 'new' || open === 'group') return null
  const [reminder_group_id = '', reminder_config_id = ''] = open.replace('edit:', '').split('.')
  return { reminder_group_id, reminder_config_id, isEdited: open.startsWith('edit:') }
}

export const groupPath = (id: string): string => `/reminders/${id}`
