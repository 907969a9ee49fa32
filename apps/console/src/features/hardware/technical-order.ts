import type { Sort } from '../../ui/data-table/table-head.tsx'

/** The devices as they are on the ground. */
const usual: Sort = { column: 'device', direction: 'asc' }

/** The order of the technical table as an address says it: `rssi_dbm`, or `-rssi_dbm` for the other direction. */
export const technicalOrder = (text: string | undefined): Sort => {
  if (text === undefined) return usual
  return text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }
}

/** The usual order is not in the address. */
export const technicalOrderText = ({ column, direction }: Sort): string | undefined => {
  if (direction === 'desc') return `-${column}`
  return column === usual.column ? undefined : column
}
