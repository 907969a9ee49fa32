import { Button } from '@mantine/core'
import { IconCategory, IconCalendar, IconCoin, IconPlus, IconProgress } from '@tabler/icons-react'
import { useState } from 'react'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { FeeScope, ServiceFee, ServiceFeeTotals } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useCanCall } from '../../session/can.ts'
import { feeAddress } from './fee-address.ts'
import type { FeeSearch } from './fee-address.ts'
import { t } from '../../i18n/i18n.ts'
import { ListRows } from '../../lists/list-rows.tsx'
import { useList } from '../../lists/list.ts'
import { ageChip, chip, filtersOf } from '../../lists/list-filters.tsx'
import { useLinkedValues } from '../../lists/linked-values.ts'
import type { Chips, ValueChip } from '../../lists/list-filters.tsx'
import { cleared, isNarrowed, orderOf, sortedBy, sortOf } from '../../lists/list-search.ts'
import { ListExport } from '../../lists/list-export.tsx'
import { useLive } from '../../live/use-live.ts'
import { FilterBar } from '../../ui/list-parts/filter-bar.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import { ownerParams } from './fee-calls.ts'
import type { Payer } from './fee-calls.ts'
import { FeeCard, feeColumns, overviewColumns } from './fee-columns.tsx'
import { NewFeeDialog } from './fee-dialogs.tsx'
import { FeePanel } from './fee-panel.tsx'
import type { FeeHistory } from './fee-panel.tsx'
import { ActiveTotals } from './fee-totals.tsx'
import { periodLabels, serviceLabels, statusLabels } from './fee-labels.ts'
import classes from './service-fees.module.css'

interface ServiceFeesPanelProps {
  /** Who pays. Of an organization the fees of the locations it owns are summed beside its own. */
  resource: Payer
  /** It takes no new fees. */
  isClosed?: boolean
  /** The address is the state of the filter and the order. */
  search: FeeSearch
  onSearch: (search: FeeSearch) => void
  /** What happened to one fee, from the events feature. */
  history?: FeeHistory
}

/** The same of a location and of an organization. */
const { failed } = serviceFeesOf.location.list.says

/** What a location or an organization pays us: the active totals, and every fee that is, was or will be. */
export function ServiceFeesPanel(props: ServiceFeesPanelProps) {
  const { resource } = props
  const routes = serviceFeesOf[resource.type]
  const may = useCanCall(routes.list)
  if (!may) return <NoPermission action="GET_SERVICE_FEES" resource={resource.type} />
  return <Fees key={resource.id} {...props} />
}

function Fees({ resource, isClosed, search, onSearch, history }: ServiceFeesPanelProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const isOverview = resource.type === 'organization'
  const scope: FeeScope = isOverview ? 'with_locations' : 'own'
  const own = feeAddress.from(search)
  const onOwn = (next: typeof own): void => onSearch({ ...search, ...feeAddress.into(next) })
  const { fees, exports } = serviceFeesOf[resource.type]
  const query = { ...feeAddress.filter(own), scope, ...orderOf(own) }
  const params = ownerParams(resource)
  const list = useList(fees.route, query, { params, isLive: true })
  const currency = useLinkedValues({ label: t('Currency'), icon: IconCoin }, own.currency, own.currency_not)
  const filters = filtersOf(fees, own, onOwn, chips(currency))
  const totals = useTotals(resource, scope)
  const open = useOpenFee(list.rows, openId)
  const clear = (): void => onOwn(cleared(own))
  return (
    <div className={classes.panel}>
      <Totals totals={totals} isOverview={isOverview} />
      <SectionHead
        title={t('Service fees')}
        actions={
          <>
            <ListExport
              route={exports}
              params={params}
              query={query}
              title={t('Export service fees')}
              count={list.count ?? ''}
            />
            {!isClosed && <NewFee resource={resource} totals={totals.data} onDone={({ id }) => setOpenId(id)} />}
          </>
        }
      />
      <FilterBar filters={filters} onClear={clear}>
        {list.count !== undefined && (
          <span>{list.count === '1' ? t('1 fee') : t('{{count}} fees', { count: list.count })}</span>
        )}
      </FilterBar>
      <ListRows
        label={t('Service fees')}
        columns={isOverview ? overviewColumns : feeColumns}
        list={list}
        failed={failed}
        isWhole
        sort={sortOf(own, fees)}
        onSort={(sort) => onOwn(sortedBy(own, sort, fees))}
        onOpen={({ id }) => setOpenId(id)}
        openId={openId ?? undefined}
        card={(fee) => <FeeCard fee={fee} isNamed={isOverview} />}
        words={words()}
        isFiltered={isNarrowed(own)}
        onClear={clear}
      />
      {open && <FeePanel key={open.fee.id} {...open} history={history} onClose={() => setOpenId(null)} />}
    </div>
  )
}

/** The open fee as the list has it now. A fee that someone deletes while it is open stays visible with a notice. */
function useOpenFee(rows: readonly ServiceFee[], id: string | null): { fee: ServiceFee; isGone: boolean } | null {
  const [last, setLast] = useState<ServiceFee | null>(null)
  const found = rows.find((row) => row.id === id)
  if (found !== undefined && found !== last) setLast(found)
  if (id === null) return null
  if (found) return { fee: found, isGone: false }
  return last?.id === id ? { fee: last, isGone: true } : null
}

const useTotals = (resource: Payer, scope: FeeScope) => {
  const { totals } = serviceFeesOf[resource.type]
  const params = ownerParams(resource)
  return useLive(totals, { params, query: { scope } })
}

function Totals({ totals, isOverview }: { totals: ReturnType<typeof useTotals>; isOverview: boolean }) {
  return (
    <Loaded query={totals} failed={failed} bones={<Skeleton lines={2} />}>
      {(found) => <ActiveTotals totals={found} isOverview={isOverview} />}
    </Loaded>
  )
}

interface NewFeeProps {
  resource: Payer
  totals: ServiceFeeTotals | undefined
  onDone: (fee: ServiceFee) => void
}

function NewFee({ resource, totals, onDone }: NewFeeProps) {
  const may = useCanCall(serviceFeesOf[resource.type].create)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <Button
        leftSection={<IconPlus size={15} aria-hidden />}
        disabled={totals === undefined}
        onClick={() => setOpen(true)}
      >
        {t('New service fee')}
      </Button>
      {isOpen && totals && (
        <NewFeeDialog
          payer={resource}
          today={totals.today}
          currency={totals.all[0]?.currency ?? 'EUR'}
          onDone={(fee) => (close(), onDone(fee))}
          onClose={close}
        />
      )}
    </>
  )
}

const chips = (currency: ValueChip<string> | null): Chips<typeof serviceFeesOf.location.fees> => ({
  status: chip(t('Status'), IconProgress, statusLabels),
  service: chip(t('Service'), IconCategory, serviceLabels),
  period: chip(t('Period'), IconCalendar, periodLabels),
  created_at: ageChip(t('Created')),
  // The panel says whose fees they are.
  scope: null,
  currency,
})

const words = () => ({
  noMatch: t('No service fee matches'),
  noData: t('No service fees yet'),
  whyNoData: t('Fees for platform, connectivity, maintenance and more appear here.'),
})
