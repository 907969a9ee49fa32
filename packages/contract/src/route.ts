import * as z from 'zod'
import { BatchErrorItem } from './errors.ts'
import type { ResourceType, RouteAccess } from './access.ts'
import type { ChangeType } from './changes.ts'
import { asList } from './query-values.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The sentences of a call (spec section 8): what the console shows before the reason when it failed, and on success. Every
 * part of the console takes them from here.
 */
export interface Says {
  failed: string
  done?: string
}

/**
 * One declaration for a call: the server serves it, the typed client calls it, OpenAPI prints it, the button reads
 * whether it may be shown, the access sweep attacks it.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Fastify's form, `/location/v1/locations/:location_id`. */
  path: string
  summary: string
  /** Absent where nobody waits for the reply: a call in the background fails in silence. */
  says?: Says
  access: RouteAccess
  /**
   * The resource on which the needs must be held, and the path parameter that names it. Without it, holding them in any
   * group is enough (a collection).
   */
  on?: Partial<Record<ResourceType, string>>
  /**
   * The route also answers for a deleted row, to callers who could see it and held the needs where it was: its history
   * stays readable.
   */
  isDeletedToo?: true
  params?: Params
  query?: Query
  body?: Body
  /** Bytes of the body, where a mebibyte is not enough. */
  bodyAtMost?: number
  /** Absent: 204. */
  reply?: Reply
  /** What the body leaves out stays as it is, as in every PATCH (`takesParts`). */
  isPartial?: true
  /** An edit of what was read before: it carries `If-Match: "<version>"`. None answers 428, a stale one 412 (values: concurrency). */
  needsVersion?: true
  /**
   * Gives rights or cannot be undone, so a sign-in of long ago is not enough: somebody may have found the browser open.
   * Refused with `sign_in_again` (setting FRESH_SIGN_IN_S).
   */
  needsFreshSignIn?: true
  /** The answer is a stream of CSV with these columns, and no `reply` (see `exportOf`). */
  csv?: readonly string[]
  /** The answer is a file of this media type, and no `reply`. */
  file?: string
  /** The same as a workbook (see `sheetOf`). */
  isSheet?: true
  /** Deletes all that the body names. What is not found any more is gone as wanted, so it counts as done, not as failed. */
  isDeletion?: true
  /** The answer holds a secret: it is not kept for a repeated request, which answers 409 (values: idempotency). */
  isSecret?: true
  /** It is about the caller alone, also while the caller sees the console as another person would (see `view-as.ts`). */
  isOwn?: true
  /** Routes whose cached replies, and those below their paths, a successful call makes stale (`isBelowRoute`). */
  changes?: readonly Pick<Route, 'path'>[]
  /** Types of change that make its reply stale, where they are not the resource types of `access` (`isStaleAfter`). */
  staleOn?: readonly ChangeType[]
}

/** A call whose failure is shown: what a list, a form or a button takes. */
export type SayingRoute = Route & { says: Says }

export type ParamsOf<R> = R extends { params: infer S extends z.ZodType } ? z.output<S> : Record<string, never>
export type QueryOf<R> = R extends { query: infer S extends z.ZodType } ? z.output<S> : Record<string, never>
export type BodyOf<R> = R extends { body: infer S extends z.ZodType } ? z.output<S> : undefined
/** Of a `Route` that may be any of them nothing is known. */
export type ReplyOf<R> = Route extends R ? unknown : R extends { reply: infer S extends z.ZodType } ? z.output<S> : void

/** What a call of any route takes. */
export interface AnyInput {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}
type OwnInput<R> = (R extends { params: infer S extends z.ZodType } ? { params: z.input<S> } : { params?: never }) &
  (R extends { query: infer S extends z.ZodType } ? { query?: z.input<S> } : { query?: never }) &
  (R extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : { body?: never })
/** What a caller passes: defaults may be left out. */
export type InputOf<R> = AnyInput & (Route extends R ? unknown : OwnInput<R>)

