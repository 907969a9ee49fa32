import type { AllowlistEntity, allowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { lookOf } from '../../ui/details/status-styles.ts'
import { RelativeTime } from '../../ui/details/time.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { KindGlyph } from './allowlist-columns.tsx'
import { blockReasonOf, kindLabels } from './allowlist-labels.ts'
import classes from './allowlists.module.css'

export function Instant({ at }: { at: string | null }) {
  return at === null ? <Nothing /> : <RelativeTime at={at} />
}

/** The name of a user who may be seen, else what distinguishes the entry. */
export const entityName = ({ user_name, masked, kind }: AllowlistEntity): string =>
  user_name ?? (masked === '' ? t(kindLabels[kind]) : masked)

/** Why an entry opens nothing although it is on the list. */
export function entityNote(entity: AllowlistEntity): string | null {
  const reason = blockReasonOf(entity)
  return reason === null ? null : t(lookOf('allowlist_entity', reason).word)
}

export const entityColumns: readonly ListColumn<typeof allowlistEntities>[] = [
  {
    id: 'user_name',
    header: 'User or key',
    cell: (entity) => (
      <span className={classes.glyphed}>
        <KindGlyph kind={entity.kind} />
        {entity.user_name !== null && <strong>{entity.user_name}</strong>}
        <span className={classes.masked}>{entity.user_name === null ? entityName(entity) : entity.masked}</span>
      </span>
    ),
    width: 300,
    isGrowing: true,
    pin: 'start',
    isHideable: false,
    isLink: true,
    exports: ['user_id', 'user_name', 'masked'],
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => t(kindLabels[kind]), width: 110 },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusText of="allowlist_entity" value={status} />,
    width: 130,
    watch: ({ status }) => status,
  },
  {
    id: 'keys',
    header: 'Opens with',
    cell: (entity) => <DimCell>{entityNote(entity) ?? opensWith(entity)}</DimCell>,
    width: 190,
    watch: ({ keys }) => String(keys),
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
  {
    id: 'created_by_name',
    header: 'Added by',
    cell: ({ created_by_name }) => <DimCell>{created_by_name}</DimCell>,
    width: 160,
  },
]

function opensWith({ kind, keys }: AllowlistEntity): string {
  if (kind === 'master_key') return t('this card, any dock')
  if (kind === 'key') return t('this card')
  return keys === 1 ? t('1 key') : t('{{count}} keys', { count: keys })
}

export const EntityCard = ({ entity }: { entity: AllowlistEntity }) => (
  <RowCard
    title={entityName(entity)}
    trailing={<StatusText of="allowlist_entity" value={entity.status} />}
    facts={
      <span className={classes.glyphed}>
        <KindGlyph kind={entity.kind} /> {t(kindLabels[entity.kind])}
      </span>
    }
    note={entityNote(entity)}
  >
    {entity.comment}
  </RowCard>
)
