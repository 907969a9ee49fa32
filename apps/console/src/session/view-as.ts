import * as v from 'valibot'
import { isPublic } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { PermissionView, viewAsHeader } from '@wheelhouse/contract/view-as/view-as.ts'
import { readAs } from '../http/read-as.ts'
import { forgetWithSession } from './session-end.ts'

const Beginning = v.object({ back: v.string() })
/** The view of this tab, and the address at which it began. Other tabs stay with the person's own rights. */
export type OpenView = PermissionView & v.InferOutput<typeof Beginning>

const keptAs = 'wheelhouse.view-as'
const overKey = 'wheelhouse.view-over'

function readKept(): OpenView | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptAs) ?? 'null')
    const [view, beginning] = [readAs(PermissionView, kept), readAs(Beginning, kept)]
    return view && beginning ? { ...view, ...beginning } : null
  } catch {
    return null
  }
}

let current = readKept()
// Another person who signs in here does not inherit it.
forgetWithSession(() => {
  sessionStorage.removeItem(keptAs)
  current = null
})

/** Read once: a view begins and ends with a new page, so that nothing of another person's rights stays in memory. */
export const currentView = (): OpenView | null => current

/** What a request carries while the console is seen as someone else would see it. */
export function viewHeaders({ access, isOwn }: Pick<Route, 'access' | 'isOwn'>): Record<string, string> {
  return current === null || isOwn || isPublic(access) ? {} : { [viewAsHeader]: current.id }
}

/** Starts the console again in this tab, with the rights of the other. */
export function enterView(view: PermissionView): void {
  const back = location.pathname + location.search
  sessionStorage.setItem(keptAs, JSON.stringify({ ...view, back }))
  location.assign('/')
}

let isLeaving = false
/** Until the next page is there, answers say that the view is over. Who leaves knows that. */
export function startLeavingView(): void {
  isLeaving = true
}

/** Starts it again with the person's own rights, where the view began. */
export function forgetView(reason: 'left' | 'over'): void {
  if (reason === 'over' && isLeaving) return
  startLeavingView()
  sessionStorage.removeItem(keptAs)
  if (reason === 'over') sessionStorage.setItem(overKey, current?.name ?? '')
  location.assign(current?.back ?? '/')
}

/** The name of whose view ended by itself, said once on the page that follows. */
export function takeEndedView(): string | null {
  const name = sessionStorage.getItem(overKey)
  sessionStorage.removeItem(overKey)
  return name
}
