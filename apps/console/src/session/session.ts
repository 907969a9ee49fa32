import { authKey, createAuthStore } from '../stores/auth-store.ts'
import { config } from '../http/config.ts'
import { breadcrumb } from '../http/error-reports.ts'
import { createTabTurns } from './tab-lock.ts'
import { createTokenClient } from './token-client.ts'

/** The session of this browser: local storage, the page's own address, the real clock. */
export const authStore = createAuthStore(localStorage)

let isFromOtherTab = false
/** True while a change of the tokens is one that another tab made. */
export const isOtherTab = (): boolean => isFromOtherTab

function reread(): void {
  isFromOtherTab = true
  void authStore.persist.rehydrate()
  isFromOtherTab = false
}

export const session = createTokenClient({
  store: authStore,
  tab: sessionStorage,
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  origin: location.origin,
  leave: (url) => location.assign(url),
  config,
  breadcrumb,
  isOnline: () => navigator.onLine,
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  inTurnOfTabs: createTabTurns(navigator.locks),
  reread,
})

// Tabs share the tokens: what one signs out, renews or signs in counts in the others.
window.addEventListener('storage', ({ key }) => {
  if (key === authKey || key === null) reread()
})
