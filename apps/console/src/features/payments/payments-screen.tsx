import { IconCategory, IconCoin, IconProgress } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getPayment, getPaymentTotals } from '@wheelhouse/contract/payments/payments.ts'
import type { Payment, payments } from '@wheelhouse/contract/payments/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { chip } from '../../lists/list-filters.tsx'
import type { Chips } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { localDaysChip } from '../../lists/chart-chips.ts'
import { linkedChip } from '../../lists/linked-chip.ts'
import { useSpan } from '../../lists/use-span.ts'
import { periodChip } from '../../lists/when-chips.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { useDashboardChip } from '../dashboards/dashboard-choices.ts'
import { useOrganizationChip } from '../organizations/organization-choices.ts'
import { useLocationChip } from '../locations/location-choices.ts'
import { useRiderChip } from '../search/rider-chip-picker.ts'
import { PaymentCard, paymentColumns } from './payment-columns.tsx'
import { stateLabels, typeLabels } from './payment-labels.ts'
import { paymentTabs } from './payment-tabs.ts'
import { paymentsAddress } from './payment-search.ts'
import classes from './payments.module.css'

// What no row needs comes with its first use.
const OpenPayment = lazyComponent(() => import('./payment-panel.tsx').then((module) => module.OpenPayment))

type ScreenProps = ListScreenProps<typeof paymentsAddress> & { history?: (id: string) => ReactNode }

const card = (row: Payment) => <PaymentCard payment={row} />

const offered = ['today', 'last_7_days', 'last_30_days', 'current_month', 'last_month', 'current_year'] as const

/** Every payment that the person may see, the newest first, with its sums by currency. */
export function PaymentsScreen({ search, onSearch, history }: ScreenProps) {
  const span = useSpan(search)
  const mayOpen = useCanCall(getPayment)
  const format = useFormat()
  const currencies = ['EUR', 'NOK', 'USD', 'SEK', 'DKK', 'GBP', ...(search.currency ?? [])]
  const filters: Chips<typeof payments> = {
    from: periodChip(t('Time'), search.period, format, (period) => onSearch({ ...search, period }), offered),
    to: null,
    days: localDaysChip(search.days, format, () => onSearch({ ...search, days: undefined })),
    state: chip(t('State'), IconProgress, stateLabels),
    type: chip(t('Type'), IconCategory, typeLabels),
    currency: {
      label: t('Currency'),
      icon: IconCoin,
      choices: [...new Set(currencies)].map((value) => ({ value, label: value })),
    },
    location_id: useLocationChip(search),
    organization_id: useOrganizationChip(search, { isOffered: false }),
    dashboard_id: useDashboardChip(search.dashboard_id, () => onSearch({ ...search, dashboard_id: undefined })),
    user_id: useRiderChip(search.user_id, (user_id) => onSearch({ ...search, user_id }), { isOffered: false }),
    // Links from a subscription and a provider's message ask for these.
    subscription_id: linkedChip({
      id: 'subscription_id',
      label: t('Subscription/pass'),
      value: search.subscription_id,
      text: t('this subscription'),
      onRemove: () => onSearch({ ...search, subscription_id: undefined }),
    }),
    reference: linkedChip({
      id: 'reference',
      label: t('Reference'),
      value: search.reference,
      text: search.reference ?? '',
      onRemove: () => onSearch({ ...search, reference: undefined }),
    }),
  }
  return (
    <>
      <ListPage
        address={paymentsAddress}
        search={search}
        onSearch={onSearch}
        title={t('Payments')}
        query={span}
        timeColumn="created_at"
        columns={paymentColumns}
        card={card}
        onOpen={({ id }) => onSearch({ ...search, open: id })}
        filters={filters}
        tabs={paymentTabs('payments')}
        legend={<Totals query={{ ...paymentsAddress.filter(search), ...span }} />}
        words={{
          noMatch: t('No payment matches'),
          noData: t('No payments yet'),
          whyNoData: t('A payment appears here when a session with a fee ends.'),
        }}
      />
      {mayOpen && search.open !== undefined && (
        <OpenPayment
          key={search.open}
          id={search.open}
          history={history}
          onClose={() => onSearch({ ...search, open: undefined })}
        />
      )}
    </>
  )
}

type TotalsQuery = ReturnType<typeof paymentsAddress.filter>

/** Currencies are never added together. */
function Totals({ query }: { query: TotalsQuery }) {
  const may = useCanCall(getPaymentTotals)
  const { money } = useFormat()
  const totals = useLive(getPaymentTotals, { query }, { enabled: may, isQuiet: true })
  if (!totals.data) return null
  return (
    <ul className={classes.totals} aria-label={t('Totals by currency')}>
      {totals.data.totals.map(({ currency, captured_minor, refunded_minor, open_minor }) => (
        <li key={currency}>
          <strong>{money(captured_minor - refunded_minor, currency)}</strong> {t('net')}
          {open_minor > 0 && (
            <span>
              {' · '}
              {t('{{sum}} open', { sum: money(open_minor, currency) })}
            </span>
          )}
        </li>
      ))}
      {!totals.data.is_exact && <li>{t('of the newest 50,000')}</li>}
    </ul>
  )
}
