import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { RowOf } from '@wheelhouse/contract/list.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import type { List } from '../../lists/list.ts'
import type { AnyList } from '../../lists/list-address.ts'
import { sortableBy } from '../../lists/list-columns.ts'
import type { ListColumn } from '../../lists/list-columns.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Link } from '../../ui/details/link.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { ErrorState, NoData } from '../../ui/frame/states.tsx'
import classes from './organization-page.module.css'

interface RowsProps<L extends AnyList> {
  list: L
  organizationId: string
  label: string
  columns: readonly ListColumn<L>[]
  card: (row: RowOf<L>) => ReactNode
  rowHref: (row: RowOf<L>) => string
  /** The same rows on their own list, with its filters and actions. */
  allHref: string
  noData: string
}

const rowId = (row: object): string => (row as { id: string }).id

/** A list narrowed to one organization; filters and bulk actions are on the list itself. */
export function RowsOfOrganization<L extends AnyList>(props: RowsProps<L>) {
  const { list, organizationId, label, card, rowHref, allHref, noData } = props
  const found = useList(list.route, { organization_id: [organizationId] }, { isLive: true }) as unknown as List<
    RowOf<L>
  >
  const columns = useMemo(
    () => sortableBy(list, props.columns).map((column) => ({ ...column, isSortable: false })),
    [list, props.columns],
  )
  const empty = found.error ? (
    <ErrorState title={list.route.says.failed} detail={found.error.message} onRetry={found.retry} />
  ) : (
    <NoData title={noData} />
  )
  return (
    <div className={classes.rows}>
      <SectionHead title={label} detail={found.count} actions={<Link href={allHref}>{t('Open as a list')}</Link>} />
      <DataTable
        label={label}
        columns={columns}
        rows={found.rows}
        rowId={rowId}
        rowHref={rowHref}
        card={card}
        total={found.total}
        hasMore={found.hasMore}
        onLoadMore={found.loadMore}
        onView={found.onView}
        isLoading={found.isLoading}
        isPast={found.isPast}
        state={found.rows.length === 0 && !found.isLoading ? empty : undefined}
      />
    </div>
  )
}
