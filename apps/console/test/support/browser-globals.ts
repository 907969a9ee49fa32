import { afterAll, vi } from 'vitest'

/**
 * What a module asks of the browser when it is loaded: calls and the live stream belong to a session, which is kept there. The
 * module is imported after this, within the test file.
 */
export function stubBrowser(): void {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('location', new URL('http://localhost/'))
  afterAll(() => void vi.unstubAllGlobals())
}
