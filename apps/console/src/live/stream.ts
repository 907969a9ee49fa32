import { create } from 'zustand'
import { stream } from '@wheelhouse/contract/events/live-changes.ts'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { useApp } from '../stores/app-store.ts'
import { useUser } from '../stores/user-store.ts'
import { config } from '../http/config.ts'
import { createLiveConnection } from './live-connection.ts'
import { t } from '../i18n/i18n.ts'
import { pushInfo } from '../shell/messages.ts'
import { queryClient } from '../shell/query-client.ts'
import { rights } from '../session/current-user.ts'
import { emptyKept } from '../session/kept-database-name.ts'
import { endSession, forgetWithSession } from '../session/session-end.ts'
import { session } from '../session/session.ts'
import { positionAtStart } from '../session/stream-position.ts'
import { viewHeaders } from '../session/view-as.ts'

/** `live`: changes arrive. `paused`: the person froze the page. `offline`: not connected, what is shown grows old. */
export interface LiveState {
  state: 'live' | 'paused' | 'offline'
  /** Changes that wait while paused. */
  waiting: number
  /** Since when it is not connected; milliseconds. */
  offlineSince: number | null
}

interface Inner extends LiveState {
  isConnected: boolean
  isPaused: boolean
}

const store = create<Inner>()(() => ({
  state: 'offline',
  waiting: 0,
  offlineSince: null,
  isConnected: false,
  isPaused: false,
}))
const listeners = new Set<(changes: Change[]) => void>()
let held: Change[] = []

export const useLiveState = (): LiveState => store()

function set(changed: Partial<Inner>): void {
  store.setState((before) => {
    const { isConnected, isPaused, offlineSince, waiting } = { ...before, ...changed }
    const flowing = isConnected ? 'live' : 'offline'
    const state = isPaused ? 'paused' : flowing
    return { isConnected, isPaused, waiting, state, offlineSince: isConnected ? null : (offlineSince ?? Date.now()) }
  })
}

/** What is shown was loaded then, before this page was opened. */
export const markOffline = (since: number): void => set({ isConnected: false, offlineSince: since })

/** Freezes a moving page. Changes are counted until it goes on, and are published then. */
export const pauseLive = (): void => set({ isPaused: true })

export function resumeLive(): void {
  set({ isPaused: false, waiting: 0 })
  const changes = held
  held = []
  if (changes.length > 0) publish(changes)
}

/** Calls back with each batch of changes; returns the function that ends it. */
export function onChanges(listener: (changes: Change[]) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function publish(changes: Change[]): void {
  for (const listener of listeners) listener(changes)
}

function receive(changes: Change[]): void {
  if (!store.getState().isPaused) return publish(changes)
  held = [...new Map([...held, ...changes].map((change) => [`${change.type} ${change.id}`, change])).values()]
  set({ waiting: held.length })
}

/** Says it where the person can do other things than before: a form or a page may have gone with its right. */
async function renewRights(): Promise<void> {
  const held = () => useUser.getState().userPermissions
  const before = held()
  await rights.renew()
  const after = held()
  if (before && after && JSON.stringify(before) !== JSON.stringify(after))
    pushInfo(t('Your permissions were changed'), 'rights')
  await queryClient.invalidateQueries()
}

const connection = createLiveConnection({
  fetch: (input, init) => fetch(input, init),
  apiUrl: () => config().api_url,
  token: () => session.accessToken(),
  firstEventId: positionAtStart,
  moreHeaders: () => viewHeaders(stream),
  onUnauthorized: endSession,
  onState: (isConnected) => set({ isConnected }),
  onChanges: receive,
  onReset: () => void queryClient.invalidateQueries(),
  onRightsChanged: () => {
    emptyKept()
    void renewRights().catch(rights.forget)
  },
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    }),
})

/** A hidden page closes its stream (a browser has six connections a host) and catches up by Last-Event-ID. */
export function startLive(): () => void {
  const follow = ({ isVisible, isOnline }: { isVisible: boolean; isOnline: boolean }): void => {
    if (!isVisible || !isOnline || !session.isAuthenticated()) return connection.stop()
    // Closed by us while nobody looked: the server was not away since then.
    if (store.getState().offlineSince !== null) set({ offlineSince: null })
    connection.start()
  }
  follow(useApp.getState())
  const unfollow = useApp.subscribe(follow)
  return () => (unfollow(), connection.stop())
}

/** At once, instead of at the end of the pause between two tries. */
export function reconnectLive(): void {
  connection.stop()
  connection.start()
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

forgetWithSession(() => {
  connection.stop()
  held = []
  set({ isPaused: false, waiting: 0 })
})
