import {
  IconBell,
  IconBuilding,
  IconCpu,
  IconEye,
  IconFlag,
  IconLayoutDashboard,
  IconListCheck,
  IconMap2,
  IconMapPin,
  IconReport,
  IconScooter,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { groupMembers } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { GroupMember, MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { allowlistPath } from '../allowlists/allowlist-address.ts'
import { consoleUserPath } from '../console-users/console-user-address.ts'
import { dashboardPath } from '../dashboards/dashboard-address.ts'
import { devicePath } from '../devices/device-link.tsx'
import { locationPath } from '../locations/location-link.tsx'
import { organizationPath } from '../organizations/organization-link.tsx'
import { areaPath } from '../public-areas/area-address.ts'
import { reportPath } from '../reports/report-address.ts'
import { subscriptionPath } from '../subscriptions/subscription-link.tsx'
import { memberTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

const icons: Record<MemberType, TablerIcon> = {
  location: IconMapPin,
  device: IconCpu,
  organization: IconBuilding,
  console_user: IconUser,
  point_of_interest: IconFlag,
  rental_fleet: IconScooter,
  subscription: IconTicket,
  whitelist: IconListCheck,
  public_area: IconMap2,
  reminders: IconBell,
  dashboards: IconLayoutDashboard,
  report: IconReport,
}

const paths: Record<MemberType, (member: GroupMember) => string> = {
  location: ({ id }) => locationPath(id),
  device: ({ id, location_id }) => devicePath(location_id ?? '', id),
  organization: ({ id }) => organizationPath(id),
  console_user: ({ id }) => consoleUserPath(id),
  point_of_interest: ({ id }) => `/points-of-interest?open=${id}`,
  rental_fleet: ({ id }) => `/rentals/fleets?open=${id}`,
  subscription: ({ id }) => subscriptionPath(id),
  whitelist: ({ id }) => allowlistPath(id),
  public_area: ({ id }) => areaPath(id),
  reminders: ({ id }) => `/reminders/${id}`,
  dashboards: ({ id }) => dashboardPath(id),
  report: ({ id }) => reportPath(id),
}
export const memberHref = (member: GroupMember): string => paths[member.type](member)

function Kind({ type }: Pick<GroupMember, 'type'>) {
  const Icon = icons[type]
  return (
    <span className={classes.type}>
      <Icon size={14} aria-hidden /> {t(memberTypeLabels[type].one)}
    </span>
  )
}

function Added({ added_at: at, added_by_name: by }: Pick<GroupMember, 'added_at' | 'added_by_name'>) {
  if (at === null) return <Nothing />
  return (
    <span>
      <RelativeTime at={at} />
      {by !== null && <span className={classes.note}> {t('by {{name}}', { name: by })}</span>}
    </span>
  )
}

const columns: readonly ListColumn<typeof groupMembers>[] = [
  { id: 'type', header: 'Kind', cell: Kind, width: 140 },
  { id: 'code', header: 'Code', cell: ({ code }) => <DimCell>{code}</DimCell>, width: 180 },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 260,
    isGrowing: true,
    isLink: true,
  },
  {
    id: 'is_public_facing',
    header: 'Public-facing',
    cell: ({ is_public_facing }) =>
      is_public_facing === true ? (
        <span className={classes.type}>
          <IconEye size={14} aria-hidden /> {t('Visible to riders')}
        </span>
      ) : (
        <Nothing />
      ),
    width: 150,
    exports: [],
  },
  { id: 'added_at', header: 'Added', cell: Added, width: 240, exports: ['added_at', 'added_by_name'] },
]
export const memberColumns = sortableBy(groupMembers, columns)

export const MemberCard = ({ member }: { member: GroupMember }) => (
  <RowCard title={member.name} trailing={<Kind type={member.type} />} facts={member.code || undefined} />
)
