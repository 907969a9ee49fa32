import { IconCheck, IconUserOff } from '@tabler/icons-react'
import { consoleUserExports, consoleUserLabels } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserRow, consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import { Day } from '../../i18n/day-text.tsx'
import { t } from '../../i18n/i18n.ts'
import { withFieldColumns } from '../../lists/field-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { Badge } from '../../ui/details/badge.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { IconText } from '../../ui/details/icon-text.tsx'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import classes from './console-users.module.css'

/** Keys of `t`. */
export const statusLabels: Record<ConsoleUserRow['status'], string> = { active: 'Active', disabled: 'Disabled' }

/** Keys of `t`. */
export const kindLabels: Record<ConsoleUserRow['kind'], string> = { person: 'Person', service: 'Service account' }

export const Status = ({ status }: Pick<ConsoleUserRow, 'status'>) =>
  status === 'active' ? (
    <IconText icon={IconCheck} tone="good">
      {t(statusLabels.active)}
    </IconText>
  ) : (
    <IconText icon={IconUserOff} tone="dim">
      {t(statusLabels.disabled)}
    </IconText>
  )

export function LastSignIn({ last_signed_in_at: at }: Pick<ConsoleUserRow, 'last_signed_in_at'>) {
  return at === null ? <span className={classes.never}>{t('Never')}</span> : <RelativeTime at={at} />
}

const drawnColumns: readonly ListColumn<typeof consoleUsers>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: Status,
    width: 100,
    pin: 'start',
    watch: ({ status }) => status,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 200,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ kind, email }) => (kind === 'service' ? <Badge>{t(kindLabels.service)}</Badge> : email),
    width: 240,
    isGrowing: true,
  },
  {
    id: 'position',
    header: 'Position',
    cell: ({ position }) => <DimCell>{position || null}</DimCell>,
    width: 190,
  },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone }) => <DimCell>{phone || null}</DimCell>,
    width: 140,
    isHiddenAtFirst: true,
  },
  { id: 'last_signed_in_at', header: 'Last signed in', cell: LastSignIn, width: 130 },
  {
    id: 'created_at',
    header: 'Added',
    cell: ({ created_at }) => <Day at={created_at} />,
    width: 110,
    isHiddenAtFirst: true,
  },
  {
    id: 'disabled_reason',
    header: 'Disabled reason',
    cell: ({ disabled_reason }) => <DimCell>{disabled_reason}</DimCell>,
    width: 200,
    isHiddenAtFirst: true,
  },
  { id: 'id', header: 'User ID', cell: ({ id }) => <CopyableId id={id} isMono />, width: 290, isHiddenAtFirst: true },
]

export const consoleUserColumns = withFieldColumns(drawnColumns, consoleUserExports, consoleUserLabels)

export const ConsoleUserCard = ({ person }: { person: ConsoleUserRow }) => (
  <RowCard
    title={person.name}
    trailing={<Status status={person.status} />}
    facts={[person.position, person.organization_name].filter(Boolean).join(' · ')}
  >
    {person.kind === 'service' ? t(kindLabels.service) : person.email}
  </RowCard>
)
