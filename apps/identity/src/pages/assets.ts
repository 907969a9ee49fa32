import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Middleware } from '../platform/identity-context.ts'
import { favicon } from './drawings.ts'

interface Asset {
  type: string
  read(): Promise<Buffer> | Buffer
  /** Seconds. */
  maxAge: number
}

const year_s = 31_536_000
const { resolve } = createRequire(import.meta.url)
const font = (name: string): Asset => ({
  type: 'font/woff2',
  read: () => readFile(resolve(`@fontsource-variable/inter/files/${name}`)),
  maxAge: year_s,
})

const assets: Record<string, Asset> = {
  '/assets/identity.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFile(join(import.meta.dirname, 'identity.css')),
    maxAge: 0,
  },
  '/assets/passkey.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readFile(join(import.meta.dirname, 'passkey.js')),
    maxAge: 0,
  },
  '/assets/favicon.svg': { type: 'image/svg+xml', read: () => Buffer.from(favicon.markup), maxAge: 86_400 },
  '/assets/inter-latin.woff2': font('inter-latin-opsz-normal.woff2'),
  '/assets/inter-latin-ext.woff2': font('inter-latin-ext-opsz-normal.woff2'),
}

/** Serves the few files of our pages; each is read on first use. */
export function serveAssets(): Middleware {
  const bodies = new Map<string, Promise<Buffer>>()
  return async (ctx, next) => {
    const asset = Object.hasOwn(assets, ctx.path) ? assets[ctx.path] : undefined
    if (!asset || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const loading = bodies.get(ctx.path) ?? Promise.resolve(asset.read())
    bodies.set(ctx.path, loading)
    const body = await loading
    ctx.type = asset.type
    ctx.set('Cache-Control', asset.maxAge ? `public, max-age=${asset.maxAge}` : 'no-cache')
    ctx.etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    ctx.status = 200
    if (ctx.fresh) ctx.status = 304
    else ctx.body = body
  }
}
