import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { serveText } from '../http/serve.ts'
import type { On } from '../http/serve.ts'
import type { Ctx } from '../platform/context.ts'
import { serveExport } from './export.ts'
import type { Cell } from './export-formats.ts'
import type { ListPage } from './list-pages.ts'
import { rowsOf, textOf } from './list-source.ts'
import type { ListSource } from './list-source.ts'
import { serveSelection } from './selections.ts'
import type { SelectionRoute } from './selections.ts'

interface ServedList {
  row: { _zod: { output: unknown } }
  route: Route
  csv?: (Route & { csv: readonly string[] }) | undefined
  selection?: SelectionRoute | undefined
  exports?: readonly string[]
}

type RowOf<L extends ServedList> = L['row']['_zod']['output']
type Exported<L extends ServedList> = L extends { exports: readonly (infer Name extends string)[] } ? Name : never

/** The columns of the file that are fields of the row and hold what a cell holds. */
type Plain<L extends ServedList, Row = RowOf<L>> = {
  [Name in Exported<L> & keyof Row]: Row[Name] extends Cell ? Name : never
}[Exported<L> & keyof Row]

/** How a column of the file is written where it is not a plain field of the row; `now` is when the file was begun. */
export type Cells<L extends ServedList, Row = RowOf<L>> = {
  readonly [Name in Exclude<Exported<L>, Plain<L>>]: (row: Row, now: Date) => Cell
} & { readonly [Name in Plain<L>]?: (row: Row, now: Date) => Cell }

interface ServeOptions<L extends ServedList> {
  /** Absent where each column of the file is a plain field of the row. */
  cells?: Cells<L>
  /** Columns of the file that the rows lack, by the id of the row. */
  details?: (ctx: Ctx, ids: readonly string[]) => Promise<Map<string, Readonly<Record<string, Cell>>>>
  /** What the ids of a selection are of. */
  selects?: ResourceType
}
/** Both may be left out only where the rows hold every column of the file. */
type OptionsOf<L extends ServedList> =
  Exclude<Exported<L>, Plain<L>> extends never
    ? ServeOptions<L>
    : ServeOptions<L> & ({ cells: Cells<L> } | Required<Pick<ServeOptions<L>, 'details'>>)

/** Serves all calls of a list: its pages, its file as CSV and as a workbook, and its selection. */
export function serveList<const L extends ServedList>(
  on: On,
  list: L,
  source: ListSource<RowOf<L>>,
  ...[options]: Exclude<Exported<L>, Plain<L>> extends never ? [OptionsOf<NoInfer<L>>?] : [OptionsOf<NoInfer<L>>]
): void {
  serveText(on, list.route, async (ctx, request) => textOf(await source.read(ctx, request)))
  const page: ListPage<unknown, unknown, RowOf<L> & { id: string }> = async (ctx, { params, query }, isCounted) =>
    rowsOf(await source.read(ctx, { params, query, isCounted }))
  const { details } = options ?? {}
  if (list.csv)
    serveExport(on, list.csv, details ? withDetails(page, details) : page, cellsOf(list.csv.csv, options?.cells))
  if (list.selection) {
    if (!options?.selects) throw new Error(`${list.route.path}: a selection needs the type of its resources`)
    serveSelection(on, list.selection, options.selects, page)
  }
}

const withDetails =
  <Row extends { id: string }>(
    page: ListPage<unknown, unknown, Row>,
    details: NonNullable<ServeOptions<ServedList>['details']>,
  ): ListPage<unknown, unknown, Row> =>
  async (ctx, input, isCounted) => {
    const found = await page(ctx, input, isCounted)
    const more = await details(
      ctx,
      found.items.map(({ id }) => id),
    )
    return { ...found, items: found.items.map((row) => ({ ...row, ...more.get(row.id) })) }
  }

type AnyCells = Readonly<Record<string, (row: never, now: Date) => Cell>>

function cellsOf(names: readonly string[], cells: AnyCells = {}): Record<string, (row: unknown, now: Date) => Cell> {
  const field = (name: string) => (row: unknown) => (row as Readonly<Record<string, Cell>>)[name] ?? null
  // The cast is safe because the types of `serveList` bind each cell to the rows of the same list.
  return Object.fromEntries(
    names.map((name) => [name, (cells[name] as ((row: unknown, now: Date) => Cell) | undefined) ?? field(name)]),
  )
}
