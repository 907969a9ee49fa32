import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Written by the build: what the shell, the list and the page of a location are made of. */
declare const __KEPT_FILES__: { url: string; revision: string | null }[]
declare const __BUILD_ID__: string

/** The types of a worker do not go together with those of a page in one project. */
interface Worker {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: string, listener: (event: LifeEvent) => void): void
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
  /** Missing in browsers other than Chromium. */
  addRoutes?(rules: readonly object[]): Promise<void>
}
const worker = self as unknown as Worker

const shellPath = '/offline-shell'
const filesCache = `wheelhouse-files-${__BUILD_ID__}`
const settingsCache = 'wheelhouse-settings'
const settingsPath = '/configs/prod.json'
/** As http/config.ts reads it. */
const keptHeader = 'x-wheelhouse-kept'

precacheAndRoute([...__KEPT_FILES__, { url: shellPath, revision: __BUILD_ID__ }])
cleanupOutdatedCaches()

// The newest build answers at once; a page of the one before asks the server for what is gone, and reloads.
worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([worker.skipWaiting(), keepSettings(), goDirectly(event)])),
)
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), forgetOldFiles()])))

/**
 * The browser answers by these rules without this worker, whose start takes longer than the answer: kept files come from the cache,
 * calls from the server. The page and its settings are asked of the server while the worker starts, for the case that there is
 * no answer.
 */
const withoutWorker = [
  { condition: { urlPattern: '/oauth2/*' }, source: 'network' },
  { condition: { or: __KEPT_FILES__.map(({ url }) => ({ urlPattern: url })) }, source: 'cache' },
  { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'race-network-and-fetch-handler' },
  { condition: { urlPattern: settingsPath }, source: 'race-network-and-fetch-handler' },
  { condition: { not: { urlPattern: '/assets/*' } }, source: 'network' },
]

async function goDirectly(event: LifeEvent): Promise<void> {
  try {
    await event.addRoutes?.(withoutWorker)
  } catch {
    // A browser that does not know a rule takes none of them, and all requests come here.
  }
}

/** The page that installs this worker has asked for them already, so they would be missing until its next load. */
async function keepSettings(): Promise<void> {
  const settings = await caches.open(settingsCache)
  await settings.add(settingsPath).catch(() => undefined)
}

async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('wheelhouse-files-') && name !== filesCache)
  await Promise.all(old.map((name) => caches.delete(name)))
}

// A page always comes from the server, with its own policy; the kept shell is for when there is no answer.
const hasOtherPage = [/^\/(embed|docs|oauth2)(\/|$)/, /^\/analytics\/dashboards\/public\//, /\.\w+$/]
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      try {
        return await fetch(request)
      } catch (error) {
        const shell = await matchPrecache(shellPath)
        if (shell === undefined) throw error
        return shell
      }
    },
    { denylist: hasOtherPage },
  ),
)

// The name of a file changes with its content: what was loaded once stays right.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => {
    const files = await caches.open(filesCache)
    const found = await files.match(request)
    if (found) return found
    const response = await fetch(request)
    if (response.status === 200) await files.put(request, response.clone())
    return response
  },
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === settingsPath,
  async ({ request }) => {
    const settings = await caches.open(settingsCache)
    try {
      const response = await fetch(request)
      if (response.ok) await settings.put(request, response.clone())
      return response
    } catch (error) {
      const kept = await settings.match(request)
      if (kept === undefined) throw error
      const headers = new Headers(kept.headers)
      headers.set(keptHeader, '1')
      return new Response(kept.body, { status: 200, headers })
    }
  },
)
