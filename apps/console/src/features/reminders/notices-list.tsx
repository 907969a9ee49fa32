import { IconBellRinging } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReminderNotice } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import type { Tab } from '../../ui/frame/page.tsx'
import { useLocationChip } from '../locations/location-choices.ts'
import { noticesAddress } from './reminder-addresses.ts'
import { NoticeCard, noticeColumns } from './reminder-columns.tsx'
import { pushLabels } from './reminder-labels.ts'

const card = (row: ReminderNotice) => <NoticeCard notice={row} />

interface NoticesListProps extends ListScreenProps<typeof noticesAddress> {
  title: string
  tabs: readonly Tab[]
  groupId?: string
  actions?: ReactNode
}

/** Who was reminded, newest first, and what became of the notification. */
export const NoticesList = ({ search, onSearch, title, tabs, groupId, actions }: NoticesListProps) => (
  <ListPage
    address={noticesAddress}
    search={search}
    onSearch={onSearch}
    title={title}
    label={t('Reminder history')}
    name="reminder-notices"
    columns={noticeColumns}
    timeColumn="created_at"
    card={card}
    query={groupId === undefined ? {} : { group_id: [groupId] }}
    filters={{
      push_status: chip(t('Push status'), IconBellRinging, pushLabels),
      location_id: useLocationChip(search),
      group_id: null,
    }}
    tabs={tabs}
    actions={actions}
    words={{
      noMatch: t('No reminder matches'),
      noData: t('No reminders sent yet'),
      whyNoData: t('Each reminder that was sent appears here with its push status.'),
    }}
  />
)
