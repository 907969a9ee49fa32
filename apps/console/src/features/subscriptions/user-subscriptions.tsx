import { userSubscriptions } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { UserSubscription } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { t } from '../../i18n/i18n.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoPermission } from '../../ui/frame/states.tsx'
import { OpenUserSubscription } from './open-user-subscription.tsx'
import { SubscriberCard, userSubscriptionColumns } from './subscriber-columns.tsx'
import { userSubscriptionAddress } from './user-subscription-address.ts'
import type { UserSubscriptionSearch } from './user-subscription-address.ts'

const rowId = ({ id }: UserSubscription): string => id
const card = (row: UserSubscription) => <SubscriberCard title={row.subscription_name} row={row} />

interface UserSubscriptionsProps {
  userId: string
  userName: string
  /** Part of the address of the page. */
  search: UserSubscriptionSearch
  onSearch: (search: UserSubscriptionSearch) => void
}

/** What one person is or was subscribed to, with the same questions as on the page of the subscription. */
export function UserSubscriptions({ userId, userName, search, onSearch }: UserSubscriptionsProps) {
  const may = useCanCall(userSubscriptions.route)
  const order = userSubscriptionAddress.from(search)
  const onOpen = (subscription: string | undefined): void => onSearch({ ...search, subscription })
  const params = { user_id: userId }
  const query = orderOf(order)
  const found = useList(userSubscriptions.route, query, { params, isLive: true, enabled: may })
  if (!may) return <NoPermission action="GET_SUBSCRIPTIONS" resource="user" />
  return (
    <>
      <SectionHead
        title={t('Subscriptions/passes')}
        actions={
          found.rows.length > 0 && (
            <ListExport
              route={userSubscriptions.csv}
              params={params}
              query={query}
              title={t('Export subscriptions/passes')}
              count={found.count ?? ''}
            />
          )
        }
      />
      <DataTable
        label={t('Subscriptions/passes')}
        columns={userSubscriptionColumns}
        rows={found.rows}
        rowId={rowId}
        total={found.total}
        hasMore={found.hasMore && found.error === null}
        onLoadMore={found.loadMore}
        onView={found.onView}
        isLoading={found.isLoading}
        isPast={found.isPast}
        isWhole
        sort={sortOf(order, userSubscriptions)}
        onSort={(sort) =>
          onSearch({ ...search, ...userSubscriptionAddress.into(sortedBy(order, sort, userSubscriptions)) })
        }
        onOpen={({ id }) => onOpen(id)}
        openId={search.subscription}
        card={card}
        state={stateOf(found)}
      />
      {search.subscription !== undefined && (
        <OpenUserSubscription
          key={search.subscription}
          id={search.subscription}
          found={found}
          userId={userId}
          userName={userName}
          onClose={() => onOpen(undefined)}
        />
      )}
    </>
  )
}

function stateOf(found: List<UserSubscription>) {
  if (found.rows.length > 0 || found.isLoading) return undefined
  if (found.error !== null)
    return <ErrorState title={userSubscriptions.says.failed} detail={found.error.message} onRetry={found.retry} />
  return <NoData title={t('No subscriptions yet')}>{t('What this user subscribes to appears here.')}</NoData>
}
