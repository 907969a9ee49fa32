import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { StateStorage } from 'zustand/middleware'

/** Spec section 3: what an exchange of the refresh token gives. */
export interface AccessTokenResult {
  accessToken: string
  email: string | null
  /** The person's id. */
  sub: string | null
  organizationId: string | null
  /** Milliseconds of the local clock. */
  expiresAt: number
}

/** Spec section 3, auth state. All but the renewals in flight is kept in local storage. */
export interface AuthState {
  refreshToken: string | null
  /** By the sorted, space-joined scope set. */
  accessTokens: Record<string, AccessTokenResult>
  codeVerifier: string | null
  afterLoginPath: string | null
  tokenRefreshes: Record<string, Promise<AccessTokenResult>>
}

export const authKey = 'wheelhouse.auth'

const signedOut: AuthState = {
  refreshToken: null,
  accessTokens: {},
  codeVerifier: null,
  afterLoginPath: null,
  tokenRefreshes: {},
}

const text = v.nullable(v.string())
const Kept = v.object({
  refreshToken: text,
  accessTokens: v.record(
    v.string(),
    v.object({
      accessToken: v.string(),
      email: text,
      sub: text,
      organizationId: text,
      expiresAt: v.pipe(v.number(), v.finite()),
    }),
  ),
  codeVerifier: text,
  afterLoginPath: text,
})

export type AuthStore = StoreApi<AuthState> & { persist: { rehydrate(): void | Promise<void> } }

/**
 * Writes only what this tab changed. The start and end of a renewal do not change the stored part, and writing it again
 * could restore a session that another tab has signed out in between.
 */
function writingChanges(storage: StateStorage): StateStorage {
  let known: string | null = null
  return {
    ...storage,
    // The type allows a promise, which `localStorage` never returns: it answers at once with a text or null.
    getItem: (name) => (known = storage.getItem(name) as string | null),
    setItem: (name, value) => {
      if (value === known) return
      known = value
      return storage.setItem(name, value)
    },
    removeItem: (name) => {
      known = null
      return storage.removeItem(name)
    },
  }
}

/** Checks the stored content, because another version of the console or a person may have written it. */
export function createAuthStore(storage: StateStorage): AuthStore {
  return createStore<AuthState>()(
    persist(() => signedOut, {
      name: authKey,
      storage: createJSONStorage(() => writingChanges(storage)),
      partialize: ({ refreshToken, accessTokens, codeVerifier, afterLoginPath }) => ({
        refreshToken,
        accessTokens,
        codeVerifier,
        afterLoginPath,
      }),
      merge: (kept, current) => {
        const read = v.safeParse(Kept, kept)
        if (read.success) return { ...current, ...read.output }
        return kept === undefined ? current : { ...current, ...signedOut }
      },
    }),
  )
}
