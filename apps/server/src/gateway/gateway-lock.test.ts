import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { holdGatewayLock } from './gateway-lock.ts'
import { createLog } from '../platform/log.ts'

test('while the database is away the lock is tried about once a second, and logged once', async () => {
  const attempts: number[] = []
  const server = net.createServer((socket) => {
    attempts.push(performance.now())
    socket.on('error', () => {})
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  const warnings: unknown[] = []
  const log = createLog('silent')
  log.warn = (...words: unknown[]) => void warnings.push(words)
  const lock = holdGatewayLock({
    databaseUrl: `postgresql://nobody@127.0.0.1:${port}/none`,
    log,
    onHeld: () => Promise.resolve(),
    onLost: () => Promise.resolve(),
  })
  await expect.poll(() => attempts.length).toBeGreaterThanOrEqual(3)
  expect((attempts[2] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(1_800)
  expect(warnings).toHaveLength(1)
  await lock.close()
  server.close()
})
