import { IconCalendarRepeat, IconPencil, IconToggleLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  createReminderConfig,
  editReminderConfigs,
  getReminderConfig,
} from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkAction } from '../../lists/list-bulk.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import type { Tab } from '../../ui/frame/page.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { configsAddress, openedConfig, openOf } from './reminder-addresses.ts'
import { ConfigCard, configColumns, configColumnsOfGroup } from './reminder-columns.tsx'
import { periodLabels, statusLabels } from './reminder-labels.ts'

const NewConfigDialog = lazyComponent(() => import('./reminder-dialogs.tsx').then((module) => module.NewConfigDialog))
const OpenConfig = lazyComponent(() => import('./config-panel.tsx').then((module) => module.OpenConfig))
const ReminderBulkDialog = lazyComponent(() =>
  import('./bulk-edit-dialog.tsx').then((module) => module.ReminderBulkDialog),
)

const card = (row: ReminderConfig) => <ConfigCard config={row} />
const rowName = ({ subject }: ReminderConfig): string => subject
const bulkActions: readonly BulkAction[] = [
  { label: t('Edit'), icon: IconPencil, route: editReminderConfigs, dialog: ReminderBulkDialog },
]

interface ConfigsListProps extends ListScreenProps<typeof configsAddress> {
  title: string
  tabs: readonly Tab[]
  /** Only those of one group, which takes new ones. */
  groupId?: string
  actions?: ReactNode
  legend?: ReactNode
}

/** Reminders of all groups, or of one. */
export function ConfigsList({ search, onSearch, title, tabs, groupId, actions, legend }: ConfigsListProps) {
  const mayCreate = useCanCall(createReminderConfig) && groupId !== undefined
  const mayOpen = useCanCall(getReminderConfig)
  const opened = openedConfig(search)
  const close = (): void => onSearch({ ...search, open: undefined })
  const open = (config: Pick<ReminderConfig, 'id' | 'group_id'>): void => onSearch({ ...search, open: openOf(config) })
  return (
    <>
      <ListPage
        address={configsAddress}
        search={search}
        onSearch={onSearch}
        title={title}
        label={t('Reminders')}
        name={groupId === undefined ? 'reminder-configs' : 'reminder-configs-of-group'}
        columns={groupId === undefined ? configColumns : configColumnsOfGroup}
        card={card}
        rowName={rowName}
        onOpen={open}
        query={groupId === undefined ? {} : { group_id: [groupId] }}
        filters={{
          status: chip(t('Status'), IconToggleLeft, statusLabels),
          period: chip(t('Period'), IconCalendarRepeat, periodLabels),
          location_id: useLocationChip(search),
          created_at: ageChip(t('Created')),
          // The page of a group asks for it.
          group_id: null,
        }}
        find={t('Subject, message or group')}
        bulkActions={bulkActions}
        tabs={tabs}
        legend={legend}
        actions={
          <>
            {actions}
            {mayCreate && (
              <CreateButton label={t('New reminder')} onClick={() => onSearch({ ...search, open: 'new' })} />
            )}
          </>
        }
        words={{
          noMatch: t('No reminder matches'),
          noData: t('No reminders yet'),
          whyNoData: t('A reminder notifies riders whose bike has been parked for a long time.'),
        }}
      />
      {search.open === 'new' && mayCreate && <NewConfigDialog groupId={groupId} onDone={open} onClose={close} />}
      {mayOpen && opened && (
        <OpenConfig
          key={opened.reminder_config_id}
          config={opened}
          isEdited={opened.isEdited}
          onEdit={(isEdited) =>
            onSearch({
              ...search,
              open: `${isEdited ? 'edit:' : ''}${opened.reminder_group_id}.${opened.reminder_config_id}`,
            })
          }
          onClose={close}
        />
      )}
    </>
  )
}
