import type { ReactNode } from 'react'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { DataTableProps } from '../ui/data-table/data-table.tsx'
import { ErrorState, NoData, NoMatch } from '../ui/frame/states.tsx'
import { MoreFailed } from '../ui/list-parts/list-footer.tsx'
import type { List } from './list.ts'

export interface ListWords {
  noData: string
  whyNoData?: ReactNode
  /** Where the list can be filtered. */
  noMatch?: string
}

interface Empty {
  words: ListWords
  /** What the calls of the list say when one fails. */
  failed: string
  isFiltered?: boolean
  onClear?: () => void
}

/** What is shown instead of rows; nothing while there are some, or they are on their way. */
export function emptyState<Row>(list: List<Row>, { words, failed, isFiltered = false, onClear }: Empty): ReactNode {
  if (list.rows.length > 0 || list.isLoading) return undefined
  if (list.error !== null) return <ErrorState title={failed} detail={list.error.message} onRetry={list.retry} />
  if (list.hasMore) return undefined
  if (isFiltered && onClear !== undefined) return <NoMatch title={words.noMatch ?? words.noData} onClear={onClear} />
  return <NoData title={words.noData}>{words.whyNoData}</NoData>
}

type OfTheList = 'rows' | 'rowId' | 'total' | 'hasMore' | 'onLoadMore' | 'onView' | 'isLoading' | 'isPast' | 'state'

type ListRowsProps<Row extends object> = Omit<DataTableProps<Row>, OfTheList> &
  Empty & {
    list: List<Row>
    /** Some of the list's rows, where a panel shows no more. */
    rows?: readonly Row[]
  }

/** Every row of a list has an `id` (contract, `list`). */
const rowId = (row: object): string => String(fieldOf(row, 'id'))

/** The rows of a list inside of a page: loading, empty, failed, and failed further down, as on a list's own screen. */
export function ListRows<Row extends object>({
  list,
  rows,
  words,
  failed,
  isFiltered,
  onClear,
  ...table
}: ListRowsProps<Row>) {
  return (
    <>
      <DataTable
        {...table}
        rows={rows ?? list.rows}
        rowId={rowId}
        total={list.total}
        // After a failure only the person asks again.
        hasMore={rows === undefined && list.hasMore && list.error === null}
        onLoadMore={list.loadMore}
        onView={list.onView}
        isLoading={list.isLoading}
        isPast={list.isPast}
        state={emptyState(list, { words, failed, isFiltered, onClear })}
      />
      {list.error !== null && list.rows.length > 0 && (
        <MoreFailed title={failed} isBusy={list.isLoadingMore} onRetry={list.retry} />
      )}
    </>
  )
}
