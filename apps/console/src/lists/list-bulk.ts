import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { TablerIcon } from '@tabler/icons-react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { BulkReply, Route, SayingRoute, selectionOf } from '@wheelhouse/contract/route.ts'
import type { ConfirmAnswer, ConfirmDialogProps } from '../ui/dialogs/confirm-dialog.tsx'
import { networkError } from '../http/api-error.ts'
import { call } from '../api/api.ts'
import { createSubmit } from '../api/submission.ts'
import type { Submit } from '../api/submission.ts'
import { can } from '../session/can.ts'
import type { BulkFailed, ChunksOutcome } from './list-bulk-outcome.ts'
import { failureText, pushFailure } from '../shell/messages.ts'
import { useUser } from '../stores/user-store.ts'
import { later } from '../ui/base/lazy.tsx'

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
  /** The most rows that are chosen one by one, all in one call, which may begin a background job. Without it any number, 100 a call. */
  atMost?: number
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
  /** Those of them that the list has loaded. */
  rows: readonly object[]
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
  /** What was done before a call broke off, while its dialog is open. The rest is selected. */
  brokenOff: ChunksOutcome | null
}

const nothing: BulkState = { selection: new Set(), frozen: null, result: null, jobId: null, brokenOff: null }

export interface ListBulk extends BulkState {
  actions: readonly BulkAction[]
  select: (selection: ReadonlySet<string>) => void
  selectAll: (() => void) | undefined
  clear: () => void
  /** Selects these alone; a result that is shown and a job that goes on stay. */
  keep: (selection: ReadonlySet<string>) => void
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
  filter: Record<string, unknown>,
): ListBulk | null {
  const permissions = useUser((state) => state.userPermissions)
  const [state, setState] = useState(nothing)
  const [asked, setAsked] = useState<BulkAction | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [submit] = useState(createSubmit)
  const actions = all.filter(({ route, others = [] }) =>
    [route, ...others].some(({ access }) => !isNeeds(access) || can(permissions, access)),
  )
  if (actions.length === 0) return null
  const work = async (action: BulkAction, sent: BulkSent) => {
    setBusy(true)
    setError(null)
    const { next, failure } = await doneBy({ list, action, submit }, state, sent)
    setBusy(false)
    setState({ ...nothing, ...next })
    if (failure !== null) setError(failureText(action.route.says.failed, failure))
    else setAsked(null)
  }
  return {
    ...state,
    actions,
    select: (selection) => setState({ ...nothing, selection }),
    selectAll:
      selections &&
      (() => void frozenOf(selections, filter).then((frozen) => frozen && setState({ ...nothing, frozen }))),
    clear: () => setState(nothing),
    keep: (selection) => setState((before) => ({ ...before, selection, frozen: null })),
    asked,
    ask: (action) => (setError(null), setAsked(action), setState((before) => ({ ...before, brokenOff: null }))),
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

const bulkWork = later(() => import('./list-bulk-work.ts'))

/** What is done, and under which keys. */
export interface BulkWork {
  list: Route
  action: BulkAction
  submit: Submit
}

/** `failure` says why it broke off; null of what was done to all. */
export interface BulkDone {
  next: Partial<BulkState>
  failure: unknown
}

/** Where nothing was answered, the state is the same and `failure` says why. */
async function doneBy(work: BulkWork, state: BulkState, sent: BulkSent): Promise<BulkDone> {
  try {
    const code = await bulkWork.load()
    if (code === null) throw networkError()
    return await code.doToMany(work, state, sent)
  } catch (failure) {
    return { next: state, failure }
  }
}

/** The ids of this moment, kept by the server; null when it could not. */
async function frozenOf(route: SelectionRoute, filter: Record<string, unknown>): Promise<Frozen | null> {
  try {
    return await call(route, { body: filter }, { idempotencyKey: crypto.randomUUID() })
  } catch (failure) {
    pushFailure(route.says.failed, failure)
    return null
  }
}
