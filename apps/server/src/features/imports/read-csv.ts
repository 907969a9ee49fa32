import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { importColumns, importRowsAtMost } from '@wheelhouse/contract/imports/imports.ts'
import type { ImportKind } from '@wheelhouse/contract/imports/imports.ts'
import { exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { exportLocations } from '@wheelhouse/contract/locations/locations.ts'

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
  devices: exportLocationDevices.csv,
}

/** What the parser answers when it is asked for the place of each line. */
const Lines = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))
type Line = z.output<typeof Lines>[number]

/**
 * RFC 4180 with comma, semicolon or tab, and what spreadsheets add to it: a first line `sep=;`, empty rows, empty cells at the
 * ends of lines. What is wrong with the file as a whole is refused here; rows come later.
 */
export function readCsv(kind: ImportKind, text: string): ImportedFile {
  assertWholeCharacters(text)
  // Before it is parsed: what is no table of ours costs next to nothing.
  if (text.split(lineEnds, 2).some((line) => line.length > longestHeads))
    throw wrongFile('The first row is too long: it names the columns')
  const [heads, ...lines] = linesOf(text)
  const columns = withoutEnd(heads?.record ?? [], 0).map((name) => name.toLowerCase())
  assertColumns(kind, columns)
  if (lines.length === 0) throw wrongFile('The file has no rows')
  if (lines.length > importRowsAtMost) throw wrongFile(`At most ${importRowsAtMost} rows at once: split the file`)
  const writable = writableOf(kind)
  return {
    rows: lines.map(({ record, info }) => {
      const cells = withoutEnd(record, columns.length)
      const known = columns.flatMap((name, at) => (writable.includes(name) ? [[name, cells[at]] as const] : []))
      const given = known.flatMap(([name, cell]) => (cell === undefined ? [] : [[name, plain(cell)] as const]))
      return { line: info.lines, isUneven: cells.length !== columns.length, cells: Object.fromEntries(given) }
    }),
    ignored_columns: columns.filter((name) => !writable.includes(name)),
  }
}

const writableOf = (kind: ImportKind): readonly string[] => [...importColumns[kind].key, ...importColumns[kind].fields]

function assertColumns(kind: ImportKind, columns: readonly string[]): void {
  const writable = writableOf(kind)
  const missing = importColumns[kind].key.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !writable.includes(name) && !readOnly[kind].includes(name))
  if (missing.length > 0) throw wrongFile(`The column ${missing.join(', ')} is missing`)
  if (unknown.includes('')) throw wrongFile(`Column ${columns.indexOf('') + 1} has no name`)
  if (unknown.length > 0) throw wrongFile(`There is no column ${unknown.slice(0, 5).join(', ').slice(0, 200)}`)
  // Only now: of columns that are all known there are few, however long the line.
  const twice = [...new Set(columns.filter((name, at) => columns.indexOf(name) !== at))]
  if (twice.length > 0) throw wrongFile(`The column ${twice.join(', ')} appears twice`)
}

/** The replacement character: someone read another encoding as UTF-8, and what stood there is lost. */
function assertWholeCharacters(text: string): void {
  const at = text.indexOf('\uFFFD')
  if (at < 0) return
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length
  throw wrongFile(`Line ${line} contains a character that cannot be read: save the file as UTF-8`)
}

/** Without empty cells at the end, as far as they stand behind the heads. */
function withoutEnd(record: readonly string[], least: number): readonly string[] {
  let length = record.length
  while (length > least && record[length - 1] === '') length--
  return record.slice(0, length)
}

function linesOf(text: string): Line[] {
  const separator = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text)?.[1]
  const options = {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    info: true,
    delimiter: separator ?? delimiterOf(text),
    from_line: separator === undefined ? 1 : 2,
    to: importRowsAtMost + 2,
  }
  try {
    const lines = Lines.parse(parse(text, options))
    // The parser leaves what stands in quotes as it is.
    return lines.map(({ record, info }) => ({ record: record.map((cell) => cell.trim()), info }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrongFile(
      `Line ${String(error['lines'] ?? 1)} cannot be read: a quote is not closed or is in the wrong place`,
    )
  }
}

const wrongFile = (message: string): AppError => new AppError('invalid_body', { field: 'csv' }, message)

/** Of some 60 columns; the first row of a table may hold its long descriptions. */
const longestHeads = 50_000
const lineEnds = /\r\n|\r|\n/

/** The sign that parts the heads: spreadsheets of many countries write semicolons. */
function delimiterOf(text: string): string {
  const heads = text.split(lineEnds, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: heads.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

/** An export makes texts inert that a spreadsheet would run; here they become what they were. */
const plain = (cell: string): string =>
  (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell).replace(/([;\t|]\s*)'('*[=+\-@＝＋－＠])/g, '$1$2')
