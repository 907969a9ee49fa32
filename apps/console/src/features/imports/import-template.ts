import { importColumns } from '@wheelhouse/contract/imports/imports.ts'
import type { ImportKind } from '@wheelhouse/contract/imports/imports.ts'

/** The heads alone, with the mark by which a spreadsheet knows that it is UTF-8. */
export function templateOf(kind: ImportKind): string {
  const { key, fields } = importColumns[kind]
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${[...key, ...fields].join(',')}\r\n`)}`
}
