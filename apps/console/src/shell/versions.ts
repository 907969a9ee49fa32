import { LiveVersions, liveVersions } from '@wheelhouse/contract/configs.ts'
import { readAs } from '../http/read-as.ts'
import { useApp } from '../stores/app-store.ts'
import { t } from '../i18n/i18n.ts'
import { dismissGroup, pushErrors, pushInfo, somethingWentWrong } from './messages.ts'
import { loadMissingStyles, notePartMissing, watchStyles } from './missing-parts.ts'

export interface VersionDeps {
  fetch: typeof fetch
  /** Of the running code. */
  buildId: string
  /** Survives the reload, not the tab. */
  stamps: Pick<Storage, 'getItem' | 'setItem'>
  now(): number
  isOnline(): boolean
  later(work: () => void, ms: number): void
  reload(): void
}

const reloadAfterMs = 5_000
const stampKey = 'wheelhouse.reloaded'
// A reload that did not help within this time is not tried again.
const loopMs = 120_000

export interface Versions {
  /** Reads the build that is served now; another one reloads the page. */
  check(): Promise<void>
  /** A chunk could not be loaded: most likely a newer build has replaced it (spec section 2). */
  chunkFailed(): void
}

export function createVersions(deps: VersionDeps): Versions {
  let isReloading = false

  function announce(reason: string): void {
    if (isReloading) return
    if (triedAlready(deps, reason)) return
    isReloading = true
    pushInfo(t('Wheelhouse has been updated, reloading the page in 5 seconds'), 'version')
    deps.stamps.setItem(stampKey, JSON.stringify({ reason, at: deps.now() }))
    deps.later(deps.reload, reloadAfterMs)
  }

  return {
    async check() {
      const response = await deps.fetch(liveVersions.path, { cache: 'no-store' }).catch(() => null)
      const served = response?.ok ? readAs(LiveVersions, await response.json().catch(() => null)) : undefined
      if (served && served.console !== deps.buildId) announce(served.console)
    },
    chunkFailed() {
      // It is not gone, it cannot be reached: a reload would lose what is on the screen.
      if (!deps.isOnline())
        return pushErrors([
          { text: t('You are offline and this page has not been loaded on this device'), group: 'chunk' },
        ])
      announce('chunk')
      if (!isReloading) pushErrors([{ text: t(somethingWentWrong), group: 'chunk' }])
    },
  }
}

function triedAlready({ stamps, now }: VersionDeps, reason: string): boolean {
  try {
    // Not checked: where something else is stored, its `reason` is not the wanted one, and the page reloads as it should.
    const before = JSON.parse(stamps.getItem(stampKey) ?? 'null') as { reason?: string; at?: number } | null
    return before?.reason === reason && now() - (before.at ?? 0) < loopMs
  } catch {
    return false
  }
}

const everyMs = 60_000

/** Every 60 s and whenever the page becomes visible. */
export function watchVersions(versions: Versions): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    notePartMissing(payload, !navigator.onLine)
    versions.chunkFailed()
  })
  watchStyles()
  window.addEventListener('online', () => {
    dismissGroup('chunk')
    void loadMissingStyles()
  })
  setInterval(() => {
    void loadMissingStyles()
    if (useApp.getState().isVisible) void versions.check()
  }, everyMs)
  useApp.subscribe(({ isVisible }, before) => isVisible && !before.isVisible && void versions.check())
}
