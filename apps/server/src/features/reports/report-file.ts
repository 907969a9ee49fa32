import { sql } from 'kysely'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { currencyCodes, currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import { columnsOf } from '@wheelhouse/contract/reports/report-columns.ts'
import type { ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { Expr } from '../../lists/columns.ts'
import { csv, csvOfLines, fieldEnd, fieldsOf, xlsx } from '../../lists/export-formats.ts'
import type { Cell } from '../../lists/export-formats.ts'
import type { Tx } from '../../platform/context.ts'
import type { ReportRow } from './queries.ts'
import type { RowScope, RowSource } from './row-source.ts'
import { rowSources } from './row-sources.ts'
import { UptimePlaces } from './uptime-places.ts'

/** Few enough to die young, and enough to be worth a round trip. */
const rowsAtOnce = 500
const previewedRows = 50
const categoriesAtMost = 400

export const formatOf = ({ format }: Pick<ReportRow, 'format'>) => (format === 'xlsx' ? xlsx : csv)

interface Read {
  line: string
  category: string | null
  /** Numbers by their names, as JSON: hardly ever another than that of the row before. */
  series: string | null
}

/** What a job reads once and writes twice: the bytes of the file, and beside them the preview. */
export interface ReportReading {
  bytes: AsyncIterable<string | Uint8Array>
  preview: () => ReportPreview
  rows: () => number
}

/**
 * Reads the rows of a report in one snapshot and hands them on as they are taken, so that a million rows need the memory of a
 * thousand. `onRows` is called for each page and may throw, which ends the reading.
 */
export function readReport(
  tx: Tx,
  report: ReportRow,
  scope: RowScope,
  onRows: (rows: number) => Promise<void>,
): ReportReading {
  const columns = columnsOf(report.type, report.has_people)
  const names = columns.map(({ name }) => name)
  const isNumber = columns.map(({ kind }) => kind === 'number' || kind === 'money')
  const previewed = new PreviewBuilder(report, columns, isNumber)
  let count = 0
  async function* pages(): AsyncGenerator<string[]> {
    await declareCursor(tx, certain(rowSources[report.type]), scope, columns)
    for (let next = fetchPage(tx); ;) {
      const { rows } = await next
      if (rows.length === 0) return
      // PostgreSQL makes the next page while this one is written.
      next = fetchPage(tx)
      next.catch(() => undefined)
      for (const row of rows) previewed.add(row)
      const lines = rows.map(({ line }) => line)
      // The driver links each result to the next one, so that one that has grown old keeps all of them until a full collection.
      rows.length = 0
      count += lines.length
      await onRows(count)
      yield lines
    }
  }
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const page of pages()) yield page.map((line) => fieldsOf(line, isNumber))
  }
  const bytes = report.format === 'xlsx' ? xlsx.bytes(names, cells()) : csvOfLines(names, isNumber, pages())
  return { bytes, preview: () => previewed.build(), rows: () => count }
}

const Numbers = z.record(z.string(), z.number())

const fetchPage = (tx: Tx) => sql<Read>`fetch ${sql.lit(rowsAtOnce)} from report_rows`.execute(tx)

type Column = ReturnType<typeof columnsOf>[number]

/** A row is one text: its fields as they are written, each but the last with its end. */
async function declareCursor(tx: Tx, source: RowSource, scope: RowScope, columns: readonly Column[]): Promise<void> {
  // The names are those of the contract for this type, which the type of a source's columns demands.
  const values: Partial<Record<string, Expr>> = source.columns(scope)
  const fields = columns.map(({ name, kind }) =>
    fieldOf(kind, values[name] ?? sql`null`, values['currency'] ?? sql`null`),
  )
  await sql`declare report_rows no scroll cursor for
    select concat(${sql.join(fields, sql`, ${sql.lit(fieldEnd)}, `)}) as line, ${source.category} as category, (${source.values})::text as series
    from ${source.from(scope)} order by ${source.order}`.execute(tx)
}

function fieldOf(kind: Column['kind'], value: Expr, currency: Expr): Expr {
  if (kind === 'money') return sql`${inUnits(value, currency)}::text`
  if (kind === 'text' || kind === 'personal')
    return sql`replace((${value})::text, ${sql.lit(fieldEnd)}, ${sql.lit('\uFFFD')})`
  return sql`(${value})::text`
}

const codesWith = (decimals: number) =>
  sql.join(currencyCodes.filter((code) => currencyDecimals(code) === decimals).map((code) => sql.lit(code)))

/** Amounts leave in the units of the row's own currency: 12.5 and not 1250. */
const inUnits = (minor: Expr, currency: Expr): Expr =>
  sql`trim_scale((${minor}) / case when ${currency} in (${codesWith(0)}) then 1.0 when ${currency} in (${codesWith(3)}) then 1000.0 else 100.0 end)`

class PreviewBuilder {
  readonly #report: ReportRow
  readonly #shown: { column: Column; index: number }[]
  readonly #isNumber: readonly boolean[]
  readonly #rows: ReportPreview['rows'] = []
  readonly #figures = new Map<string, Map<string, number>>()
  readonly #uptime: UptimePlaces | undefined
  #isWhole = true
  #last: { text: string; numbers: [string, number][] } = { text: '', numbers: [] }

  constructor(report: ReportRow, columns: readonly Column[], isNumber: readonly boolean[]) {
    this.#report = report
    this.#isNumber = isNumber
    this.#uptime = report.type === 'location_uptime' ? new UptimePlaces(report) : undefined
    // The preview outlives the moment and is shown to more readers than the file: nobody is named in it.
    this.#shown = columns.map((column, index) => ({ column, index })).filter(({ column }) => column.kind !== 'personal')
  }

  add({ line, category, series }: Read): void {
    if (this.#rows.length < previewedRows) {
      const cells = fieldsOf(line, this.#isNumber)
      this.#rows.push(this.#shown.map(({ index }) => cells[index] ?? null))
    }
    if (category === null || series === null) return
    this.#uptime?.add(fieldsOf(line, this.#isNumber), new Map(this.#numbersOf(series)))
    const figures = this.#figures.get(category) ?? new Map<string, number>()
    if (!this.#figures.has(category) && this.#figures.size >= categoriesAtMost) {
      this.#isWhole = false
      return
    }
    this.#figures.set(category, figures)
    for (const [name, value] of this.#numbersOf(series)) {
      const units = this.#report.type === 'payment' ? value / 10 ** currencyDecimals(name) : value
      figures.set(name, (figures.get(name) ?? 0) + units)
    }
  }

  #numbersOf(series: string): [string, number][] {
    if (this.#last.text !== series)
      this.#last = { text: series, numbers: Object.entries(Numbers.parse(JSON.parse(series))) }
    return this.#last.numbers
  }

  build(): ReportPreview {
    const categories = [...this.#figures.keys()].toSorted()
    const names = [...new Set([...this.#figures.values()].flatMap((figures) => [...figures.keys()]))]
    const rounded = (value: number | undefined) => (value === undefined ? null : Math.round(value * 100) / 100)
    return {
      columns: this.#shown.map(({ column }) => column),
      rows: this.#rows,
      chart: {
        categories,
        series: names.map((name) => ({
          name,
          values: categories.map((category) => rounded(this.#figures.get(category)?.get(name))),
        })),
        is_whole: this.#isWhole,
      },
      ...(this.#uptime === undefined ? {} : { uptime: this.#uptime.build() }),
    }
  }
}