/** Keeps the literal types of a declaration. */
export const route = <const R extends Route>(declaration: R): R => declaration

/** Whether what a body leaves out stays as it is, so that a form sends only what was changed. */
export const takesParts = ({ method, isPartial }: Pick<Route, 'method' | 'isPartial'>): boolean =>
  method === 'PATCH' || isPartial === true

/** Written in lower case, whatever the caller's. */
export const Id = z.uuid().toLowerCase()
export const Instant = z.iso.datetime({ precision: 3 })

/** A query key that may be given once or several times: `?status=demo&status=launched`. */
export const listOf = <S extends z.ZodType>(item: S) => z.preprocess(asList, z.array(item).max(100).optional())

/** Opaque keyset cursor; only the server that made it reads it. */
export const Cursor = z.string().min(1).max(1000)
export const Limit = z.coerce.number().int().min(1).max(500).default(100)

/** Paged list of `values.md`: `total` counts to a bound, `total_is_exact` says whether it was reached. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    next: Cursor.nullable(),
    total: z.number().int().nonnegative(),
    total_is_exact: z.boolean(),
  })

type PagedQuery = z.ZodObject<{ cursor: z.ZodType; limit: z.ZodType } & z.ZodRawShape, z.core.$strict>
type ListRoute = Route & { query: PagedQuery }

/** A list's filter and order without its paging. */
const filterOf = (list: ListRoute) => list.query.omit({ cursor: true, limit: true })

/** `GET <list>.csv`: every row of the list's filter, streamed; `column` chooses and orders the columns, none means all. */
export const exportOf = <const Columns extends readonly [string, ...string[]]>(list: ListRoute, columns: Columns) =>
  route({
    method: 'GET',
    path: `${list.path}.csv`,
    summary: `${list.summary}, as CSV`,
    says: { failed: 'Export failed' },
    access: list.access,
    on: list.on,
    isDeletedToo: list.isDeletedToo,
    params: list.params,
    query: filterOf(list).extend({ column: listOf(z.enum(columns)) }),
    csv: columns,
  })

type ExportRoute = Route & { csv: readonly string[] }

/** `GET <list>.xlsx`: the same rows and columns as a workbook. */
export const sheetOf = <R extends ExportRoute>(exported: R): R & { isSheet: true } => ({
  ...exported,
  path: exported.path.replace(/\.csv$/, '.xlsx'),
  summary: exported.summary.replace(/, as CSV$/, ', as XLSX'),
  isSheet: true,
})

/** `POST <list>/selections`: freezes the ids of all rows of a filter for a bulk action of the same person; kept 24 h. */
export const selectionOf = (list: ListRoute) =>
  route({
    method: 'POST',
    path: `${list.path}/selections`,
    summary: `${list.summary}: freeze the ids of a filter for a bulk action`,
    says: { failed: 'Select all failed' },
    access: list.access,
    body: filterOf(list),
    reply: z.object({ id: Id, total: z.number().int() }),
  })

export const idsAtOnce = 100
const bulkTargetMessage = `At least 1 and at most ${idsAtOnce} ids at once; for more, freeze a selection and name its selection_id`

/** What a bulk action is done to: at most 100 ids at once, or a frozen selection (at most 50,000), which becomes a background job. */
export const BulkTarget = z.union(
  [
    z.strictObject({ ids: z.array(Id).min(1, bulkTargetMessage).max(idsAtOnce, bulkTargetMessage) }),
    z.strictObject({ selection_id: Id }),
  ],
  bulkTargetMessage,
)
export type BulkTarget = z.infer<typeof BulkTarget>

/** All succeeded. For a selection `results` is empty and the background job says what became of each. */
export const BulkReply = z.object({ results: z.array(z.object({ id: Id })), background_job_id: Id.nullable() })
export type BulkReply = z.infer<typeof BulkReply>

export const BulkFailure = BatchErrorItem.extend({ id: Id })
