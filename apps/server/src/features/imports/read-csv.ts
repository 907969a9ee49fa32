import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { importColumns, importRowsAtMost } from '@wheelhouse/contract/imports.ts'
import type { ImportKind } from '@wheelhouse/contract/imports.ts'
import { exportLocations } from '@wheelhouse/contract/locations.ts'

/** What stands in one line, by column; columns that the file leaves out are absent. */
export interface FileRow {
  /** As the file counts, its heads being line 1. */
  line: number
  cells: Readonly<Record<string, string>>
  /** More or fewer cells than there are heads. */
  isUneven: boolean
}

export interface ImportedFile {
  rows: FileRow[]
  ignored_columns: string[]
}

/** Known from the exports, and not for a file to say: a status has its own rules, a health is measured. */
const readOnly: Record<ImportKind, readonly string[]> = {
  locations: exportLocations.csv,
  devices: ['id', 'location_label', 'dock_state', 'heartbeat_health', 'mesh_id', 'firmware_name', 'firmware_version'],
}

interface Line {
  record: string[]
  info: { lines: number }
}

/** RFC 4180 with comma, semicolon or tab. What is wrong with the file as a whole is refused here; rows come later. */
export function readCsv(kind: ImportKind, text: string): ImportedFile {
  const [heads, ...lines] = linesOf(text)
  const columns = (heads?.record ?? []).map((name) => name.toLowerCase())
  const { key, fields } = importColumns[kind]
  const writable: readonly string[] = [...key, ...fields]
  const missing = key.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !writable.includes(name) && !readOnly[kind].includes(name))
  if (missing.length > 0) throw wrongFile(`The column ${missing.join(', ')} is missing`)
  if (unknown.length > 0) throw wrongFile(`There is no column ${unknown.slice(0, 5).join(', ').slice(0, 200)}`)
  // Only now: of columns that are all known there are few, however long the line.
  const twice = [...new Set(columns.filter((name, at) => columns.indexOf(name) !== at))]
  if (twice.length > 0) throw wrongFile(`The column ${twice.join(', ')} stands there twice`)
  if (lines.length === 0) throw wrongFile('The file has no rows')
  if (lines.length > importRowsAtMost) throw wrongFile(`At most ${importRowsAtMost} rows at once: split the file`)
  return {
    rows: lines.map(({ record, info }) => ({
      line: info.lines,
      isUneven: record.length !== columns.length,
      cells: Object.fromEntries(
        columns.flatMap((name, at) => (writable.includes(name) && record[at] !== undefined ? [[name, plain(record[at])]] : [])),
      ),
    })),
    ignored_columns: columns.filter((name) => !writable.includes(name)),
  }
}

function linesOf(text: string): Line[] {
  try {
    const read = { bom: true, delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, trim: true, info: true }
    // One more than may be, to see that there are more, beside the heads: a long file is not read to its end to be refused.
    const options = { ...read, to: importRowsAtMost + 2 }
    return parse(text, options) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrongFile(`Line ${String(error['lines'] ?? 1)} cannot be read: a quote is not closed or stands alone`)
  }
}

const wrongFile = (message: string): AppError => new AppError('invalid_body', { field: 'csv' }, message)

/** The sign that parts the heads: spreadsheets of many countries write semicolons. */
function delimiterOf(text: string): string {
  const heads = text.split(/\r\n|\r|\n/, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: heads.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

/** An export makes texts inert that a spreadsheet would run; here they become what they were. */
const plain = (cell: string): string => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
