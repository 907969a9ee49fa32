import type {
  ReminderConfig,
  reminderConfigs,
  ReminderGroup,
  reminderGroups,
} from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderNotice, reminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing, NumberCell, OfCell } from '../../ui/data-table/cells.tsx'
import { Link } from '../../ui/details/link.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { ParkingSessionLink } from '../parking-sessions/parking-session-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { groupPath } from './reminder-addresses.ts'
import { hoursText, locationsText, periodLabels } from './reminder-labels.ts'

export const Status = ({ status }: Pick<ReminderConfig, 'status'>) => <StatusText of="reminder" value={status} />

export function Push({ push_status }: Pick<ReminderNotice, 'push_status'>) {
  return push_status === null ? <DimCell>{t('Event only')}</DimCell> : <StatusText of="push" value={push_status} />
}

/** When it happened, with the exact time in the tip. */
export function When({ at }: { at: string }) {
  return <RelativeTime at={at} />
}

/** A time on the wall of each location: no time zone changes it. */
export function ActivationTime({ at }: { at: string }) {
  const { dateTime } = useFormat('UTC')
  return dateTime(`${at}:00Z`)
}

export const groupColumns: readonly ListColumn<typeof reminderGroups>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'active_configs',
    header: 'Active',
    cell: ({ active_configs, configs }) => <OfCell part={active_configs} of={configs} />,
    width: 90,
    align: 'end',
    watch: ({ active_configs, configs }) => `${active_configs} ${configs}`,
    exports: ['active_configs', 'configs'],
  },
  {
    id: 'last_notice_at',
    header: 'Last reminder',
    cell: ({ last_notice_at: at }) => (at === null ? <Nothing /> : <When at={at} />),
    width: 120,
    watch: ({ last_notice_at }) => last_notice_at ?? '',
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <DimCell>{description}</DimCell>,
    width: 320,
    isGrowing: true,
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
  },
  createdColumn,
  idColumn,
]

export const GroupCard = ({ group }: { group: ReminderGroup }) => (
  <RowCard
    title={group.name}
    trailing={t('{{active}} of {{count}} active', { active: group.active_configs, count: group.configs })}
  >
    {group.description}
  </RowCard>
)

const configColumn = {
  subject: {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <NameCell>{subject}</NameCell>,
    width: 220,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ subject }) => subject,
  },
  group: {
    id: 'group_name',
    header: 'Group',
    cell: ({ group_id, group_name }) => <Link href={groupPath(group_id)}>{group_name}</Link>,
    width: 180,
  },
} as const satisfies Record<string, ListColumn<typeof reminderConfigs>>

const furtherColumns: readonly ListColumn<typeof reminderConfigs>[] = [
  { id: 'status', header: 'Status', cell: Status, width: 110, watch: ({ status }) => status },
  {
    id: 'period',
    header: 'Period',
    cell: ({ period }) => t(periodLabels[period]),
    width: 90,
    watch: ({ period }) => period,
  },
  {
    id: 'activation_at',
    header: 'Activation at',
    cell: ({ activation_at }) => <ActivationTime at={activation_at} />,
    width: 190,
    watch: ({ activation_at }) => activation_at,
  },
  {
    id: 'min_hours',
    header: 'Minimum parked',
    cell: ({ min_hours }) => <NumberCell value={min_hours} unit="h" />,
    width: 130,
    align: 'end',
    watch: ({ min_hours }) => min_hours,
  },
  {
    id: 'generate_notification',
    header: 'Notification',
    cell: ({ generate_notification: isOn }) => (isOn ? t('Sent to the app') : <DimCell>{t('Event only')}</DimCell>),
    width: 140,
  },
  {
    id: 'locations',
    header: 'Affected locations',
    cell: (config) => <DimCell>{locationsText(config)}</DimCell>,
    width: 240,
    isGrowing: true,
  },
  { ...updatedColumn, isHiddenAtFirst: true },
  idColumn,
]

export const configColumns: readonly ListColumn<typeof reminderConfigs>[] = [
  configColumn.subject,
  configColumn.group,
  ...furtherColumns,
]
export const configColumnsOfGroup: readonly ListColumn<typeof reminderConfigs>[] = [
  configColumn.subject,
  ...furtherColumns,
]

export const ConfigCard = ({ config }: { config: ReminderConfig }) => (
  <RowCard
    title={config.subject}
    trailing={<Status status={config.status} />}
    facts={
      <>
        <span>{t(periodLabels[config.period])}</span>
        <span>{t('after {{time}}', { time: hoursText(config.min_hours) })}</span>
      </>
    }
  >
    {locationsText(config)}
  </RowCard>
)

export const noticeColumns: readonly ListColumn<typeof reminderNotices>[] = [
  {
    id: 'created_at',
    header: 'Sent',
    cell: ({ created_at }) => <When at={created_at} />,
    width: 110,
    pin: 'start',
    isHideable: false,
  },
  { id: 'push_status', header: 'Push status', cell: Push, width: 170, watch: ({ push_status }) => push_status ?? '' },
  { id: 'subject', header: 'Subject', cell: ({ subject }) => subject, width: 200, isGrowing: true },
  {
    id: 'location_label',
    header: 'Location',
    cell: ({ location_id, location_code, location_label }) => (
      <LocationLink id={location_id} label={location_label} code={location_code} />
    ),
    width: 230,
    exports: ['location_code', 'location_label'],
  },
  {
    id: 'device_number',
    header: 'Device',
    cell: ({ device_type: type, device_number: number }) => deviceName({ type, number }),
    width: 100,
    exports: ['device_type', 'device_number'],
  },
  {
    id: 'user_name',
    header: 'User',
    cell: ({ user_id, user_name }) =>
      user_id === null || user_name === null ? <Nothing /> : <UserLink id={user_id} name={user_name} />,
    width: 150,
    exports: ['user_id', 'user_name'],
  },
  {
    id: 'session_id',
    header: 'Session',
    cell: ({ session_id }) => <ParkingSessionLink id={session_id} />,
    width: 90,
  },
]

export const NoticeCard = ({ notice }: { notice: ReminderNotice }) => (
  <RowCard
    title={notice.location_label}
    trailing={<When at={notice.created_at} />}
    facts={
      <>
        <Push push_status={notice.push_status} />
        <span>{deviceName({ type: notice.device_type, number: notice.device_number })}</span>
      </>
    }
  >
    {notice.subject}
  </RowCard>
)
