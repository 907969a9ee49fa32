import { beforeEach, expect, test } from 'vitest'
import { useApp } from '../stores/app-store.ts'
import { createVersions } from './versions.ts'

const shown = () => useApp.getState().messages.map(({ level, text }) => `${level}: ${text}`)
beforeEach(() => useApp.setState({ messages: [] }))

function page(served: () => Response | Promise<Response>, kept = new Map<string, string>()) {
  const seen = { now: 1_000_000, reloads: 0, isOnline: true, delays: [] as number[] }
  const versions = createVersions({
    fetch: async () => served(),
    buildId: 'old',
    stamps: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    now: () => seen.now,
    isOnline: () => seen.isOnline,
    later: (work, ms) => (seen.delays.push(ms), work()),
    reload: () => void seen.reloads++,
  })
  return { versions, seen, kept }
}

test('spec 8: a new version says so and reloads the page after 5 seconds', async () => {
  const { versions, seen } = page(() => Response.json({ console: 'new' }))
  await versions.check()
  await versions.check()
  expect(shown()).toEqual(['info: Wheelhouse has been updated, reloading the page in 5 seconds'])
  expect(seen).toMatchObject({ reloads: 1, delays: [5_000] })
})

test.each([
  ['the same version', () => Response.json({ console: 'old' })],
  ['a page in place of the file', () => new Response('<html>')],
  ['a failure', () => new Response('', { status: 503 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s changes nothing', async (_name, served) => {
  const { versions, seen } = page(served)
  await versions.check()
  expect([shown(), seen.reloads]).toEqual([[], 0])
})

test('spec 2: a chunk that does not load reloads once; when that did not help, it says that something went wrong', () => {
  const first = page(() => Response.json({ console: 'old' }))
  first.versions.chunkFailed()
  expect(first.seen).toMatchObject({ reloads: 1, delays: [5_000] })
  const afterReload = page(() => Response.json({ console: 'old' }), first.kept)
  afterReload.versions.chunkFailed()
  expect(afterReload.seen.reloads).toBe(0)
  expect(shown().at(-1)).toBe('error: Something went wrong :(')
})

test('without a network a chunk that does not load reloads nothing: the page would be gone', () => {
  const { versions, seen } = page(() => Response.json({ console: 'old' }))
  seen.isOnline = false
  versions.chunkFailed()
  expect(seen.reloads).toBe(0)
  expect(shown()).toEqual(['error: You are offline and this page has not been loaded on this device'])
})

test('a server that serves two builds in turn does not make the page reload for ever', async () => {
  const first = page(() => Response.json({ console: 'new' }))
  await first.versions.check()
  const again = page(() => Response.json({ console: 'new' }), first.kept)
  await again.versions.check()
  expect(again.seen.reloads).toBe(0)
  again.seen.now += 120_000
  await again.versions.check()
  expect(again.seen.reloads).toBe(1)
})
