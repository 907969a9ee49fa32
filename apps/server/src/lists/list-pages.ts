import type { Ctx } from '../platform/context.ts'

/** As lists answer; `total` counts only where it was asked for. */
export interface Page<Row> {
  items: Row[]
  next: string | null
  total: number
  total_is_exact: boolean
}

export interface ListInput<Params, Query> {
  params: Params
  query: Query
}

/** A list's own page function: visibility is asked in each of its statements. Not counted, it says 0. */
export type ListPage<Params, Query, Row> = (
  ctx: Ctx,
  input: ListInput<Params, Query>,
  isCounted: boolean,
) => Promise<Page<Row>>

/** Pages of the walk of a whole list: fewer, larger ones than a screen asks for. */
export const rowsAPage = 500

/** A page of a walk: counted is only the first. */
export const walkPage = <Params, Query, Row>(
  ctx: Ctx,
  page: ListPage<Params, Query, Row>,
  { params, query }: ListInput<Params, object>,
  cursor?: string,
): Promise<Page<Row>> => {
  const paged = { ...query, ...(cursor ? { cursor } : {}), limit: rowsAPage }
  // The filter of the list's own route, with the paging that each of these routes has.
  return page(ctx, { params, query: paged as Query }, cursor === undefined)
}
