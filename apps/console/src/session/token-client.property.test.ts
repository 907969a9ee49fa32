import { expect, test } from 'vitest'
import fc from 'fast-check'
import { createAuthStore } from '../stores/auth-store.ts'
import { createTokenClient } from './token-client.ts'

const scopeSets = [['a'], ['b'], ['a', 'b'], []] as const

const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), scopes: fc.constantFrom(...scopeSets) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1_000, 200_000, 700_000, 4_000_000),
    }),
  },
  // One answer of the provider arrives, whichever; or everything that needs no answer goes on.
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign-out' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign-in' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other-tab-signs-out' as const) }) },
)
const answer = fc.constantFrom('ok', 'ok', 'ok', 'rotate', 'refuse', 'garbage', 'network')

/**
 * A provider that rotates refresh tokens now and then, and keeps watch over what it is asked.
 */
function world(scheduler: fc.Scheduler, answers: string[]) {
  const kept = new Map<string, string>()
  const store = createAuthStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })
  const watch = {
    now: 0,
    inFlight: new Map<string, number>(),
    failedOfSession: new Set<string>(),
    /** In a row, without an answer: the third is a failure. */
    unanswered: 0,
    unansweredOf: '',
    tooMany: 0,
    afterFailure: 0,
    stale: 0,
    newest: new Map<string, string>(),
    count: 0,
  }
  const sessionOf = (refreshToken: string) => refreshToken.split('.')[0] ?? ''
  const client = createTokenClient({
    store,
    tab: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    now: () => watch.now,
    randomBytes: (count) => new Uint8Array(count),
    origin: 'http://localhost:3000',
    leave: () => undefined,
    config: () => ({ client_id: 'c', identity_url: 'http://localhost:3001', default_scopes: ['a'] }),
    breadcrumb: () => undefined,
    isOnline: () => true,
    wait: async () => undefined,
    inTurnOfTabs: (work) => work(),
    reread: () => void store.persist.rehydrate(),
    fetch: async (_url, init) => {
      const payload = new URLSearchParams(String(init?.body))
      const session = sessionOf(payload.get('refresh_token') ?? '')
      const key = `${session} ${payload.get('scope') ?? ''}`
      const inFlight = (watch.inFlight.get(key) ?? 0) + 1
      watch.inFlight.set(key, inFlight)
      if (inFlight > 1) watch.tooMany++
      if (watch.failedOfSession.has(session)) watch.afterFailure++
      const kind = answers[watch.count++ % answers.length]
      await scheduler.schedule(Promise.resolve(), key)
      watch.inFlight.set(key, inFlight - 1)
      if (payload.get('refresh_token') !== (watch.newest.get(session) ?? `${session}.0`)) watch.stale++
      const rotated = `${session}.${watch.count}`
      if (kind === 'rotate') watch.newest.set(session, rotated)
      const good = {
        access_token: `access of ${session} #${watch.count}`,
        expires_in: 3600,
        ...(kind === 'rotate' ? { refresh_token: rotated } : {}),
      }
      if (kind === 'network') {
        watch.unanswered = watch.unansweredOf === key ? watch.unanswered + 1 : 1
        watch.unansweredOf = key
        if (watch.unanswered === 3) watch.failedOfSession.add(session)
        throw new TypeError('Failed to fetch')
      }
      watch.unanswered = 0
      if (kind === 'ok' || kind === 'rotate') return Response.json(good)
      watch.failedOfSession.add(session)
      return kind === 'refuse'
        ? Response.json({ error: 'invalid_grant' }, { status: 400 })
        : new Response('<html>', { status: 200 })
    },
  })
  return { store, client, watch, sessionOf }
}

// Longer than any chain of promises between two answers.
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}

const script = [
  fc.scheduler(),
  fc.array(act, { minLength: 3, maxLength: 40 }),
  fc.array(answer, { minLength: 1, maxLength: 12 }),
] as const

test('spec 4: in any order of asks, expiries, sign-ins and failures one renewal a scope set is in flight and nothing outlives a failure', async () => {
  await fc.assert(
    fc.asyncProperty(...script, async (scheduler, acts, answers) => {
      const { store, client, watch, sessionOf } = world(scheduler, answers)
      let session = 1
      let isSignedIn = true
      store.setState({ refreshToken: 's1.0' })
      const asks: Promise<unknown>[] = []
      const consistent = () => {
        const { refreshToken, accessTokens } = store.getState()
        // No refresh token, no access token; and all of them are of one session.
        if (refreshToken === null) expect(accessTokens).toEqual({})
        if (isSignedIn && !watch.failedOfSession.has(`s${session}`))
          expect(sessionOf(refreshToken ?? '')).toBe(`s${session}`)
        if (refreshToken !== null)
          for (const { accessToken } of Object.values(accessTokens))
            expect(accessToken).toContain(`of ${sessionOf(refreshToken)} #`)
      }
      for (const step of acts) {
        if (step.kind === 'ask')
          asks.push(
            client.accessToken([...step.scopes]).then(
              (result) => expect(result.expiresAt).toBeGreaterThan(0),
              () => undefined,
            ),
          )
        if (step.kind === 'pass') watch.now += step.ms
        if (step.kind === 'sign-out' || step.kind === 'other-tab-signs-out') isSignedIn = false
        if (step.kind === 'sign-out') client.signOut()
        if (step.kind === 'other-tab-signs-out') store.setState({ refreshToken: null, accessTokens: {} })
        if (step.kind === 'sign-in') {
          client.clear()
          isSignedIn = true
          store.setState({ refreshToken: `s${++session}.0` })
        }
        if (step.kind === 'answer' && scheduler.count() > 0) await scheduler.waitOne()
        if (step.kind === 'answer' || step.kind === 'settle') await settled()
        consistent()
      }
      await scheduler.waitIdle()
      await Promise.all(asks)
      consistent()
      expect(watch.tooMany).toBe(0)
      expect(watch.afterFailure).toBe(0)
      // A rotated refresh token is never used again.
      expect(watch.stale).toBe(0)
      expect(store.getState().tokenRefreshes).toEqual({})
      const last = store.getState().refreshToken
      if (last !== null) expect(watch.failedOfSession.has(sessionOf(last))).toBe(false)
    }),
    { numRuns: 400 },
  )
})

test('spec 4: everyone who asks while a renewal runs gets its very answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 20 }), async (scheduler, people) => {
      const { store, client, watch } = world(scheduler, ['ok'])
      store.setState({ refreshToken: 's1.0' })
      const asks = Array.from({ length: people }, () => client.accessToken(['a']))
      await scheduler.waitIdle()
      expect(new Set((await Promise.all(asks)).map(({ accessToken }) => accessToken)).size).toBe(1)
      expect(watch.count).toBe(1)
    }),
    { numRuns: 50 },
  )
})
