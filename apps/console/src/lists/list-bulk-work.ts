import type { AnyInput, BulkReply, BulkTarget, Route } from '@wheelhouse/contract/route.ts'
import { call, refetch } from '../api/api.ts'
import { createSubmit } from '../api/submission.ts'
import type { Submit } from '../api/submission.ts'
import { t } from '../i18n/i18n.ts'
import { pushErrors, pushFailure, pushSuccess } from '../shell/messages.ts'
import type { BulkAction, BulkDone, BulkResult, BulkSent, BulkState, BulkWork, Frozen } from './list-bulk.ts'
import { idsOf, inChunks, jobIn, jobOf, sumOf } from './list-bulk-outcome.ts'
import type { BulkFailed, ChunksOutcome } from './list-bulk-outcome.ts'

/** Throws where nothing was answered. What broke off later leaves selected what was not answered. */
export async function doToMany(
  { list, action, submit }: BulkWork,
  { frozen, selection, brokenOff }: BulkState,
  sent: BulkSent,
): Promise<BulkDone> {
  const again = (): void => void refetch([list, ...(sent.route.changes ?? [])])
  if (frozen !== null) {
    const jobId = await begun(submit, sent, frozen)
    again()
    return { next: { jobId }, failure: null }
  }
  const { atMost } = action
  // A dangerous command is confirmed by the number of all, so they are not divided into calls.
  if (atMost !== undefined && selection.size > atMost)
    throw new Error(t('At most {{count}} at once', { count: atMost }))
  const now = await doneAtOnce(submit, sent, [...selection], atMost)
  if (now.rest.length === selection.size) throw now.error
  const jobId = jobIn(now.answers)
  if (jobId !== null && now.rest.length === 0 && now.failures.length === 0) {
    again()
    return { next: { jobId }, failure: null }
  }
  const sum = sumOf(brokenOff, now)
  const { done, failures, answers, rest, error } = sum
  const isWhole = rest.length === 0
  const { says } = action.route
  if (says.done !== undefined && isWhole && failures.length === 0) pushSuccess(says.done)
  again()
  const back = (await action.undo?.(resultsIn(answers), sent)) ?? []
  const undo = back.length === 0 ? undefined : () => undone(action, back).then(again)
  const result = { done, failures, undo }
  return isWhole
    ? { next: { selection: idsOf(failures), result }, failure: null }
    : { next: { selection: new Set(rest), result, brokenOff: sum }, failure: error }
}

const inputOf = ({ body }: BulkSent, target: BulkTarget): AnyInput => ({ body: { target, ...body } })

/** What succeeded, by the replies and by the errors that name what failed. */
const resultsIn = (answers: readonly unknown[]): BulkResult[] =>
  // An error has no results; a reply of a bulk route has them.
  answers.flatMap((answer) => (answer as BulkReply | undefined)?.results ?? [])

/** As many ids a call as its route takes. What failed stays selected, with its words; what broke off says so and leaves the rest selected. */
const doneAtOnce = (submit: Submit, sent: BulkSent, ids: readonly string[], size?: number): Promise<ChunksOutcome> =>
  inChunks(ids, (chunk) => submitted(submit, sent, { ids: chunk }), { size, isDeletion: sent.route.isDeletion })

/** Without an answer the same call to the same rows keeps its key. */
function submitted(submit: Submit, sent: BulkSent, target: BulkTarget): Promise<unknown> {
  const input = inputOf(sent, target)
  return submit([sent.route.path, input], (idempotencyKey) => call<Route>(sent.route, input, { idempotencyKey }))
}

const begun = async (submit: Submit, sent: BulkSent, frozen: Frozen): Promise<string | null> =>
  jobOf(await submitted(submit, sent, { selection_id: frozen.id }))

const undoFailed = 'Undo failed'

/** Reports the rows that cannot be restored, and restores the others. */
async function undone(action: BulkAction, back: readonly (BulkSent & { ids: string[] })[]): Promise<void> {
  try {
    const failures: BulkFailed[] = []
    const submit = createSubmit()
    for (const { ids, ...sent } of back) {
      const outcome = await doneAtOnce(submit, sent, ids)
      if (outcome.rest.length > 0) throw outcome.error
      failures.push(...outcome.failures)
    }
    if (failures.length === 0) pushSuccess('Undone')
    else
      pushErrors(
        failures.map(({ id, message }) => ({
          text: `${undoFailed}: ${message}`,
          group: `${action.route.says.failed} ${id}`,
        })),
      )
  } catch (failure) {
    pushFailure(undoFailed, failure)
  }
}
