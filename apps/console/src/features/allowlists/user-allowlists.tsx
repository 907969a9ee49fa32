import { useMemo, useState } from 'react'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { UserAllowlist } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ListRows } from '../../lists/list-rows.tsx'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch } from '../../lists/list-search.ts'
import { useList } from '../../lists/list.ts'
import { useCan } from '../../session/can.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { allowlistPath } from './allowlist-address.ts'
import { UserAllowlistCard, userAllowlistColumns } from './user-allowlist-columns.tsx'
import { useNoAllowlistWords } from './user-allowlists-card.tsx'
import { seesAllowlistsOfUsers } from './user-allowlist-labels.ts'

const rowHref = ({ allowlist_id }: UserAllowlist): string => allowlistPath(allowlist_id)
const card = (row: UserAllowlist) => <UserAllowlistCard row={row} />

/** Which allowlists let one user in, by name or by one of their cards. */
export function UserAllowlists({ userId }: { userId: string }) {
  const may = useCan(seesAllowlistsOfUsers)
  const words = useNoAllowlistWords()
  const [order, setOrder] = useState<ListSearch>({})
  const columns = useMemo(() => userAllowlistColumns(userId), [userId])
  const params = { user_id: userId }
  const query = orderOf(order)
  const list = useList(userAllowlists.route, query, { params, isLive: true, enabled: may })
  if (!may) return <NoPermission action="GET" resource="whitelist" />
  return (
    <>
      <SectionHead
        title={t('Allowlists')}
        count={list.total?.total}
        actions={
          list.rows.length > 0 && (
            <ListExport
              route={userAllowlists.csv}
              params={params}
              query={query}
              title={t('Export allowlists')}
              count={list.count ?? ''}
            />
          )
        }
      />
      <ListRows
        label={t('Allowlists')}
        columns={columns}
        list={list}
        failed={userAllowlists.says.failed}
        words={words}
        sort={sortOf(order, userAllowlists)}
        onSort={(sort) => setOrder(sortedBy(order, sort, userAllowlists))}
        rowHref={rowHref}
        card={card}
        isWhole
      />
    </>
  )
}
