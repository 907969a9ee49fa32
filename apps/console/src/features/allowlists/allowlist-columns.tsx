import { IconLock, IconWorld } from '@tabler/icons-react'
import type { EntityKind } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { Allowlist, allowlists } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import { createdColumn, idColumn, updatedColumn } from '../../lists/common-columns.tsx'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { SyncOf } from '../lock-targets/lock-sync-labels.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { kindIcons, syncLabels, visibilityLabels } from './allowlist-labels.ts'
import classes from './allowlists.module.css'

/** "42 users, 3 keys, 1 master key", without those of which there are none. */
export function entitiesText({ users, keys, master_keys }: Pick<Allowlist, 'users' | 'keys' | 'master_keys'>): string {
  const parts = [
    counted(users, t('1 user'), t('{{count}} users', { count: users })),
    counted(keys, t('1 key'), t('{{count}} keys', { count: keys })),
    counted(master_keys, t('1 master key'), t('{{count}} master keys', { count: master_keys })),
  ].filter((part) => part !== '')
  return parts.join(', ') || t('None yet')
}

export function targetsText({ target_locations: locations, target_devices: devices }: Allowlist): string {
  const parts = [
    counted(locations, t('1 location'), t('{{count}} locations', { count: locations })),
    counted(devices, t('1 device'), t('{{count}} devices', { count: devices })),
  ].filter((part) => part !== '')
  return parts.join(', ') || t('No targets yet')
}

const counted = (count: number, one: string, many: string): string => {
  if (count === 0) return ''
  return count === 1 ? one : many
}

export const Visibility = ({ visibility }: Pick<Allowlist, 'visibility'>) => (
  <span className={classes.glyphed}>
    {visibility === 'public' ? <IconWorld size={14} aria-hidden /> : <IconLock size={14} aria-hidden />}
    {t(visibilityLabels[visibility].word)}
  </span>
)

export const KindGlyph = ({ kind }: { kind: EntityKind }) => {
  const Icon = kindIcons[kind]
  return <Icon size={14} aria-hidden />
}

export const allowlistColumns: readonly ListColumn<typeof allowlists>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <NameCell>{name}</NameCell>,
    width: 240,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    watch: ({ name }) => name,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="allowlist" value={status} />,
    width: 120,
    watch: ({ status }) => status,
  },
  {
    id: 'entities',
    header: 'Users and keys',
    cell: (list) => <span>{entitiesText(list)}</span>,
    width: 210,
    exports: ['users', 'keys', 'master_keys'],
    watch: entitiesText,
  },
  {
    id: 'targets',
    header: 'Targets',
    cell: (list) => <DimCell>{targetsText(list)}</DimCell>,
    width: 150,
    exports: ['target_locations', 'target_devices'],
    watch: targetsText,
  },
  {
    id: 'locks',
    header: 'On hardware',
    cell: (list) => <SyncOf {...list} />,
    width: 150,
    exports: ['locks', 'locks_pending', 'locks_failed'],
    watch: ({ locks, locks_pending, locks_failed }) => `${locks} ${locks_pending} ${locks_failed}`,
  },
  { id: 'visibility', header: 'Visibility', cell: Visibility, width: 110 },
  { id: 'sync', header: 'Sync', cell: ({ sync }) => <DimCell>{t(syncLabels[sync].word)}</DimCell>, width: 120 },
  {
    id: 'organization_name',
    header: 'Organization',
    cell: ({ organization_id: id, organization_name: name }) =>
      id === null || name === null ? <Nothing /> : <OrganizationLink id={id} name={name} />,
    width: 180,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 260 },
  { ...createdColumn, isHiddenAtFirst: true },
  updatedColumn,
  idColumn,
]

export const AllowlistCard = ({ list }: { list: Allowlist }) => (
  <RowCard
    title={list.name}
    trailing={<StatusText of="allowlist" value={list.status} />}
    facts={entitiesText(list)}
    childrenTrailing={<SyncOf {...list} />}
  >
    {targetsText(list)}
  </RowCard>
)
