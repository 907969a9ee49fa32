import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadStreetStyle } from './street-style.ts'

// Node has no page: addresses in a style are relative to it.
globalThis.location ??= { href: 'http://localhost/' } as Location

const answers: Record<string, unknown> = {
  '/style.json': {
    version: 8,
    glyphs: '/fonts/{fontstack}/{range}.pbf',
    sources: { streets: { type: 'vector', url: 'tiles.json', attribution: 'ours' } },
    layers: [],
  },
  '/tiles.json': { tiles: ['/t/{z}/{x}/{y}.pbf'], maxzoom: 14, attribution: 'theirs' },
  '/lost.json': { version: 8, sources: { streets: { type: 'vector', url: '/missing.json' } }, layers: [] },
}
const server = createServer((request, reply) => {
  const answer = answers[request.url ?? '']
  // An address that takes the question and never answers.
  if (request.url === '/silent.json') return
  reply.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => (server.closeAllConnections(), server.close(closed))))

test('the sources of a street map are written out, and their addresses are whole', async () => {
  expect(await loadStreetStyle(`${base}/style.json`)).toMatchObject({
    glyphs: `${base}/fonts/{fontstack}/{range}.pbf`,
    sources: {
      streets: { type: 'vector', tiles: [`${base}/t/{z}/{x}/{y}.pbf`], maxzoom: 14, attribution: 'ours' },
    },
  })
})

test.each(['/nothing.json', '/lost.json'])('a street map that lacks a part (%s) is none', async (path) => {
  expect(await loadStreetStyle(base + path)).toBeNull()
})

test('an address that does not answer is given up after three seconds', async () => {
  const began = performance.now()
  expect(await loadStreetStyle(`${base}/silent.json`)).toBeNull()
  expect(performance.now() - began).toBeGreaterThan(2_900)
  expect(performance.now() - began).toBeLessThan(10_000)
})
