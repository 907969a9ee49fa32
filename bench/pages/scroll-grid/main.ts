import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { rowCount, rowHeight, scrollColumns, scrollRows } from '../scroll-rows.ts'
import type { ScrollRow } from '../scroll-rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const root = document.getElementById('root')
if (root) {
  document.body.style.margin = '0'
  root.style.height = '100vh'
  createGrid<ScrollRow>(root, {
    rowData: scrollRows(rowCount),
    rowHeight,
    getRowId: ({ data }) => data.id,
    columnDefs: scrollColumns.map(({ id, header, width }) => ({ field: id, headerName: header, width })),
  })
}
