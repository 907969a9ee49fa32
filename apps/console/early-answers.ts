import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation, listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { listMaintenanceMessages } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import {
  listActiveParkingSessions,
  listParkingSessions,
} from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listPersonRoles, permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { listListLayouts } from '@wheelhouse/contract/saved-views/saved-views.ts'

/** The rights and roles of the person: no screen is drawn without. */
const always = [permissionTypesActions, listPersonRoles]

/** What the loaders of these screens ask for when their address names no filter or view; `:id` is its last part. */
const screens: Record<string, readonly { path: string }[]> = {
  '/locations': [listLocations, listListLayouts],
  '/locations/:id': [getLocation, currentOutages, listMaintenanceMessages, listLocationDevices],
  '/device-sessions/active': [listActiveParkingSessions, listListLayouts],
  '/device-sessions/history': [listParkingSessions, listListLayouts],
}

const pathOf = ({ path }: { path: string }): string => path.replace(/:\w+/, ':id')
const rows = Object.entries(screens).map(([address, routes]) => [
  `^${address.replace(':id', '([0-9a-f-]{36})')}/?$`,
  routes.map(pathOf),
])

/**
 * A part of the page's first script: asks for the rights and the first rows while the code is on its way, as the console will
 * (`src/http/early-answers.ts`). It neither renews a token nor takes part in a view as someone else: then the console asks.
 */
export const askEarly = `
globalThis.wheelhouseEarly = new Map()
const askEarly = () => {
  const { refreshToken, accessTokens } = JSON.parse(localStorage.getItem('wheelhouse.auth') ?? '{}').state ?? {}
  const [token, other] = Object.values(accessTokens ?? {})
  if (!refreshToken || !token?.sub || other || token.expiresAt < Date.now() + 300_000) return
  if (!navigator.onLine || sessionStorage.getItem('wheelhouse.view-as')) return
  const authorization = 'Bearer ' + token.accessToken
  const askAll = (paths, id) => {
    for (const path of paths.map((one) => one.replace(':id', encodeURIComponent(id)))) wheelhouseEarly.set(path, {
      authorization, askedAt: Date.now(),
      answer: fetch(path, { headers: { accept: 'application/json', authorization } }).catch(() => null),
    })
  }
  askAll(${JSON.stringify(always.map(pathOf))}, token.sub)
  for (const [pattern, paths] of ${JSON.stringify(rows)}) {
    const [found, id] = RegExp(pattern).exec(location.pathname) ?? []
    // A list is another one with a filter; a thing is the same one, and only another view of it needs something else.
    if (found && !(id ? /[?&](tab|view)=/ : /./).test(location.search)) askAll(paths, id)
  }
}
`
