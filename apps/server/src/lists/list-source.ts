import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ParamsOf, QueryOf, Route } from '@wheelhouse/contract/route.ts'
import { admissionOf, assertAdmitted, authorize } from '../authz/authorize.ts'
import type { Admission, Admitting } from '../authz/authorize.ts'
import { gatherRights } from '../authz/gathered-rights.ts'
import type { GatheredRights } from '../authz/gathered-rights.ts'
import type { Reader } from '../authz/visible.ts'
import type { Ctx } from '../platform/context.ts'
import type { Page } from './list-pages.ts'

/** Where a list is read: the request's context, of which the person's id is enough. */
export type ListContext = Omit<Ctx, 'person'> & Reader

/** A page that is asked for. */
export interface ListRequest {
  params: unknown
  /** Filters, order, cursor and limit, as the contract reads them. */
  query: unknown
  /** The caller, where the page's own statement admits the request; absent where it was admitted before. */
  admission?: Admitting
  /** False where nobody looks at the total. */
  isCounted?: boolean
}

/** What a statement admits or refuses; nothing where the request was admitted before. */
interface Admitted {
  admission?: Admitting | null
}

/** A page whose rows are JSON objects with commas between them. */
export interface TextPage extends Omit<Page<never>, 'items'> {
  items: string
  searched_back_to?: string | null
}

/** What can be served as a list (`serveList`). */
export interface ListSource<Row> {
  list: unknown
  read: (ctx: ListContext, request: ListRequest) => Promise<TextPage>
  /** For the compiler alone: the type of a row. */
  row?: Row
}

/** The same context for what a statement consists of that begins with the tables of these rights (`admissionCte`). */
export function withGatheredRights<Context extends Pick<ListContext, 'person'>>(
  ctx: Context,
): { inside: Context; rights: GatheredRights } {
  const rights = gatherRights(ctx.person.id)
  return { inside: { ...ctx, person: { ...ctx.person, rights } }, rights }
}

/**
 * `with me …`: whether the request is admitted, as `is_ok`, and why not. Everything behind it reads nothing unless `is_ok` holds, so
 * a refused caller costs no work and learns nothing. Two steps, or PostgreSQL would ask the rights twice. Write it last, when the
 * rest of the statement has asked for its rights.
 */
export function admissionCte({ admission }: Admitted, rights?: GatheredRights): RawBuilder<unknown> {
  const tables = rights?.tables() ?? sql``
  return admission
    ? sql`with ${tables}asked as materialized (${admissionOf(admission)}),
      me as materialized (select *, not is_disabled and not is_revoked and is_visible and is_allowed as is_ok from asked)`
    : sql`with ${tables}me as materialized (select true as is_ok)`
}

/** The answer of a statement that begins with `admissionCte`; throws the refusal that it found. */
export function admittedAnswer<Answer extends object>(
  [answer]: readonly (Answer & Partial<Admission>)[],
  { admission }: Admitted,
): Answer {
  if (admission) assertAdmitted(answer, admission.question)
  if (!answer) throw new Error('A list without an admission returned no row')
  return answer
}

/** Runs a statement that begins with `admissionCte`, and throws the refusal that it found. */
export async function admittedRow<Answer extends object>(
  { db }: ListContext,
  request: ListRequest,
  statement: RawBuilder<unknown>,
): Promise<Answer> {
  const { rows } = await statement.$castTo<Answer & Partial<Admission>>().execute(db)
  return admittedAnswer(rows, request)
}

/** A page as a reply of the contract, ready to be sent. */
export function textOf({ items, next, total, total_is_exact, searched_back_to }: TextPage): string {
  const searched = searched_back_to === undefined ? '' : `,"searched_back_to":${JSON.stringify(searched_back_to)}`
  return `{"items":[${items}],"next":${JSON.stringify(next)},"total":${total},"total_is_exact":${total_is_exact}${searched}}`
}

/** A page with its rows as objects, for exports and selections. */
export const rowsOf = <Row>({ items, ...page }: TextPage): Page<Row> => ({
  ...page,
  // `ListSource.row` says what they are; tests compare each reply with the contract.
  items: JSON.parse(`[${items}]`) as Row[],
})

interface PagedList {
  route: Route
}

/** A list whose rows are made by code, page by page: an audit whose fields are left out event by event. */
export const pageSource = <L extends PagedList, Row>(
  list: L,
  page: (
    ctx: ListContext,
    input: { params: ParamsOf<L['route']>; query: QueryOf<L['route']> },
    isCounted: boolean,
  ) => Promise<Page<Row>>,
): ListSource<Row> => ({
  list,
  read: async (ctx, { params, query, admission, isCounted = true }) => {
    const person = admission ? await authorize(ctx.db, admission.bearer, admission.question) : ctx.person
    // Both were parsed by the route of this list, or are those of a walk of it.
    const input = { params, query } as { params: ParamsOf<L['route']>; query: QueryOf<L['route']> }
    const { items, ...rest } = await page({ ...ctx, person }, input, isCounted)
    return { ...rest, items: items.map((item) => JSON.stringify(item)).join(',') }
  },
})
