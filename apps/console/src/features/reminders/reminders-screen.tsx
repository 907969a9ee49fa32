import { createReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderGroup } from '@wheelhouse/contract/reminders/reminders.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps, OnSearch } from '../../lists/list-address.ts'
import { ageChip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { ConfigsList } from './configs-list.tsx'
import { NoticesList } from './notices-list.tsx'
import { groupPath, groupsAddress } from './reminder-addresses.ts'
import type { RemindersSearch } from './reminder-addresses.ts'
import { GroupCard, groupColumns } from './reminder-columns.tsx'

const NewGroupDialog = lazyComponent(() => import('./reminder-dialogs.tsx').then((module) => module.NewGroupDialog))

const card = (row: ReminderGroup) => <GroupCard group={row} />
const rowHref = ({ id }: ReminderGroup): string => groupPath(id)
const path = '/reminders'

const tabsFor = (view: string | undefined) => [
  { id: 'groups', label: t('Groups'), href: path, isActive: view === undefined },
  { id: 'configs', label: t('All reminders'), href: `${path}?view=configs`, isActive: view === 'configs' },
  { id: 'history', label: t('History'), href: `${path}?view=history`, isActive: view === 'history' },
]

interface RemindersScreenProps {
  search: RemindersSearch
  onSearch: OnSearch<RemindersSearch>
}

/** Parking reminders: their groups, all of them, and what was sent. */
export function RemindersScreen({ search, onSearch }: RemindersScreenProps) {
  const title = t('Reminders')
  if ('view' in search && search.view === 'configs')
    return <ConfigsList search={search} onSearch={onSearch} title={title} tabs={tabsFor('configs')} />
  if ('view' in search && search.view === 'history')
    return <NoticesList search={search} onSearch={onSearch} title={title} tabs={tabsFor('history')} />
  return <GroupsList search={groupsAddress.parse({ ...search })} onSearch={onSearch} />
}

function GroupsList({ search, onSearch }: ListScreenProps<typeof groupsAddress>) {
  const mayCreate = useCanCall(createReminderGroup)
  const go = useNavigateTo()
  return (
    <>
      <ListPage
        address={groupsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Reminders')}
        label={t('Reminder groups')}
        name="reminder-groups"
        columns={groupColumns}
        card={card}
        rowHref={rowHref}
        filters={{ created_at: ageChip(t('Created')) }}
        find={t('Name or description')}
        tabs={tabsFor(undefined)}
        actions={
          mayCreate && <CreateButton label={t('New group')} onClick={() => onSearch({ ...search, open: 'new' })} />
        }
        words={{
          noMatch: t('No reminder group matches'),
          noData: t('No reminder groups yet'),
          whyNoData: t('A group holds the reminders for a place or a purpose.'),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewGroupDialog
          onDone={({ id }) => go?.(groupPath(id))}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
