import { IconBuilding, IconCpu, IconEye, IconFlag, IconMapPin, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { groupMembers } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { GroupMember, MemberType } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { consoleUserPath } from '../console-users/console-user-address.ts'
import { locationPath } from '../locations/location-link.tsx'
import { organizationPath } from '../organizations/organization-link.tsx'
import { memberTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

const icons: Record<MemberType, TablerIcon> = {
  location: IconMapPin,
  device: IconCpu,
  organization: IconBuilding,
  console_user: IconUser,
  point_of_interest: IconFlag,
}

export function memberHref({ type, id, location_id }: GroupMember): string {
  if (type === 'location') return locationPath(id)
  if (type === 'device') return `${locationPath(location_id ?? '')}?device=${id}`
  if (type === 'organization') return organizationPath(id)
  return type === 'console_user' ? consoleUserPath(id) : `/points-of-interest?open=${id}`
}

function Kind({ type }: Pick<GroupMember, 'type'>) {
  const Icon = icons[type]
  return (
    <span className={classes.type}>
      <Icon size={14} stroke={1.75} aria-hidden /> {t(memberTypeLabels[type].one)}
    </span>
  )
}

function Added({ added_at: at, added_by_name: by }: Pick<GroupMember, 'added_at' | 'added_by_name'>) {
  const { dateTime } = useFormat()
  if (at === null) return <Nothing />
  return (
    <span>
      <RelativeTime at={at} exact={dateTime(at)} />
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
          <IconEye size={14} stroke={1.75} aria-hidden /> {t('Visible to riders')}
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
