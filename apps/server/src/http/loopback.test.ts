import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listenOnLoopback } from './loopback.ts'

test('both families of loopback reach the same server, and neither after its end', async () => {
  const app = fastify()
  app.get('/', (request) => ({ caller: request.ip }))
  await listenOnLoopback(app, 0)
  const { port } = app.server.address() as AddressInfo
  for (const [host, caller] of [
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
  ]) {
    const reply = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } })
    expect(await reply.json()).toEqual({ caller })
  }
  await app.close()
  for (const host of ['127.0.0.1', '[::1]']) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
})

test('a port that somebody holds on one family only is taken', async () => {
  const other = createServer().listen(0, '::1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const app = fastify()
  await expect(listenOnLoopback(app, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await app.close()
  other.close()
})
