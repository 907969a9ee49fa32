import { IconCircleCheck, IconCoin } from '@tabler/icons-react'
import { createSubscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { t } from '../../i18n/i18n.ts'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CreateButton } from '../../ui/frame/create-button.tsx'
import { subscriptionsAddress } from './subscription-address.ts'
import { subscriptionPath } from './subscription-link.tsx'
import { SubscriptionCard, subscriptionColumns } from './subscription-columns.tsx'
import { statusLabels } from './subscription-labels.ts'

const NewSubscriptionDialog = lazyComponent(() =>
  import('./subscription-dialog.tsx').then((module) => module.NewSubscriptionDialog),
)

const rowName = ({ name }: Subscription): string => name
const rowHref = ({ id }: Subscription): string => subscriptionPath(id)
const card = (row: Subscription) => <SubscriptionCard row={row} />
const usualCurrencies = ['EUR', 'NOK', 'USD', 'SEK', 'DKK', 'GBP']

interface SubscriptionsScreenProps extends ListScreenProps<typeof subscriptionsAddress> {
  onCreated: (id: string) => void
}

/** What riders can subscribe to: fees, places that are left, and where it counts. */
export function SubscriptionsScreen({ search, onSearch, onCreated }: SubscriptionsScreenProps) {
  const mayCreate = useCanCall(createSubscription)
  const currencies = [...new Set([...usualCurrencies, ...(search.currency ?? [])])]
  return (
    <>
      <ListPage
        address={subscriptionsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Subscriptions/passes')}
        columns={subscriptionColumns}
        card={card}
        rowName={rowName}
        rowHref={rowHref}
        filters={{
          status: chip(t('Status'), IconCircleCheck, statusLabels),
          currency: {
            label: t('Currency'),
            icon: IconCoin,
            choices: currencies.map((value) => ({ value, label: value })),
          },
          created_at: ageChip(t('Created')),
        }}
        find={t('Name or description')}
        actions={
          mayCreate && (
            <CreateButton label={t('New subscription')} onClick={() => onSearch({ ...search, open: 'new' })} />
          )
        }
        words={{
          noMatch: t('No subscription matches'),
          noData: t('No subscriptions yet'),
          whyNoData: t(
            'A subscription lets riders pay by the day, week or month for a garage, a hangar or some docks.',
          ),
        }}
      />
      {search.open === 'new' && mayCreate && (
        <NewSubscriptionDialog
          onDone={({ id }) => onCreated(id)}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}
