import { Button } from '@mantine/core'
import { IconBuilding, IconMapPin, IconPencil, IconPower, IconTicket } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { listSubscriptionPayments } from '@wheelhouse/contract/subscriptions/subscription-payments.ts'
import { listSubscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import {
  getSubscription,
  listSubscriptionEvents,
  setSubscriptionStatus,
  updateSubscription,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { lastList } from '../../lists/last-viewed-list.ts'
import type { OnSearch } from '../../lists/list-address.ts'
import { useLiveBadge } from '../../live/live-badge.ts'
import { ThingPage } from '../../live/thing-page.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { DetailsHeader, idFact } from '../../ui/details/details.tsx'
import { StatusPill } from '../../ui/details/status.tsx'
import { DetailsSkeleton, RowBones } from '../../ui/details/details-skeleton.tsx'
import { Tabs } from '../../ui/frame/page.tsx'
import { OrganizationLink } from '../organizations/organization-link.tsx'
import { subscriptionPath } from './subscription-link.tsx'
import type { SubscriptionSearch, SubscriptionTab } from './subscription-address.ts'
import { Capacity, Fees, placesText } from './subscription-columns.tsx'
import classes from './subscriptions.module.css'

const EditSubscriptionDialog = lazyComponent(() =>
  import('./subscription-dialog.tsx').then((module) => module.EditSubscriptionDialog),
)
const SubscribersPanel = lazyComponent(() =>
  import('./subscribers-panel.tsx').then((module) => module.SubscribersPanel),
)
const TargetsPanel = lazyComponent(() => import('./targets-panel.tsx').then((module) => module.TargetsPanel))

interface SubscriptionScreenProps {
  id: string
  /** The address is the state. */
  search: SubscriptionSearch
  onSearch: OnSearch<SubscriptionSearch>
  /** Payments and events belong to other features: the application puts them in. */
  payments: ReactNode
  history: ReactNode
}

/** One subscription or pass: who pays for it, where it counts, and what was paid. */
export function SubscriptionScreen(props: SubscriptionScreenProps) {
  const may = useCanCall(getSubscription)
  const params = { subscription_id: props.id }
  const query = useLive(getSubscription, { params }, { enabled: may, isQuiet: true })
  useDocumentTitle(query.data?.name ?? t('Subscription/pass'))
  const back = { label: t('Subscriptions/passes'), href: '/subscriptions' }
  return (
    <ThingPage
      route={getSubscription}
      query={query}
      title={t('Subscription/pass')}
      back={back}
      thing={t('subscription')}
      bones={
        <DetailsSkeleton title={t('Subscription/pass')} back={back}>
          <RowBones rows={12} />
        </DetailsSkeleton>
      }
    >
      {(row) => <Details {...props} row={row} />}
    </ThingPage>
  )
}

type DetailsProps = SubscriptionScreenProps & { row: Subscription }

function Details({ row, ...props }: DetailsProps) {
  const { search, onSearch } = props
  const live = useLiveBadge()
  const mayEdit = useCanCall(updateSubscription)
  const tabs = useTabs(row, search.tab)
  return (
    <>
      <DetailsHeader
        crumbs={[
          { label: t('Subscriptions/passes'), href: lastList('subscriptions')?.href ?? '/subscriptions' },
          { label: row.name },
        ]}
        {...live}
        name={row.name}
        states={<StatusPill of="subscription" value={row.status} />}
        actions={<HeadActions row={row} onEdit={() => onSearch({ ...search, edit: 'yes' })} />}
        facts={factsOf(row)}
        tabs={<Tabs label={t('Parts of this subscription')} tabs={tabs} />}
      />
      {row.description !== '' && search.tab === undefined && <p className={classes.about}>{row.description}</p>}
      <Part row={row} {...props} />
      {search.edit !== undefined && mayEdit && (
        <EditSubscriptionDialog row={row} onClose={() => onSearch({ ...search, edit: undefined })} />
      )}
    </>
  )
}

function Part({ row, search, onSearch, payments, history }: DetailsProps) {
  const maySubscribers = useCanCall(listSubscribers)
  // Who does not see people begins with the locations.
  const tab = search.tab ?? (maySubscribers ? undefined : 'targets')
  switch (tab) {
    case 'targets':
      return <TargetsPanel row={row} />
    case 'payments':
      return <div className={classes.payments}>{payments}</div>
    case 'events':
      return <div className={classes.history}>{history}</div>
    case undefined:
      return <SubscribersPanel row={row} search={search} onSearch={onSearch} />
  }
}

function useTabs(row: Subscription, active: SubscriptionTab | undefined) {
  const hasSubscribers = useCanCall(listSubscribers)
  const hasPayments = [useCanCall(listPayments), useCanCall(listSubscriptionPayments)].includes(true)
  const hasEvents = useCanCall(listSubscriptionEvents)
  const href = subscriptionPath(row.id)
  const shown = active ?? (hasSubscribers ? undefined : 'targets')
  const tab = (id: SubscriptionTab, label: string) => ({ id, label, href: `${href}?tab=${id}`, isActive: shown === id })
  return [
    ...(hasSubscribers ? [{ id: 'subscribers', label: t('Subscribers'), href, isActive: shown === undefined }] : []),
    tab('targets', t('Locations and devices')),
    ...(hasPayments ? [tab('payments', t('Payments'))] : []),
    ...(hasEvents ? [tab('events', t('Events'))] : []),
  ]
}

function factsOf(row: Subscription) {
  const { organization_id: id, organization_name: name } = row
  return [
    { value: <Capacity {...row} word={t('subscribers')} /> },
    { icon: IconTicket, value: <Fees row={row} /> },
    { icon: IconMapPin, value: placesText(row), isWideOnly: true },
    ...(id !== null && name !== null
      ? [{ icon: IconBuilding, value: <OrganizationLink id={id} name={name} />, isWideOnly: true }]
      : []),
    { value: row.is_exclusive ? t('Locks for subscribers only') : t('Locks open to everyone'), isWideOnly: true },
    idFact(row.id),
  ]
}

function HeadActions({ row, onEdit }: { row: Subscription; onEdit: () => void }) {
  const mayEdit = useCanCall(updateSubscription)
  const isActive = row.status === 'active'
  return (
    <>
      {mayEdit && (
        <Button leftSection={<IconPencil size={15} />} onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      <ActionButton
        route={setSubscriptionStatus}
        input={{
          params: { subscription_id: row.id },
          version: row.version,
          body: { status: isActive ? 'not_active' : 'active' },
        }}
        label={isActive ? t('Switch off') : t('Switch on')}
        icon={IconPower}
        variant={isActive ? 'default' : 'filled'}
        confirm={isActive ? confirmOff(row) : confirmOn(row)}
        done={isActive ? t('Subscription switched off') : t('Subscription switched on')}
      />
    </>
  )
}

const confirmOn = (row: Subscription) => ({
  title: t('Switch on {{name}}?', { name: row.name }),
  children: row.is_exclusive
    ? t(
        'From now on only subscribers and users on an allowlist open the locks: {{places}}. Everyone else is refused as soon as a lock has its list.',
        {
          places: placesText(row),
        },
      )
    : t('Users can subscribe. The locks stay open to everyone, and subscribers park free of charge: {{places}}.', {
        places: placesText(row),
      }),
  keepLabel: t('Keep off'),
})

const confirmOff = (row: Subscription) => ({
  title: t('Switch off {{name}}?', { name: row.name }),
  children: t(
    'Nobody can subscribe any more and nothing is renewed. Each subscriber keeps access until the expiration date; after the last one the locks open for everyone again.',
  ),
  isDanger: true,
  keepLabel: t('Keep on'),
})
