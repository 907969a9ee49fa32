import type { Query } from '@tanstack/react-query'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { markOffline } from '../live/stream.ts'
import { emptyKept } from '../session/kept-database-name.ts'
import { authStore } from '../session/session.ts'
import { rights } from '../session/current-user.ts'
import { currentView } from '../session/view-as.ts'
import { queryClient } from '../shell/query-client.ts'
import { useUser } from '../stores/user-store.ts'
import { readKept, writeKept } from './kept-database.ts'
import type { KeptReply } from './kept-database.ts'
import { isKeptReply, outdatedReplies, withoutPersons } from './kept-rules.ts'

/** A screen asks for several replies at once, and live data come often: they are written together. */
const writeAfterMs = 2_000

const rightsKey = 'rights'
interface KeptRights {
  organizationId: string | null
  userPermissions: PermissionMap
}

const waiting = new Map<string, KeptReply>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * From now on the shell, and what the list and the pages of locations receive, are kept on this device. Called once, when
 * the first screen has come to rest.
 */
export function startKeeping(): void {
  if (!import.meta.env.DEV) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  for (const query of queryClient.getQueryCache().getAll()) keepQuery(query)
  keepRights()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true)
      keepQuery(event.query)
  })
  useUser.subscribe(keepRights)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void write())
}

function keepQuery({ queryKey, queryHash, state: { data, dataUpdatedAt, status } }: Query): void {
  if (status !== 'success' || data === undefined || !isKeptReply(queryKey)) return
  keep({ key: queryHash, queryKey: queryKey.map(String), at: dataUpdatedAt, data: withoutPersons(data) })
}

let knownRights: string | undefined
let knownPermissions: PermissionMap | null = null

/** Other rights may hide what was kept: it is emptied first. */
function keepRights(): void {
  const { organizationId, userPermissions } = useUser.getState()
  if (userPermissions === null || userPermissions === knownPermissions || currentView() !== null) return
  knownPermissions = userPermissions
  const data: KeptRights = { organizationId, userPermissions }
  const text = JSON.stringify(data)
  if (knownRights !== undefined && text !== knownRights) emptyKept()
  knownRights = text
  keep({ key: rightsKey, queryKey: [rightsKey], at: Date.now(), data })
}

function keep(reply: Omit<KeptReply, 'sub'>): void {
  const { subId: sub } = useUser.getState()
  // What another person sees is not kept as what this one sees.
  if (sub === null || currentView() !== null) return
  waiting.set(reply.key, { ...reply, sub })
  timer ??= setTimeout(() => void write(), writeAfterMs)
}

async function write(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const { subId: sub } = useUser.getState()
  if (sub === null || waiting.size === 0) return
  const fresh = [...waiting.values()].filter((reply) => reply.sub === sub)
  waiting.clear()
  const others = (await readKept()).filter(({ key }) => !fresh.some((one) => one.key === key))
  const rightsBefore = others.find(({ key }) => key === rightsKey)
  // Rights that changed while this device was away: what was kept under the old ones goes.
  const isUnderOtherRights = rightsBefore !== undefined && JSON.stringify(rightsBefore.data) !== knownRights
  const outdated = isUnderOtherRights
    ? others.map(({ key }) => key)
    : outdatedReplies([...fresh, ...others], sub, Date.now())
  // Signed out in between: nothing may come back.
  if (useUser.getState().subId === sub) await writeKept(fresh, outdated)
}

/**
 * Shows what this device kept, where nothing newer is known. False: it kept nothing of this person, not even what they
 * may do.
 */
export async function restoreKept(): Promise<boolean> {
  const person = Object.values(authStore.getState().accessTokens).find(({ sub }) => sub !== null)
  if (!person?.sub) return false
  const { sub, email } = person
  const all = await readKept()
  const outdated = new Set(outdatedReplies(all, sub, Date.now()))
  if (outdated.size > 0) await writeKept([], [...outdated])
  const kept = all.filter(({ key }) => !outdated.has(key))
  const unknown = kept.filter(
    ({ key, queryKey }) => key !== rightsKey && queryClient.getQueryState(queryKey)?.data === undefined,
  )
  for (const { queryKey, at, data } of unknown) queryClient.setQueryData(queryKey, data, { updatedAt: at })
  if (unknown.length > 0) renewWithNetwork()
  if (useUser.getState().userPermissions !== null) return true
  // Only the rights are kept under this key.
  const found = kept.find(({ key }) => key === rightsKey)?.data as KeptRights | undefined
  if (found === undefined) return false
  knownRights = JSON.stringify(found)
  useUser.setState({ subId: sub, email, ...found })
  markOffline(Math.max(...kept.map(({ at }) => at)))
  return true
}

/** The rights are asked for first: they may have changed in between. */
const renew = (): void => void rights.renew().then(() => queryClient.invalidateQueries(), rights.forget)
const renewWithNetwork = (): void => window.addEventListener('online', renew, { once: true })
