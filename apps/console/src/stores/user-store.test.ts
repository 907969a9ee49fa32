import { afterEach, expect, test, vi } from 'vitest'

const own = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The store of a browser that keeps these preferences, and what it writes. */
async function opened(timezone?: string) {
  const writes: string[] = []
  const userPreferences = { localizedFormats: false, rfidFormat: 'decimal', timezone }
  const kept = JSON.stringify({ state: { organizationId: null, userPreferences }, version: 0 })
  vi.stubGlobal('localStorage', {
    getItem: () => (timezone === undefined ? null : kept),
    setItem: (_: string, value: string) => writes.push(value),
    removeItem: () => undefined,
  })
  vi.resetModules()
  return { ...(await import('./user-store.ts')), writes }
}

afterEach(() => vi.unstubAllGlobals())

test('the zone is that of the browser until another one is chosen', async () => {
  const { useUser, setPreferences, writes } = await opened()
  expect(useUser.getState().userPreferences).toEqual({ localizedFormats: true, rfidFormat: 'hex', timezone: own })
  setPreferences({ timezone: 'Asia/Tokyo' })
  expect(useUser.getState().userPreferences.timezone).toBe('Asia/Tokyo')
  expect(writes).toHaveLength(1)
  expect(writes[0]).toContain('Asia/Tokyo')
})

test('the own zone of the browser is not kept: it is another one after a journey', async () => {
  const { useUser, setPreferences, writes } = await opened()
  useUser.setState({ organizationId: 'ours' })
  setPreferences({ rfidFormat: 'decimal' })
  expect(writes.map((text) => JSON.parse(text).state)).toEqual([
    { organizationId: 'ours', userPreferences: { localizedFormats: true, rfidFormat: 'hex' } },
    { organizationId: 'ours', userPreferences: { localizedFormats: true, rfidFormat: 'decimal' } },
  ])
})

test('kept preferences are taken over, and a zone that this browser does not know gives way to its own', async () => {
  const kept = { localizedFormats: false, rfidFormat: 'decimal' }
  expect((await opened('Asia/Tokyo')).useUser.getState().userPreferences).toEqual({ ...kept, timezone: 'Asia/Tokyo' })
  expect((await opened('Mars/Base')).useUser.getState().userPreferences).toEqual({ ...kept, timezone: own })
})

test('neither the start nor the rights of a person ask for the zone or write anything', async () => {
  const zones = vi.spyOn(Intl, 'DateTimeFormat')
  const { useUser, writes } = await opened('Asia/Tokyo')
  useUser.setState({ loadingUserPermissions: true })
  useUser.setState({ userPermissions: {}, loadingUserPermissions: false })
  expect(zones).not.toHaveBeenCalled()
  expect(writes).toEqual([])
  zones.mockRestore()
})
