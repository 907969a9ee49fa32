import type { ExportedOf, RowOf, SortOfList } from '@wheelhouse/contract/list.ts'
import type { Column } from '../ui/data-table/columns.ts'
import type { AnyList } from './list-address.ts'

type Drawn<L extends AnyList> = Omit<Column<RowOf<L>>, 'id' | 'exports' | 'isSortable'>

/**
 * A column of a list. Its id is a key of the row or one of the orders of the list. A column that combines several values
 * has a new id and names its columns in the exported file.
 */
export type ListColumn<L extends AnyList> = Drawn<L> &
  (
    | { id: (keyof RowOf<L> & string) | SortOfList<L>; exports?: readonly ExportedOf<L>[] }
    | { id: string; exports: readonly ExportedOf<L>[] }
  )

/**
 * The columns as the table takes them: what the list sorts by can be sorted by, and a list in the order of time by its time.
 * The column that it is sorted by is shown.
 */
export function sortableBy<L extends AnyList>(
  list: L,
  columns: readonly ListColumn<L>[],
  timeColumn?: string,
  sort?: string,
): Column<RowOf<L>>[] {
  const sorts: readonly string[] = list.sortBy ?? (timeColumn === undefined ? [] : [timeColumn])
  return columns.map((column) => ({
    ...column,
    isSortable: sorts.includes(column.id),
    isHiddenAtFirst: column.isHiddenAtFirst === true && column.id !== sort,
  }))
}
