import { useState } from 'react'
import type { ReactNode } from 'react'
import type { TablerIcon } from '@tabler/icons-react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { BulkTarget, InputOf, ReplyOf, Route, selectionOf } from '@wheelhouse/contract/route.ts'
import type { ConfirmAnswer, ConfirmDialogProps } from '../ui/confirm-dialog.tsx'
import { ApiError } from './api-error.ts'
import { call, refetch } from './api.ts'
import { can } from './can.ts'
import { actionFailures } from './failures.ts'
import { bulkOutcome, chunksOf } from './list-bulk-outcome.ts'
import type { BulkFailed } from './list-bulk-outcome.ts'
import { pushFailure, pushInfo } from './messages.ts'
import { useUser } from './user-store.ts'

/** What can be done to many rows: a line a verb. Hidden from those who may not call its route. */
export interface BulkAction {
  label: string
  icon: TablerIcon
  isDanger?: boolean
  /** Takes `{ target: BulkTarget }`, and whatever `body` adds. */
  route: Route
  /** A sentence of `actionFailures`. */
  failed: string
  /** A sentence of `successes`. */
  done?: string
  confirm: {
    /** "Delete 3 points of interest?" */
    title: (count: string) => string
    /** What will happen. */
    text?: (count: string) => ReactNode
    confirmLabel: string
    keepLabel: string
  } & Pick<ConfirmDialogProps, 'comment' | 'reason'>
  /** Besides the target. */
  body?: (answer: ConfirmAnswer) => Record<string, unknown>
}

/** All that match, as they were at that moment. */
export interface Frozen {
  id: string
  total: number
}

export interface BulkState {
  selection: ReadonlySet<string>
  frozen: Frozen | null
  result: { done: number; failures: BulkFailed[] } | null
  /** A background job goes on with it. */
  jobId: string | null
}

const nothing: BulkState = { selection: new Set(), frozen: null, result: null, jobId: null }

export interface ListBulk extends BulkState {
  actions: readonly BulkAction[]
  select: (selection: ReadonlySet<string>) => void
  selectAll: (() => void) | undefined
  clear: () => void
  /** The confirmation that is open. */
  asked: BulkAction | null
  ask: (action: BulkAction | null) => void
  isBusy: boolean
  error: string | null
  run: (answer: ConfirmAnswer) => void
  /** What a background job could not do stays selected. */
  settle: (result: NonNullable<BulkState['result']>) => void
}

/** There is something to say about rows: the bar is over the list. */
export const isBulkOpen = ({ selection, frozen, result, jobId }: BulkState): boolean =>
  selection.size > 0 || frozen !== null || result !== null || jobId !== null

type SelectionRoute = ReturnType<typeof selectionOf>

/** Selected rows and what is done to them; null without an action that this person may take. */
export function useListBulk(
  list: Route,
  all: readonly BulkAction[],
  selections: SelectionRoute | undefined,
  filter: unknown,
): ListBulk | null {
  const permissions = useUser((state) => state.userPermissions)
  const [state, setState] = useState(nothing)
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const actions = all.filter(({ route }) => !isNeeds(route.access) || can(permissions, route.access))
  if (actions.length === 0) return null
  const work = async (action: BulkAction, answer: ConfirmAnswer) => {
    setBusy(true)
    setError(null)
    const next = await done(list, action, state, answer).catch((failure: unknown) => failure)
    setBusy(false)
    if (next instanceof Error) return setError(`${action.failed}: ${next.message}`)
    setState(next as BulkState)
    setAsked(null)
  }
  return {
    ...state,
    actions,
    select: (selection) => setState({ ...nothing, selection }),
    selectAll: selections && (() => void frozenOf(selections, filter).then((frozen) => frozen && setState({ ...nothing, frozen }))),
    clear: () => setState(nothing),
    asked,
    ask: (action) => (setError(null), setAsked(action)),
    isBusy,
    error,
    run: (answer) => void (asked !== null && work(asked, answer)),
    settle: (result) => setState({ ...nothing, selection: new Set(result.failures.map(({ id }) => id)), result }),
  }
}

/** The ids of this moment, kept by the server; null when it could not. */
async function frozenOf(route: SelectionRoute, filter: unknown): Promise<Frozen | null> {
  try {
    return await call(route, { body: filter } as InputOf<SelectionRoute>, { idempotencyKey: crypto.randomUUID() })
  } catch (failure) {
    pushFailure(actionFailures.selectAll, failure)
    return null
  }
}

async function done(list: Route, action: BulkAction, { frozen, selection }: BulkState, answer: ConfirmAnswer): Promise<BulkState> {
  const next = frozen === null ? await doneAtOnce(action, [...selection], answer) : await begun(action, frozen, answer)
  if (action.done !== undefined && next.result?.failures.length === 0) pushInfo(action.done, action.done)
  void refetch([list.path, ...(action.route.changes ?? [])])
  return next
}

type Body = (target: BulkTarget) => InputOf<Route>

const bodyOf =
  (action: BulkAction, answer: ConfirmAnswer): Body =>
  (target) =>
    ({ body: { target, ...action.body?.(answer) } }) as unknown as InputOf<Route>

/** A hundred a call. What failed stays selected, with its words; what broke off says so and leaves the rest selected. */
async function doneAtOnce(action: BulkAction, ids: string[], answer: ConfirmAnswer): Promise<BulkState> {
  const body = bodyOf(action, answer)
  const failures: BulkFailed[] = []
  for (const chunk of chunksOf(ids)) {
    try {
      await call(action.route, body({ ids: chunk }), { idempotencyKey: crypto.randomUUID() })
    } catch (failure) {
      const failed =
        failure instanceof ApiError && failure.result !== null && 'batch' in failure.result ? bulkOutcome(failure.result.batch) : null
      if (failed === null) throw failure
      failures.push(...failed)
    }
  }
  return { ...nothing, selection: new Set(failures.map(({ id }) => id)), result: { done: ids.length - failures.length, failures } }
}

async function begun(action: BulkAction, frozen: Frozen, answer: ConfirmAnswer): Promise<BulkState> {
  const reply = (await call(action.route, bodyOf(action, answer)({ selection_id: frozen.id }), {
    idempotencyKey: crypto.randomUUID(),
  })) as ReplyOf<Route> & { background_job_id?: string | null }
  return { ...nothing, jobId: reply.background_job_id ?? null }
}
