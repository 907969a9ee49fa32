import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cityMapPath, consoleConfig, liveVersions } from '@wheelhouse/contract/configs.ts'
import type { ConsoleConfig } from '@wheelhouse/contract/configs.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { consolePolicy, isForFrames } from './console-policy.ts'
import { sendError } from './errors.ts'
import { freshFile } from './fresh-file.ts'
import { serveCityMap } from './map-files.ts'
import type { MapConfig, MapTiles } from '../platform/map-settings.ts'
import { serve } from './serve.ts'
import type { On } from './serve.ts'

const noncePlaceholder = /__CSP_NONCE__/g

/** Beside the page itself, with the types that browsers expect. */
const rootFiles = [
  ['favicon.svg', 'image/svg+xml'],
  ['manifest.webmanifest', 'application/manifest+json'],
  ['third-party-notices.txt', 'text/plain; charset=utf-8'],
  ['service-worker.js', 'text/javascript; charset=utf-8'],
] as const

/** Static files of the console with a strict content security policy; every address that is no API path shows the console. */
export async function useConsole(
  app: FastifyInstance,
  dist: string,
  identityUrl: string,
  maps: MapConfig,
  /** The sites that may show the page of this path in a frame; nobody may show any other. */
  framesOf: (path: string) => Promise<readonly string[]> = async () => [],
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    wildcard: true,
    decorateReply: true,
    preCompressed: true,
  })
  if (maps.tiles) serveCityMap(app, maps.tiles.file)
  const page = freshFile(join(dist, 'index.html'))
  for (const [name, type] of rootFiles) {
    const content = readFileSync(join(dist, name))
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(content),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return refuse(app, request, reply)
    if (isUnaskedSignOut(request)) return reply.redirect('/logout?redirecting=ask', 303)
    const nonce = randomBytes(16).toString('base64')
    const path = request.url.split('?')[0] ?? ''
    const frames = isForFrames(path) ? ['*'] : await framesOf(path)
    // Browsers that know frame-ancestors leave this header aside; the others keep the page out of every frame.
    if (frames.length > 0) void reply.removeHeader('x-frame-options')
    const html = page().replace(noncePlaceholder, nonce)
    // The plugin compresses the replies of routes; every address without one comes here.
    const isCompressed = acceptsGzip(request)
    if (isCompressed) void reply.header('content-encoding', 'gzip')
    return reply
      .header(
        'content-security-policy',
        consolePolicy(nonce, identityUrl, [maps.style_url, maps.style_dark_url], frames),
      )
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()')
      .type('text/html; charset=utf-8')
      .send(isCompressed ? gzipSync(html, { level: constants.Z_BEST_SPEED }) : html)
  })
}

const apiPath =
  /^\/(permission|location|device|hardware|rental|session|payment|user|organization|subscription|allowlist|report|dashboard|maintenance|region|point-of-interest|public-area|reminder|notifier|event|support|search|overview)\/v\d+(\/|$)/
const filePath = /^\/(assets|configs)\/|\.(js|json|css|map|svg|png|ico|webmanifest|pmtiles|txt|woff2?)$/

// An API path or a missing file never falls back to index.html: a script that gets a page instead of its 404 goes wrong later.
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !apiPath.test(path) &&
    !filePath.test(path) &&
    acceptsHtml(request)
  )
}
/** Opening `/logout` signs out, so that a link on another site must not lead there without asking. */
const isUnaskedSignOut = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] === 'cross-site' &&
  /^\/logout\/?(\?|$)/i.test(request.url) &&
  request.url !== '/logout?redirecting=ask'
const acceptsHtml = (request: FastifyRequest): boolean => /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')

const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''))

function refuse(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const taken = methods.filter((method) => method !== request.method && matches(app, method, request.url))
  if (taken.length > 0) void reply.header('allow', taken.join(', '))
  return sendError(new AppError(taken.length > 0 ? 'method_not_allowed' : 'not_found'), request, reply)
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const matches = (app: FastifyInstance, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string): boolean =>
  (knownPaths.get(app)?.get(method) ?? []).some((pattern) => pattern.test(url.split('?')[0] ?? ''))

const knownPaths = new WeakMap<FastifyInstance, Map<string, RegExp[]>>()

/** Remembers which methods each address takes, so that a wrong method gets another refusal than an unknown address. */
export function rememberPaths(app: FastifyInstance): void {
  const byMethod = new Map<string, RegExp[]>()
  knownPaths.set(app, byMethod)
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`)
    for (const one of [method].flat()) byMethod.set(one, [...(byMethod.get(one) ?? []), pattern])
  })
}

/** Without console files (tests, API only) unknown addresses are refused in the catalogue's form all the same. */
export function refuseUnknown(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => refuse(app, request, reply))
}

const tilesOf = (tiles: MapTiles | null): ConsoleConfig['map_tiles'] => {
  if (tiles === null) return null
  const { file: _file, ...covered } = tiles
  return { url: cityMapPath, ...covered }
}

/** `/configs/prod.json` and `/live-versions.json`. */
export const consoleAssets =
  (buildId: () => string) =>
  (on: On): void => {
    serve(on, consoleConfig, (_input, { config }) => ({
      client_id: config.identity.client_id,
      identity_url: config.identity_url,
      api_url: '',
      default_scopes: config.identity.scopes,
      dashboards_url: `${config.console_url}/analytics/dashboards`,
      dash_url: '',
      map_style_url: config.maps.style_url,
      map_style_dark_url: config.maps.style_dark_url,
      map_tiles: tilesOf(config.maps.tiles),
      non_production: config.is_demonstration,
      sentry_dsn: config.sentry_dsn,
    }))
    serve(on, liveVersions, () => ({ console: buildId() }))
  }
