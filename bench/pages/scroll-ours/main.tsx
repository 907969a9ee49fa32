import { createRoot } from 'react-dom/client'
import { ThemeProvider } from '../../../apps/console/src/theme/theme-provider.tsx'
import type { Column } from '../../../apps/console/src/ui/data-table/columns.ts'
import { DataTable } from '../../../apps/console/src/ui/data-table/data-table.tsx'
import { rowCount, scrollColumns, scrollRows } from '../scroll-rows.ts'
import type { ScrollRow } from '../scroll-rows.ts'

const rows = scrollRows(rowCount)
const rowId = (row: ScrollRow): string => row.id
const columns: readonly Column<ScrollRow>[] = scrollColumns.map(({ id, header, width }) => ({
  id,
  header,
  width,
  cell: (row) => row[id],
}))

const root = document.getElementById('root')
if (root) {
  root.style.cssText = 'height: 100vh; display: flex; flex-direction: column'
  createRoot(root).render(
    <ThemeProvider scheme="light">
      <DataTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowId={rowId}
        total={{ total: rowCount, total_is_exact: true }}
      />
    </ThemeProvider>,
  )
}
