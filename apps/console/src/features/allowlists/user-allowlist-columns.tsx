import type { UserAllowlist, userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { AccessKeyLink } from '../access-keys/access-key-link.tsx'
import { KindGlyph } from './allowlist-columns.tsx'
import { kindLabels } from './allowlist-labels.ts'
import classes from './allowlists.module.css'
import { Instant } from './entity-columns.tsx'
import { entryState } from './user-allowlist-labels.ts'

export const EntryKind = ({ kind }: Pick<UserAllowlist, 'kind'>) => (
  <span className={classes.glyphed}>
    <KindGlyph kind={kind} /> {t(kindLabels[kind])}
  </span>
)

/** The keys of the list are those of one user. */
export const userAllowlistColumns = (userId: string): readonly ListColumn<typeof userAllowlists>[] => [
  {
    id: 'allowlist_name',
    header: 'Allowlist',
    cell: ({ allowlist_name }) => <NameCell>{allowlist_name}</NameCell>,
    width: 240,
    isGrowing: true,
    isHideable: false,
    isLink: true,
    exports: ['allowlist_id', 'allowlist_name'],
  },
  { id: 'kind', header: 'Kind', cell: EntryKind, width: 120 },
  {
    id: 'key',
    header: 'Key',
    cell: (row) => (row.key_type === null ? <Nothing /> : <AccessKeyLink {...row} user_id={userId} />),
    width: 80,
    exports: ['access_key_id', 'key_type'],
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <StatusText {...entryState(row)} />,
    width: 190,
    exports: ['status', 'allowlist_status', 'keys', 'is_user_disabled'],
    watch: (row) => entryState(row).value,
  },
  {
    id: 'expires_at',
    header: 'Expires',
    cell: ({ expires_at }) => <Instant at={expires_at} />,
    width: 130,
    watch: ({ expires_at }) => expires_at ?? '',
  },
  { id: 'comment', header: 'Comment', cell: ({ comment }) => <DimCell>{comment}</DimCell>, width: 240 },
  { id: 'created_at', header: 'Added', cell: ({ created_at }) => <Instant at={created_at} />, width: 130 },
]

export const UserAllowlistCard = ({ row }: { row: UserAllowlist }) => (
  <RowCard title={row.allowlist_name} trailing={<StatusText {...entryState(row)} />} facts={<EntryKind {...row} />}>
    {row.comment}
  </RowCard>
)
