import type { Needs, ResourceType } from '@wheelhouse/contract/access.ts'
import { BatchFailure } from '@wheelhouse/contract/errors.ts'
import type { AppError } from '@wheelhouse/contract/errors.ts'
import type { BulkReply, BulkTarget } from '@wheelhouse/contract/route.ts'
import type { Ctx } from '../../platform/context.ts'
import { errorBody, toAppError } from '../../http/errors.ts'
import { keepReply, keyOfItem, takeKey } from '../../journal/idempotency.ts'
import { write } from '../../journal/write.ts'
import { requirePermission } from '../../authz/authorize.ts'
import type { Resource } from '../../authz/rights.ts'
import { startJob } from './background-jobs.ts'
import { selectedIds } from '../../lists/selections.ts'

/** A verb over many things. It is named, because a background job remembers its name and not its code. */
export interface BulkAction<Arguments = undefined, Answer = unknown> {
  /** `points-of-interest.delete`; never changes once released. */
  name: string
  /** In the words of the screen, for the list of background jobs: "Delete points of interest". */
  title: string
  type: ResourceType
  /**
   * The resource on which the rights are held, where the things follow another one: a log entry its location. Their selections
   * carry the type of that resource.
   */
  resourceOf?: (ctx: Pick<Ctx, 'db'>, id: string) => Promise<Resource>
  /** The rights that the person must hold on each thing when its turn comes. */
  needs: Needs
  /** The verb that the route of one thing calls; it opens with `write`, and joins the item's transaction. Arguments are plain JSON. */
  each(ctx: Ctx, id: string, given: Arguments): Promise<Answer>
  /**
   * The same for many things of a background job in one transaction, which a statement for each of them would take too long
   * for. It checks the rights on each by itself, and returns those that it refused; these it must have left unchanged.
   */
  many?: (ctx: Ctx, ids: string[], given: Arguments) => Promise<BatchFailure['error_results']>
  /**
   * Of what should not begin all at once: how many of the next ones may begin now, none to ask again in a second. Without it a
   * piece is a hundred. `before` are the last ones that were begun.
   */
  wave?: (ctx: Pick<Ctx, 'db' | 'clock' | 'config'>, personId: string, before: readonly string[]) => Promise<number>
  /** Above this number ids become a background job, too. Without it they are done at once. */
  atOnce?: number
  /** Of a deletion: a background job counts what is gone already as done, and not what its person no longer sees. */
  isGone?: (ctx: Pick<Ctx, 'db'>, id: string) => Promise<boolean>
  /** Refuses all of them by their number, before any is begun. */
  admit?: (ctx: Ctx, count: number, given: Arguments) => Promise<void>
}

const known = new Map<string, BulkAction<never>>()

/** Once a process, as a constant of the feature's verb file. */
export function bulkAction<Arguments = undefined, Answer = unknown>(
  action: BulkAction<Arguments, Answer>,
): BulkAction<Arguments, Answer> {
  if (known.has(action.name)) throw new Error(`there are two bulk actions ${action.name}`)
  known.set(action.name, action)
  return action
}

export const knownAction = (name: string): BulkAction<unknown> | undefined =>
  // A background job hands it the arguments that `startJob` stored for the action of this name.
  known.get(name) as BulkAction<unknown> | undefined

/**
 * Ids are done at once, each in its own transaction (422 as soon as one failed). A frozen selection becomes a background job,
 * and so do more ids than the action does at once.
 */
export async function bulk<Arguments>(
  ctx: Ctx,
  action: BulkAction<Arguments>,
  target: BulkTarget,
  given: Arguments,
): Promise<BulkReply> {
  if ('selection_id' in target)
    return write(ctx, async (tx, journal) => {
      const ids = await selectedIds(tx, ctx.person.id, action.type, target.selection_id, journal.at)
      await action.admit?.(ctx, ids.length, given)
      return startJob(ctx, tx, journal, action, ids, given)
    })
  const count = new Set(target.ids).size
  await action.admit?.(ctx, count, given)
  if (action.atOnce !== undefined && count > action.atOnce) return bulkInBackground(ctx, action, target.ids, given)
  return atOnce(ctx, action, target.ids, given, (id) => ({ id }))
}

