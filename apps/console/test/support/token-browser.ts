import { authKey, createAuthStore } from '../../src/stores/auth-store.ts'
import { createTokenClient } from '../../src/session/token-client.ts'

const origin = 'http://localhost:3000'
export const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
export const person = { sub: 'p-1', email: 'kadri@balticpark.example', name: 'Õnne', 'custom:organization_id': 'o-1' }
export const tokens = (more: object = {}) => ({
  access_token: 'access',
  id_token: jwt(person),
  expires_in: 3600,
  ...more,
})

/** What the tabs of one browser have in common. */
export function tabsOf() {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  return { kept: new Map<string, string>(), inTurn }
}
type Tabs = ReturnType<typeof tabsOf>

const storageIn = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

/** A separate browser: storage, a clock, and a provider whose answers the test decides. */
export function browser(
  answers: (payload: URLSearchParams) => Response | Promise<Response> = () => Response.json(tokens()),
  { kept, inTurn }: Tabs = tabsOf(),
  seed = 7,
) {
  const store = createAuthStore(storageIn(kept))
  const seen = {
    requests: [] as URLSearchParams[],
    left: [] as URL[],
    breadcrumbs: [] as string[],
    now: 0,
    isOnline: true,
    waits: [] as number[],
  }
  const client = createTokenClient({
    store,
    tab: storageIn(new Map()),
    fetch: async (_url, init) => {
      const payload = new URLSearchParams(String(init?.body))
      seen.requests.push(payload)
      return answers(payload)
    },
    now: () => seen.now,
    randomBytes: (count) => new Uint8Array(count).map((_, index) => index * seed),
    origin,
    leave: (url) => void seen.left.push(new URL(url)),
    config: () => ({
      client_id: 'wheelhouse-console',
      identity_url: 'http://localhost:3001',
      default_scopes: ['signin.user.admin', 'console.user'],
    }),
    breadcrumb: (message) => void seen.breadcrumbs.push(message),
    isOnline: () => seen.isOnline,
    wait: async (ms) => void seen.waits.push(ms),
    inTurnOfTabs: inTurn,
    reread: () => void store.persist.rehydrate(),
  })
  return { client, store, seen, persisted: () => JSON.parse(kept.get(authKey) ?? '{}').state }
}

export const signedIn = (answers?: Parameters<typeof browser>[0]) => {
  const one = browser(answers)
  one.store.setState({ refreshToken: 'refresh-1' })
  return one
}
