import helmet from '@fastify/helmet'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

it('sends what helmet sends', async () => {
  const app = fastify()
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    hsts: false,
    xFrameOptions: { action: 'deny' },
  })
  app.get('/', async () => '')
  const { headers } = await app.inject('/')
  const own = new Set(['content-type', 'content-length', 'date', 'connection'])
  expect(Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))).toEqual(securityHeaders)
  await app.close()
})
