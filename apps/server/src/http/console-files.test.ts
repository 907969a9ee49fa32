import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapConfig } from '../platform/map-settings.ts'
import { useConsole } from './console-files.ts'

let dist: string

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'wheelhouse-console-'))
  mkdirSync(join(dist, 'assets'))
  for (const name of [
    'index.html',
    'favicon.svg',
    'manifest.webmanifest',
    'third-party-notices.txt',
    'service-worker.js',
  ])
    writeFileSync(join(dist, name), name)
})
afterAll(() => rmSync(dist, { recursive: true }))

const mapsWith = (style_url = '', style_dark_url = style_url): MapConfig => ({ style_url, style_dark_url, tiles: null })

async function directives(mapStyleUrl: string, darkUrl = mapStyleUrl): Promise<Record<string, string>> {
  const app = fastify()
  await useConsole(app, dist, 'http://localhost:3001', mapsWith(mapStyleUrl, darkUrl))
  const { headers } = await app.inject({ url: '/locations', headers: { accept: 'text/html' } })
  await app.close()
  return Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((text) => [text.split(' ')[0], text.slice(text.indexOf(' ') + 1)]),
  )
}

test('without a street map the console asks our own origin and the identity provider, nobody else', async () => {
  const { 'connect-src': connect, 'img-src': img, 'worker-src': worker } = await directives('')
  expect(connect).toBe("'self' blob: http://localhost:3001")
  expect(img).toBe("'self' data: blob:")
  expect(worker).toBe("'self' blob:")
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br, gzip;q=0', undefined],
  [undefined, undefined],
])('a browser that accepts %s is sent a page with the encoding %s', async (accepted, encoding) => {
  const app = fastify()
  const page = `<!doctype html><script nonce="__CSP_NONCE__">${'screen '.repeat(1_000)}</script>`
  writeFileSync(join(dist, 'index.html'), page)
  await useConsole(app, dist, 'http://localhost:3001', mapsWith())
  const headers = { accept: 'text/html', ...(accepted ? { 'accept-encoding': accepted } : {}) }
  const reply = await app.inject({ url: '/locations', headers })
  await app.close()
  expect([reply.headers['content-encoding'], reply.headers.vary]).toEqual([encoding, 'accept-encoding'])
  const html = encoding ? gunzipSync(reply.rawPayload).toString() : reply.payload
  expect(html).toMatch(/^<!doctype html><script nonce="[^"_]{24}">screen /)
  expect(html).toHaveLength(page.length - '__CSP_NONCE__'.length + 24)
  if (encoding) expect(reply.rawPayload.length).toBeLessThan(page.length / 10)
})

test('the licences of the packages in the console are served as plain text', async () => {
  const app = fastify()
  await useConsole(app, dist, 'http://localhost:3001', mapsWith())
  const reply = await app.inject({ url: '/third-party-notices.txt' })
  await app.close()
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.payload).toBe('third-party-notices.txt')
})

test('MAP_STYLE_URL opens its own host and no other', async () => {
  const {
    'connect-src': connect,
    'img-src': img,
    'default-src': rest,
  } = await directives('https://tiles.example.org/styles/streets.json?key=1')
  expect(connect).toBe("'self' blob: http://localhost:3001 https://tiles.example.org")
  expect(img).toBe("'self' data: blob: https://tiles.example.org")
  expect(rest).toBe("'self'")
})

test('a street map whose dark style is at another place opens both hosts, each once', async () => {
  const both = await directives('https://light.example.org/a.json', 'https://dark.example.org/b.json')
  expect(both['connect-src']).toBe(
    "'self' blob: http://localhost:3001 https://light.example.org https://dark.example.org",
  )
})

test('the streets of a city are served by ranges, and an archive that is not set is not found', async () => {
  const file = join(dist, 'city.pmtiles')
  writeFileSync(file, 'PMTiles and more')
  const tiles = { file, west: 0, south: 0, east: 1, north: 1, min_zoom: 6, max_zoom: 15, attribution: '' }
  const app = fastify()
  await useConsole(app, dist, 'http://localhost:3001', { ...mapsWith(), tiles })
  const part = await app.inject({ url: '/maps/city.pmtiles', headers: { range: 'bytes=0-6' } })
  await app.close()
  expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([206, 'PMTiles', 'bytes 0-6/16'])
  expect(part.headers['content-type']).toBe('application/vnd.pmtiles')
  const without = fastify()
  await useConsole(without, dist, 'http://localhost:3001', mapsWith())
  const missing = await without.inject({ url: '/maps/city.pmtiles', headers: { accept: '*/*' } })
  await without.close()
  expect(missing.statusCode).toBe(404)
})

test('a page may be framed by the sites that were named for it, and every other page by nobody', async () => {
  const app = fastify()
  const framed = '/analytics/dashboards/public/token'
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-frame-options', 'DENY'))
  await useConsole(app, dist, 'http://localhost:3001', mapsWith(), async (path) =>
    path === framed ? ['https://city.example'] : [],
  )
  const headersOf = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers
  const [open, closed] = [await headersOf(framed), await headersOf('/locations')]
  await app.close()
  expect(open['content-security-policy']).toContain('frame-ancestors https://city.example;')
  expect(open['x-frame-options']).toBeUndefined()
  expect(closed['content-security-policy']).toContain("frame-ancestors 'none';")
  expect(closed['x-frame-options']).toBe('DENY')
})

test('a style that we serve ourselves opens nothing', async () => {
  expect((await directives('/assets/style.json'))['connect-src']).toBe("'self' blob: http://localhost:3001")
})

test.each([
  ['/logout', 'cross-site', '/logout?redirecting=ask'],
  ['/logout?redirecting=true', 'cross-site', '/logout?redirecting=ask'],
  ['/logout?redirecting=ask', 'cross-site', undefined],
  ['/logout', 'none', undefined],
  ['/logout?redirecting=true', 'same-origin', undefined],
  ['/locations', 'cross-site', undefined],
])('%s reached from a page that is %s leads to %s', async (url, site, location) => {
  const app = fastify()
  await useConsole(app, dist, 'http://localhost:3001', mapsWith())
  const reply = await app.inject({ url, headers: { accept: 'text/html', 'sec-fetch-site': site } })
  await app.close()
  expect([reply.statusCode, reply.headers.location]).toEqual([location ? 303 : 200, location])
})

test('only the map of a public area may be shown in a frame of another page', async () => {
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-frame-options', 'DENY'))
  await useConsole(app, dist, 'http://localhost:3001', mapsWith())
  const framesOf = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    const [ancestors] = /frame-ancestors [^;]+/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }
  expect(await framesOf('/embed/public-areas/01900000-0000-7000-8000-000000000000?theme=dark')).toEqual([
    'frame-ancestors *',
    undefined,
  ])
  for (const url of [
    '/',
    '/login',
    '/public-areas',
    '/embed',
    '/embed/anything',
    '/embed/public-areas',
    '/embed/public-areas/anything',
    '/embed/public-areas/01900000-0000-7000-8000-000000000000/edit',
    '/embed/locations/01900000-0000-7000-8000-000000000000',
    '/embed/../login',
    '/embed%2fpublic-areas',
    '/x?/embed/',
  ])
    expect([url, ...(await framesOf(url))]).toEqual([url, "frame-ancestors 'none'", 'DENY'])
  await app.close()
})
