import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { createNotifierSubscription, notifierSubscriptions } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import type { ListSearch } from '../../lists/list-search.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { useCanCall } from '../../session/can.ts'
import { DimCell, Nothing } from '../../ui/data-table/cells.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { NewSubscriptionDialog } from './subscription-dialog.tsx'
import { eventLabels, messagingLabels, typeLabels } from './notifier-labels.ts'
import classes from './notifier.module.css'
import { OpenSubscription } from './subscription-panel.tsx'

function LastDelivery({ last_state: state, last_at: at }: Pick<NotifierSubscription, 'last_state' | 'last_at'>) {
  if (state === null || at === null) return <Nothing />
  return (
    <span className={classes.last}>
      <StatusText of="delivery" value={state} />
      <RelativeTime at={at} />
    </span>
  )
}

const columns: readonly ListColumn<typeof notifierSubscriptions>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => t(eventLabels[event]), width: 190, isLink: true },
  {
    id: 'messaging_type',
    header: 'Messaging type',
    cell: ({ messaging_type }) => t(messagingLabels[messaging_type].word),
    width: 130,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => t(typeLabels[type].word), width: 120 },
  {
    id: 'url',
    header: 'URL',
    cell: ({ url }) => (url === '' ? <Nothing /> : <DimCell>{url}</DimCell>),
    width: 280,
    isGrowing: true,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => <DimCell>{description}</DimCell>, width: 200 },
  {
    id: 'last_at',
    header: 'Last delivery',
    cell: (row) => <LastDelivery {...row} />,
    width: 200,
    exports: ['last_state', 'last_at'],
    watch: ({ last_at, last_state }) => `${last_at} ${last_state}`,
  },
]
const sortable = sortableBy(notifierSubscriptions, columns)

interface NotifierPanelProps {
  organizationId: string
  /** The subscription whose panel is open; the address of the page names it. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
}

/** What an organization is notified of, where and how often. */
export function NotifierPanel({ organizationId, open, onOpen }: NotifierPanelProps) {
  const may = useCanCall(notifierSubscriptions.route)
  const mayAdd = useCanCall(createNotifierSubscription)
  const [order, setOrder] = useState<ListSearch>({})
  const [isAdding, setAdding] = useState(false)
  const params = { organization_id: organizationId }
  const query = orderOf(order)
  const found = useList(notifierSubscriptions.route, query, { params, isLive: true, enabled: may })
  if (!may) return <NoPermission action="GET_NOTIFIER_SUBS" resource="organization" />
  return (
    <section className={classes.panel}>
      <SectionHead
        title={t('Notifier subscriptions')}
        count={found.total?.total}
        actions={
          <>
            {found.rows.length > 0 && (
              <ListExport
                route={notifierSubscriptions.csv}
                params={params}
                query={query}
                title={t('Export notifier subscriptions')}
                count={found.count ?? ''}
              />
            )}
            {mayAdd && (
              <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
                {t('New subscription')}
              </Button>
            )}
          </>
        }
      />
      <ListRows
        label={t('Notifier subscriptions')}
        columns={sortable}
        list={found}
        failed={notifierSubscriptions.says.failed}
        isWhole
        sort={sortOf(order, notifierSubscriptions)}
        onSort={(sort) => setOrder(sortedBy(order, sort, notifierSubscriptions))}
        onOpen={({ id }) => onOpen(id)}
        openId={open}
        card={(row) => (
          <RowCard
            title={t(eventLabels[row.event])}
            trailing={t(messagingLabels[row.messaging_type].word)}
            facts={<LastDelivery {...row} />}
          >
            {row.description || row.url || t(typeLabels[row.type].word)}
          </RowCard>
        )}
        words={{
          noData: t('No subscriptions yet'),
          whyNoData: t(
            'Send alarms, outages and failed commands to a webhook, a mailbox, Slack, Teams or the inbox of the console.',
          ),
        }}
      />
      {isAdding && <NewSubscriptionDialog organizationId={organizationId} onClose={() => setAdding(false)} />}
      {open !== undefined && (
        <OpenSubscription key={open} organizationId={organizationId} id={open} onClose={() => onOpen(undefined)} />
      )}
    </section>
  )
}
