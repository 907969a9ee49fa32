import { recordSignIn } from '@wheelhouse/contract/console-users/profile.ts'
import { createCall } from '../http/http-client.ts'
import { fetchEarly } from '../http/early-answers.ts'
import { config } from '../http/config.ts'
import { createRights } from './rights.ts'
import { forgetWithSession } from './session-end.ts'
import { session } from './session.ts'
import { notePosition } from './stream-position.ts'
import { currentView, forgetView, viewHeaders } from './view-as.ts'
import { reportError } from '../http/error-reports.ts'

// The guard says what happens on a 401 of these; elsewhere it ends the session (`api.ts`).
const call = createCall({
  fetch: async (address, init) => notePosition(await fetchEarly(address, init)),
  apiUrl: () => config().api_url,
  token: async () => (await session.accessToken()).accessToken,
  isOnline: () => navigator.onLine,
  onUnauthorized: () => undefined,
  viewHeaders,
  onViewOver: () => forgetView('over'),
})

/** Whose rights the console shows: those of the other while it is seen as someone else would see it. */
async function credentials() {
  const view = currentView()
  const own = await session.credentials()
  return view === null ? own : { ...own, sub: view.subject_id, organizationId: null }
}

export const rights = createRights({ call, credentials })
forgetWithSession(rights.forget)

/** Spec section 4: after a sign-in a user update with event 'sign-in' is recorded. The person need not wait for it. */
export async function recordThisSignIn(): Promise<void> {
  const { sub } = await session.credentials()
  await call(recordSignIn, { params: { id: sub }, body: { event: 'sign-in' } }).catch(reportError)
}
