import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCategory, IconCoins, IconCalendar, IconProgress } from '@tabler/icons-react'
import { useState } from 'react'
import type { Change } from '@wheelhouse/contract/events.ts'
import { feePeriods, feeServices, feeStatuses, serviceFeesOf } from '@wheelhouse/contract/service-fees.ts'
import type { FeeScope, ServiceFee, ServiceFeeQuery, ServiceFeeTotals } from '@wheelhouse/contract/service-fees.ts'
import { read } from '../../lib/api.ts'
import { addressOf } from '../../lib/caller.ts'
import { useMayCall } from '../../lib/can.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/list.ts'
import type { List } from '../../lib/list.ts'
import { ListExport } from '../../lib/list-export.tsx'
import { useRefetchOnChanges } from '../../lib/stream.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { Sort } from '../../ui/data-table/table-head.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { Filter } from '../../ui/filter-chip.tsx'
import { MoreFailed } from '../../ui/list-foot.tsx'
import { SectionHead } from '../../ui/page.tsx'
import { ErrorState, NoData, NoMatch, NoPermission, Skeleton } from '../../ui/states.tsx'
import { ownerParams } from './fee-calls.ts'
import type { Payer } from './fee-calls.ts'
import { FeeCard, feeColumns, overviewColumns } from './fee-columns.tsx'
import { NewFeeDialog } from './FeeDialogs.tsx'
import { FeePanel } from './FeePanel.tsx'
import type { FeeHistory } from './FeePanel.tsx'
import { ActiveTotals } from './FeeTotals.tsx'
import { periodWords, serviceWords, statusWords } from './fee-words.ts'
import classes from './service-fees.module.css'

interface ServiceFeesPanelProps {
  /** Who pays. Of an organization the fees of the locations it owns are summed beside its own. */
  resource: Payer
  /** What happened to one fee, from the events feature. */
  history?: FeeHistory
}

interface Asked {
  status?: string[]
  service?: string[]
  period?: string[]
  sort: Sort
}

const atFirst: Asked = { sort: { column: 'status', direction: 'asc' } }
const moves = ({ type }: Change): boolean => type === 'service_fee'
const rowId = ({ id }: ServiceFee): string => id

/** What a location or an organization pays us: the active totals, and every fee that is, was or will be. */
export function ServiceFeesPanel({ resource, history }: ServiceFeesPanelProps) {
  const routes = serviceFeesOf[resource.type]
  const may = useMayCall(routes.list)
  if (!may) return <NoPermission action="GET_SERVICE_FEES" resource={resource.type} />
  return <Fees key={resource.id} resource={resource} history={history} />
}

function Fees({ resource, history }: ServiceFeesPanelProps) {
  const [asked, setAsked] = useState(atFirst)
  const [openId, setOpenId] = useState<string | null>(null)
  const isOverview = resource.type === 'organization'
  const scope: FeeScope = isOverview ? 'with_locations' : 'own'
  const { status, service, period, sort } = asked
  const query = { scope, status, service, period, sort: sort.column as ServiceFeeQuery['sort'], order: sort.direction }
  const { list: route, exports } = serviceFeesOf[resource.type]
  const params = ownerParams(resource)
  const list = useList(route, query, { failed: fetchFailures.serviceFees, params, live: moves })
  const totals = useTotals(resource, scope)
  const open = useOpenFee(list.rows, openId)
  const clear = (): void => setAsked(atFirst)
  return (
    <div className={classes.panel}>
      <Totals totals={totals} isOverview={isOverview} />
      <SectionHead
        title={t('Service fees')}
        actions={<NewFee resource={resource} totals={totals.data} onDone={({ id }) => setOpenId(id)} />}
      />
      <FilterBar filters={filtersOf(asked, setAsked)} onClear={clear}>
        {list.count !== undefined && <span>{list.count === '1' ? t('1 fee') : t('{{count}} fees', { count: list.count })}</span>}
        <ListExport isSmall route={exports} params={params} query={query} title={t('Export service fees')} count={list.count ?? ''} />
      </FilterBar>
      <DataTable
        label={t('Service fees')}
        columns={isOverview ? overviewColumns : feeColumns}
        rows={list.rows}
        rowId={rowId}
        total={list.total}
        hasMore={list.hasMore}
        onLoadMore={list.loadMore}
        onView={list.onView}
        isLoading={list.isLoading}
        isWhole
        sort={sort}
        onSort={(next) => setAsked({ ...asked, sort: next })}
        onOpen={({ id }) => setOpenId(id)}
        card={(fee) => <FeeCard fee={fee} isNamed={isOverview} />}
        state={stateOf(list, status ?? service ?? period, clear)}
      />
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={fetchFailures.serviceFees} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
      {open && <FeePanel key={open.fee.id} {...open} history={history} onClose={() => setOpenId(null)} />}
    </div>
  )
}

/** The open fee as the list has it now; deleted meanwhile it is shown as it was, and says so. */
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
  useRefetchOnChanges([addressOf(totals.path, params)], moves, 1_000)
  return useQuery(read(totals, { params, query: { scope } }, fetchFailures.serviceFees))
}

function Totals({ totals, isOverview }: { totals: ReturnType<typeof useTotals>; isOverview: boolean }) {
  if (totals.data) return <ActiveTotals totals={totals.data} isOverview={isOverview} />
  if (totals.error)
    return <ErrorState title={fetchFailures.serviceFees} detail={totals.error.message} onRetry={() => void totals.refetch()} />
  return <Skeleton lines={2} />
}

interface NewFeeProps {
  resource: Payer
  totals: ServiceFeeTotals | undefined
  onDone: (fee: ServiceFee) => void
}

function NewFee({ resource, totals, onDone }: NewFeeProps) {
  const may = useMayCall(serviceFeesOf[resource.type].create)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconCoins size={15} stroke={1.75} />}
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

function stateOf(list: List<ServiceFee>, filter: string[] | undefined, clear: () => void) {
  if (list.rows.length > 0 || list.isLoading) return undefined
  if (list.error !== null) return <ErrorState title={fetchFailures.serviceFees} detail={list.error.message} onRetry={list.retry} />
  if (filter !== undefined) return <NoMatch title={t('No service fee matches')} onClear={clear} />
  return (
    <NoData title={t('No service fees yet')}>{t('What is paid for platform, connectivity, maintenance and more appears here.')}</NoData>
  )
}

function filtersOf(asked: Asked, onAsk: (asked: Asked) => void): Filter[] {
  const chosen = (id: 'status' | 'service' | 'period', label: string, icon: Filter['icon'], words: [string, string][]): Filter => ({
    ...{ id, label, icon, operators: [{ value: 'is', label: t('is') }], operator: 'is', isOffered: true },
    choices: words.map(([value, word]) => ({ value, label: t(word) })),
    selected: asked[id] ?? [],
    onChange: ({ selected }) => onAsk({ ...asked, [id]: selected.length > 0 ? selected : undefined }),
  })
  return [
    chosen(
      'status',
      t('Status'),
      IconProgress,
      feeStatuses.map((value) => [value, statusWords[value]]),
    ),
    chosen(
      'service',
      t('Service'),
      IconCategory,
      feeServices.map((value) => [value, serviceWords[value]]),
    ),
    chosen(
      'period',
      t('Period'),
      IconCalendar,
      feePeriods.map((value) => [value, periodWords[value].word]),
    ),
  ]
}
