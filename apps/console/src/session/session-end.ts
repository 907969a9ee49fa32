import { emptyKept } from './kept-database-name.ts'
import { queryClient } from '../shell/query-client.ts'
import { authStore, isOtherTab, session } from './session.ts'
import { forgetUser } from '../stores/user-store.ts'

type GoToLogin = (redirect: string, error?: string) => void

const forgetters: (() => void)[] = []
/** What else of the person must go with the session. */
export const forgetWithSession = (forget: () => void): void => void forgetters.push(forget)

/** Another person may sign in in this tab. Drafts stay: they name their person. */
function forgetLeftLists(): void {
  for (const key of Object.keys(sessionStorage))
    if (/^wheelhouse\.(last-list|view)\./.test(key)) sessionStorage.removeItem(key)
}

function forgetPerson(): void {
  forgetUser()
  queryClient.clear()
  emptyKept()
  forgetLeftLists()
  for (const forget of forgetters) forget()
}

/** A 401: all tokens go, and with them everything below. */
export const endSession = (): void => session.clear()

let quiet = 0
/** While the guard works it leads to the login page by itself. */
export async function withoutLeaving<T>(work: () => Promise<T>): Promise<T> {
  quiet++
  try {
    return await work()
  } finally {
    quiet--
  }
}

/** However the tokens went (a 401, a failed renewal, a sign-out, another tab): nothing of the person stays, and the login page comes. */
export function watchSessionEnd(goToLogin: GoToLogin): void {
  authStore.subscribe((state, before) => {
    if (before.refreshToken === null || state.refreshToken !== null) return
    forgetPerson()
    if (quiet > 0 || /^\/log(in|out)$/.test(location.pathname)) return
    // Signed out in another tab, or ended twice within moments: signing in by itself would undo it or loop.
    const mayReturn = !isOtherTab() && !endedJustNow()
    goToLogin(location.pathname + location.search + location.hash, mayReturn ? undefined : 'Your session has ended')
  })
}

const stampKey = 'wheelhouse.session-ended-at'
const loopMs = 30_000

function endedJustNow(): boolean {
  const before = Number(sessionStorage.getItem(stampKey) ?? 0)
  sessionStorage.setItem(stampKey, String(Date.now()))
  return Date.now() - before < loopMs
}