/** The same for an action whose `each` returns the previous value: an immediate reply carries it per item, for the way back. */
export async function bulkWithBefore<Arguments, Before>(
  ctx: Ctx,
  action: BulkAction<Arguments, Before>,
  target: BulkTarget,
  given: Arguments,
): Promise<Reply<WithBefore<Before>>> {
  if ('selection_id' in target) return { ...(await bulk(ctx, action, target, given)), results: [] }
  return atOnce(ctx, action, target.ids, given, withBefore)
}

async function atOnce<Arguments, Answer, Item>(
  ctx: Ctx,
  action: BulkAction<Arguments, Answer>,
  ids: readonly string[],
  given: Arguments,
  itemOf: (id: string, answer: Answer) => Item,
): Promise<Reply<Item>> {
  const { failed, done } = await repeatable(ctx, () => eachAtOnce(ctx, action, ids, given, itemOf))
  if (failed.length > 0) throw new BatchFailure(failed, done)
  return { results: done, background_job_id: null }
}

/** For things whose id is no uuid. Returns what the verb returned of each. */
export async function bulkAtOnce<Arguments, Answer>(
  ctx: Ctx,
  action: BulkAction<Arguments, Answer>,
  ids: readonly string[],
  given: Arguments,
): Promise<Answer[]> {
  const { failed, done } = await repeatable(ctx, () => eachAtOnce(ctx, action, ids, given, withBefore))
  const results = done.map(({ before }) => before)
  if (failed.length > 0) throw new BatchFailure(failed, results)
  return results
}

/** As a background job, whatever their number. */
export const bulkInBackground = <Arguments>(
  ctx: Ctx,
  action: BulkAction<Arguments>,
  ids: readonly string[],
  given: Arguments,
): Promise<BulkReply> => write(ctx, (tx, journal) => startJob(ctx, tx, journal, action, [...new Set(ids)], given))

interface WithBefore<Before> {
  id: string
  before: Before
}
const withBefore = <Before>(id: string, before: Before): WithBefore<Before> => ({ id, before })

interface Reply<Item> {
  results: Item[]
  background_job_id: string | null
}

interface Outcome<Item> {
  failed: BatchFailure['error_results']
  done: Item[]
}

async function eachAtOnce<Arguments, Answer, Item>(
  ctx: Ctx,
  action: BulkAction<Arguments, Answer>,
  ids: readonly string[],
  given: Arguments,
  itemOf: (id: string, answer: Answer) => Item,
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { failed: [], done: [] }
  for (const id of new Set(ids)) {
    const one = ctx.idempotency ? { ...ctx, idempotency: keyOfItem(ctx.idempotency, id) } : ctx
    try {
      const answer = await write(one, (_tx, _journal, inside) => doItem(inside, action, id, given))
      outcome.done.push(itemOf(id, answer))
    } catch (error) {
      outcome.failed.push(failureOf(id, refusalOf(error)))
    }
  }
  return outcome
}

/** Checks rights on each thing in its transaction, so that one that was revoked a moment ago counts. */
export async function doItem<Arguments, Answer>(
  inside: Ctx,
  action: BulkAction<Arguments, Answer>,
  id: string,
  given: Arguments,
): Promise<Answer> {
  const resource = action.resourceOf ? await action.resourceOf(inside, id) : { type: action.type, id }
  await requirePermission(inside, action.needs, resource)
  return action.each(inside, id, given)
}

/** A refusal is the item's own; a database that is away is everybody's. */
export function refusalOf(error: unknown): AppError {
  const refusal = toAppError(error, false)
  if (refusal.status >= 500) throw error
  return refusal
}

export const failureOf = (id: string, { code, fields, message }: AppError): BatchFailure['error_results'][number] => ({
  id,
  ...errorBody(code, fields, message),
})

/** Runs several transactions under one key: each item has its own key, and the whole reply is kept at the end. */
async function repeatable<Item>(ctx: Ctx, work: () => Promise<Outcome<Item>>): Promise<Outcome<Item>> {
  const { person, clock, idempotency: key } = ctx
  if (!key) return work()
  const taken = await takeKey<Outcome<Item>>(ctx, person.id, key, clock.now())
  if (!taken.isNew && taken.kept) return taken.kept.reply
  const outcome = await work()
  await keepReply(ctx, person.id, key, outcome)
  return outcome
}
