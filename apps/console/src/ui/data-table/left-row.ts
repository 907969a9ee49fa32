/** A row by its id, and the place of its cell where the focus was inside of the row. */
export type HeldRow = { id: string; cell: number | null }

const leftRows = new Map<string, HeldRow>()

/** Two lists of one page have different labels; another filter is another address. */
const keyOf = (label: string) => `${window.location.pathname}${window.location.search} ${label}`

/** The row that had the focus last in this list: the place to return to from the page that it opened. */
export const keepLeftRow = (label: string, row: HeldRow): void => void leftRows.set(keyOf(label), row)

export const leftRow = (label: string): HeldRow | undefined => leftRows.get(keyOf(label))

/** Its present place; null when the list was never left from a row, or that row is not among those loaded. */
export function placeOfLeftRow<Row>(label: string, rows: readonly Row[], rowId: (row: Row) => string): number | null {
  const left = leftRow(label)
  const place = left === undefined ? -1 : rows.findIndex((row) => rowId(row) === left.id)
  return place < 0 ? null : place
}

/** Nothing has the focus, or only the whole screen, which gets it when a page has gone. */
export function isFocusFree(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || active.id === 'main'
}
