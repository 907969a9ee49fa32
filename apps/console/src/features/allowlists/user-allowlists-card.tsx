import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { emptyState } from '../../lists/list-rows.tsx'
import type { ListWords } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCan } from '../../session/can.ts'
import { Card } from '../../ui/details/key-values.tsx'
import { Link } from '../../ui/details/link.tsx'
import { lookOf } from '../../ui/details/status-styles.ts'
import { EventList } from '../../ui/details/timeline.tsx'
import type { EventRow } from '../../ui/details/timeline.tsx'
import { MissingPermission, Skeleton } from '../../ui/frame/states.tsx'
import { userPath } from '../users/user-link.tsx'
import { kindIcons, kindLabels } from './allowlist-labels.ts'
import { allowlistPath } from './allowlist-address.ts'
import { entryState, seesAllowlistsOfUsers } from './user-allowlist-labels.ts'

const shown = 5

/** Where a caller is let in, and where no longer: the newest entries, each of which leads to its allowlist. */
export function UserAllowlistsCard({ userId }: { userId: string }) {
  const may = useCan(seesAllowlistsOfUsers)
  const words = useNoAllowlistWords()
  const { dateTime } = useFormat()
  const params = { user_id: userId }
  const list = useList(userAllowlists.route, { limit: shown }, { params, enabled: may, isLive: true })
  if (!may) return null
  return (
    <Card
      title={t('Allowlists')}
      action={list.hasMore && <Link href={`${userPath(userId)}?tab=allowlists`}>{t('All allowlists')}</Link>}
    >
      {list.isLoading && <Skeleton lines={2} />}
      {emptyState(list, { words, failed: userAllowlists.says.failed })}
      <EventList events={list.rows.slice(0, shown).map((row) => lineOf(row, dateTime))} />
    </Card>
  )
}

function lineOf(row: UserAllowlist, dateTime: (at: string) => string): EventRow {
  const { of, value } = entryState(row)
  const until = row.expires_at === null ? '' : t('expires {{time}}', { time: dateTime(row.expires_at) })
  return {
    id: row.id,
    icon: kindIcons[row.kind],
    tone: value === 'active' ? 'text2' : 'amber',
    title: row.allowlist_name,
    detail: [t(kindLabels[row.kind]), t(lookOf(of, value).word), value !== 'expired' && until, row.comment]
      .filter(Boolean)
      .join(' · '),
    time: null,
    href: allowlistPath(row.allowlist_id),
  }
}

/** What is said of a user who is on none: an allowlist or a card that the reader may not see is not counted. */
export function useNoAllowlistWords(): ListWords {
  const seesKeys = useCan({ user: ['GET_ACCESS_KEYS'] })
  return {
    noData: t('On no allowlist'),
    whyNoData: seesKeys ? (
      t('No allowlist that you may see contains this user or one of their cards.')
    ) : (
      <WithoutKeys />
    ),
  }
}

const WithoutKeys = () => (
  <>
    {t('No allowlist that you may see contains this user.')}{' '}
    <MissingPermission action="GET_ACCESS_KEYS" resource="user" purpose={t('To see entries for cards')} />
  </>
)
