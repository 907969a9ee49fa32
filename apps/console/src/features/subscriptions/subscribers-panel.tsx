import { Button } from '@mantine/core'
import { IconArmchair, IconCalendarRepeat, IconPlus, IconProgress, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { addSubscriber, subscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { t } from '../../i18n/i18n.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { ageChip, chip, filtersOf, yesNoChip } from '../../lists/list-filters.tsx'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { usePhone } from '../../ui/frame/app-frame.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData, NoMatch, NoPermission } from '../../ui/frame/states.tsx'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { MoreFailed } from '../../ui/list-parts/list-footer.tsx'
import { SubscriberCard, subscriberColumns, subscriberName } from './subscriber-columns.tsx'
import { subscriberAddress } from './subscription-address.ts'
import type { SubscriptionSearch } from './subscription-address.ts'
import { passLabels, subscriberStatusLabels } from './subscription-labels.ts'
import classes from './subscriptions.module.css'

const OpenSubscriber = lazyComponent(() => import('./open-subscriber.tsx').then((module) => module.OpenSubscriber))
const AddSubscriberDialog = lazyComponent(() =>
  import('./add-subscriber-dialog.tsx').then((module) => module.AddSubscriberDialog),
)

interface SubscribersPanelProps {
  row: Subscription
  search: SubscriptionSearch
  onSearch: OnSearch<SubscriptionSearch>
}

const rowId = ({ id }: Subscriber): string => id
const card = (row: Subscriber) => <SubscriberCard title={subscriberName(row)} row={row} />
const { failed } = subscribers.says

/** Who is subscribed, was, or is waiting for a payment. */
export function SubscribersPanel({ row, search, onSearch }: SubscribersPanelProps) {
  const may = useCanCall(subscribers.route)
  const params = { subscription_id: row.id }
  const own = subscriberAddress.from(search)
  const onOwn: OnSearch<typeof own> = (next, options) =>
    onSearch({ ...search, ...subscriberAddress.into(next) }, options)
  const query = { ...subscriberAddress.filter(own), ...orderOf(own) }
  const found = useList(subscribers.route, query, { params, isLive: true, enabled: may })
  const filters = filtersOf(subscribers, own, onOwn, {
    status: chip(t('Status'), IconProgress, subscriberStatusLabels),
    period: chip(t('Pass'), IconTicket, passLabels),
    auto_renew: yesNoChip(t('Auto-renew'), IconCalendarRepeat),
    holds_place: yesNoChip(t('Holds a place'), IconArmchair),
    joined_at: ageChip(t('Joined')),
    // The open one is in the address of its panel.
    id: null,
  })
  const isPhone = usePhone()
  const clear = (): void => onOwn(cleared(own))
  if (!may) return <NoPermission action="GET_SUBSCRIPTIONS" resource="user" />
  const exporting = (
    <ListExport
      route={subscribers.csv}
      params={params}
      query={query}
      title={t('Export subscribers')}
      count={found.count ?? ''}
    />
  )
  return (
    <div className={classes.panel}>
      <SectionHead
        title={t('Subscribers')}
        count={found.total?.total}
        actions={
          <>
            {!isPhone && exporting}
            <AddButton row={row} />
          </>
        }
      />
      <FilterBar
        search={{
          value: own.q ?? '',
          placeholder: t('Name'),
          onChange: (q) => onOwn({ ...own, q: q === '' ? undefined : q }, { replace: true }),
        }}
        filters={filters}
        onClear={clear}
        last={isPhone ? exporting : undefined}
      />
      <DataTable
        label={t('Subscribers')}
        columns={subscriberColumns}
        rows={found.rows}
        rowId={rowId}
        total={found.total}
        hasMore={found.hasMore && found.error === null}
        onLoadMore={found.loadMore}
        onView={found.onView}
        isLoading={found.isLoading}
        isPast={found.isPast}
        sort={sortOf(own, subscribers)}
        onSort={(sort) => onOwn(sortedBy(own, sort, subscribers))}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        openId={search.open}
        card={card}
        state={stateOf(found, isNarrowed(own), clear)}
        resetKey={JSON.stringify(query)}
      />
      {found.error !== null && found.rows.length > 0 && (
        <MoreFailed title={failed} isBusy={found.isLoadingMore} onRetry={found.retry} />
      )}
      {search.open !== undefined && (
        <OpenSubscriber
          key={search.open}
          id={search.open}
          found={found}
          subscription={row}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </div>
  )
}

function AddButton({ row }: { row: Subscription }) {
  const may = useCanCall(addSubscriber)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  const refusal = whyNobodyJoins(row)
  return (
    <>
      <Button
        leftSection={<IconPlus size={15} />}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={() => setOpen(true)}
      >
        {t('Add subscriber')}
      </Button>
      {isOpen && <AddSubscriberDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

function whyNobodyJoins({ status, places_taken, max_capacity }: Subscription): string | null {
  if (status !== 'active') return t('Switch the subscription on first')
  return places_taken >= max_capacity ? t('Maximum capacity reached: nobody can join until a subscriber leaves') : null
}

function stateOf(found: List<Subscriber>, isFiltered: boolean, clear: () => void) {
  if (found.rows.length > 0 || found.isLoading) return undefined
  if (found.error !== null) return <ErrorState title={failed} detail={found.error.message} onRetry={found.retry} />
  if (isFiltered) return <NoMatch title={t('No subscriber matches')} onClear={clear} />
  return (
    <NoData title={t('Nobody is subscribed yet')}>
      {t('Users subscribe in the app; support can add them by phone, email or ID.')}
    </NoData>
  )
}
