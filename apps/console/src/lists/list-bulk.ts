import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { TablerIcon } from '@tabler/icons-react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type {
  BulkReply,
  BulkTarget,
  InputOf,
  ReplyOf,
  Route,
  SayingRoute,
  selectionOf,
} from '@wheelhouse/contract/route.ts'
import type { ConfirmAnswer, ConfirmDialogProps } from '../ui/dialogs/confirm-dialog.tsx'
import { ApiError } from '../http/api-error.ts'
import { call, refetch } from '../api/api.ts'
import { can } from '../session/can.ts'
import { bulkOutcome, chunksOf } from './list-bulk-outcome.ts'
import type { BulkFailed } from './list-bulk-outcome.ts'
import { pushErrors, pushFailure, pushSuccess } from '../shell/messages.ts'
import { useUser } from '../stores/user-store.ts'

/** What can be done to many rows: a line a verb. Hidden from those who may not call its route. */
export interface BulkAction {
  label: string
  icon: TablerIcon
  isDanger?: boolean
  /** Takes `{ target: BulkTarget }`, and whatever `body` adds. */
  route: SayingRoute
  /** Other routes that its dialog may choose: who may call one of them is offered the action. */
  others?: readonly Route[]
  /** Instead of a confirmation: it asks for what is sent besides the target. */
  dialog?: ComponentType<BulkDialogProps>
  /** Of what was done at once: the calls that bring back what was there `before` (an item of the reply's `results`). Its code may come late. */
  undo?: (results: readonly BulkResult[], sent: BulkSent) => Promise<readonly (BulkSent & { ids: string[] })[]>
  confirm?: {
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

/** What is sent besides the target, and by which of the action's routes. */
export interface BulkSent {
  route: Route
  body: Record<string, unknown>
}
export type BulkResult = BulkReply['results'][number] & { before?: unknown }

export interface BulkDialogProps {
  /** "41", "10,000". */
  count: string
  /** The rows that are selected one by one; empty for all that match. */
  ids: readonly string[]
  /** All that match, as the server keeps them. */
  selectionId: string | null
  isBusy: boolean
  error: string | null
  onClose: () => void
  onSend: (sent: BulkSent) => void
}

/** All that match, as they were at that moment. */
export interface Frozen {
  id: string
  total: number
}

export interface BulkState {
  selection: ReadonlySet<string>
  frozen: Frozen | null
  result: { done: number; failures: BulkFailed[]; undo?: () => Promise<void> } | null
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
  send: (sent: BulkSent) => void
  /** Brings back what was there before the last batch. */
  undo: (() => void) | undefined
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
  const actions = all.filter(({ route, others = [] }) =>
    [route, ...others].some(({ access }) => !isNeeds(access) || can(permissions, access)),
  )
  if (actions.length === 0) return null
  const work = async (action: BulkAction, sent: BulkSent) => {
    setBusy(true)
    setError(null)
    const next = await done(list, action, state, sent).catch((failure: unknown) => failure)
    setBusy(false)
    if (next instanceof Error) return setError(`${action.route.says.failed}: ${next.message}`)
    setState(next as BulkState)
    setAsked(null)
  }
  return {
    ...state,
    actions,
    select: (selection) => setState({ ...nothing, selection }),
    selectAll:
      selections &&
      (() => void frozenOf(selections, filter).then((frozen) => frozen && setState({ ...nothing, frozen }))),
    clear: () => setState(nothing),
    asked,
    ask: (action) => (setError(null), setAsked(action)),
    isBusy,
    error,
    run: (answer) => void (asked !== null && work(asked, { route: asked.route, body: asked.body?.(answer) ?? {} })),
    send: (sent) => void (asked !== null && work(asked, sent)),
    undo: undoOf(state, setState),
    settle: (result) => setState({ ...nothing, selection: new Set(result.failures.map(({ id }) => id)), result }),
  }
}

/** Once: what was brought back is not brought back again. */
const undoOf = (
  { result }: BulkState,
  setState: (next: (before: BulkState) => BulkState) => void,
): (() => void) | undefined =>
  result?.undo &&
  (() => {
    setState((before) => ({ ...before, result: before.result && { ...before.result, undo: undefined } }))
    void result.undo?.()
  })

/** The ids of this moment, kept by the server; null when it could not. */
async function frozenOf(route: SelectionRoute, filter: unknown): Promise<Frozen | null> {
  try {
    return await call(route, { body: filter } as InputOf<SelectionRoute>, { idempotencyKey: crypto.randomUUID() })
  } catch (failure) {
    pushFailure(route.says.failed, failure)
    return null
  }
}

async function done(
  list: Route,
  action: BulkAction,
  { frozen, selection }: BulkState,
  sent: BulkSent,
): Promise<BulkState> {
  const again = (): void => void refetch([list, ...(sent.route.changes ?? [])])
  if (frozen !== null) {
    const jobId = await begun(sent, frozen)
    again()
    return { ...nothing, jobId }
  }
  const { failures, results } = await doneAtOnce(sent, [...selection])
  const { says } = action.route
  if (says.done !== undefined && failures.length === 0) pushSuccess(says.done)
  again()
  const back = (await action.undo?.(results, sent)) ?? []
  const undo = back.length === 0 ? undefined : () => undone(action, back).then(again)
  return {
    ...nothing,
    selection: new Set(failures.map(({ id }) => id)),
    result: { done: selection.size - failures.length, failures, undo },
  }
}

const inputOf = ({ body }: BulkSent, target: BulkTarget): InputOf<Route> =>
  ({ body: { target, ...body } }) as unknown as InputOf<Route>

interface Outcome {
  failures: BulkFailed[]
  /** What succeeded. */
  results: BulkResult[]
}

/** A hundred a call. What failed stays selected, with its words; what broke off says so and leaves the rest selected. */
async function doneAtOnce(sent: BulkSent, ids: string[]): Promise<Outcome> {
  const outcome: Outcome = { failures: [], results: [] }
  for (const chunk of chunksOf(ids)) {
    try {
      const reply = await call(sent.route, inputOf(sent, { ids: chunk }), { idempotencyKey: crypto.randomUUID() })
      outcome.results.push(...((reply as BulkReply | undefined)?.results ?? []))
    } catch (failure) {
      const batch =
        failure instanceof ApiError && failure.result !== null && 'batch' in failure.result
          ? failure.result.batch
          : null
      const failed = batch && bulkOutcome(batch)
      if (failed === null) throw failure
      outcome.failures.push(...failed)
      outcome.results.push(...((batch?.results ?? []) as BulkResult[]))
    }
  }
  return outcome
}

async function begun(sent: BulkSent, frozen: Frozen): Promise<string | null> {
  const reply = (await call(sent.route, inputOf(sent, { selection_id: frozen.id }), {
    idempotencyKey: crypto.randomUUID(),
  })) as ReplyOf<Route> & { background_job_id?: string | null }
  return reply.background_job_id ?? null
}

const undoFailed = 'Undo failed'

/** Reports the rows that cannot be restored, and restores the others. */
async function undone(action: BulkAction, back: readonly (BulkSent & { ids: string[] })[]): Promise<void> {
  try {
    const outcomes = []
    for (const { ids, ...sent } of back) outcomes.push(await doneAtOnce(sent, ids))
    const failures = outcomes.flatMap((outcome) => outcome.failures)
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
