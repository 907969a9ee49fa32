import { IconCategory, IconProgress } from '@tabler/icons-react'
import { getPayment } from '@wheelhouse/contract/payments/payments.ts'
import type { DifferenceKind, PaymentDifference, paymentDifferences } from '@wheelhouse/contract/payments/payments.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { ageChip, chip } from '../../lists/list-filters.tsx'
import type { ListScreenProps } from '../../lists/list-address.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { useCanCall } from '../../session/can.ts'
import { NameCell, Nothing } from '../../ui/data-table/cells.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { RowCard } from '../../ui/list-parts/row-card.tsx'
import { differencesAddress } from './payment-search.ts'
import { paymentTabs } from './payment-tabs.ts'

/** Keys of `t`. */
const differenceLabels: Record<DifferenceKind, string> = {
  missing_here: 'Missing here',
  missing_there: 'Missing at the provider',
  amount_differs: 'Amounts differ',
}

const OpenPayment = lazyComponent(() => import('./payment-panel.tsx').then((module) => module.OpenPayment))

const statuses = { open: 'Open', resolved: 'Resolved' } as const
const movements = { charge: 'Charge', refund: 'Refund' } as const

function Sum({ minor, currency }: { minor: number | null; currency: string }) {
  const { money } = useFormat()
  return minor === null ? <Nothing /> : money(minor, currency)
}

function Day({ day }: { day: string }) {
  const { fullDay } = useFormat()
  return fullDay(day)
}

const columns: readonly ListColumn<typeof paymentDifferences>[] = [
  {
    id: 'kind',
    header: 'Difference',
    cell: ({ kind }) => <NameCell>{t(differenceLabels[kind])}</NameCell>,
    width: 220,
    pin: 'start',
    isHideable: false,
    isLink: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => t(statuses[status]),
    width: 96,
    watch: ({ status }) => status,
  },
  { id: 'day', header: 'Day', cell: ({ day }) => <Day day={day} />, width: 120 },
  { id: 'movement', header: 'Movement', cell: ({ movement }) => t(movements[movement]), width: 100 },
  {
    id: 'ours_sum',
    header: 'Here',
    cell: ({ ours_minor, currency }) => <Sum minor={ours_minor} currency={currency} />,
    width: 120,
    align: 'end',
    exports: ['ours', 'currency'],
  },
  {
    id: 'theirs_sum',
    header: 'Provider',
    cell: ({ theirs_minor, currency }) => <Sum minor={theirs_minor} currency={currency} />,
    width: 120,
    align: 'end',
    exports: ['theirs'],
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <CopyableId id={reference} isMono />,
    width: 320,
    isGrowing: true,
  },
]

const card = (row: PaymentDifference) => (
  <RowCard title={t(differenceLabels[row.kind])} trailing={t(statuses[row.status])} facts={<Day day={row.day} />}>
    {row.reference}
  </RowCard>
)

/** What the daily comparison with the provider found: each row opens the payment that it is about. */
export function DifferencesScreen({ search, onSearch }: ListScreenProps<typeof differencesAddress>) {
  const mayOpen = useCanCall(getPayment)
  return (
    <>
      <ListPage
        address={differencesAddress}
        search={search}
        onSearch={onSearch}
        title={t('Payments')}
        label={t('Differences with the provider')}
        columns={columns}
        card={card}
        onOpen={({ payment_id }) => payment_id !== null && onSearch({ ...search, open: payment_id })}
        filters={{
          status: chip(t('Status'), IconProgress, statuses),
          kind: chip(t('Difference'), IconCategory, differenceLabels),
          found_at: ageChip(t('Found')),
        }}
        tabs={paymentTabs('differences')}
        words={{
          noMatch: t('No difference matches'),
          noData: t('No differences'),
          whyNoData: t('Every night, the payments of the last two days are compared with the provider.'),
        }}
      />
      {mayOpen && search.open !== undefined && (
        <OpenPayment key={search.open} id={search.open} onClose={() => onSearch({ ...search, open: undefined })} />
      )}
    </>
  )
}
