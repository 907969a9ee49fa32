import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { randomFrom } from './random.ts'
import { openRidersApp } from './riders-app.ts'

const secret = 'the secret that the app and the services share'

test('a part of the riders rate, some of them write, and each message is signed', async () => {
  const messages: { signature: string; body: string }[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['x-wheelhouse-signature'])
      messages.push({ signature, body: Buffer.concat(chunks).toString() })
      reply.writeHead(200).end('{}')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = { warn: () => undefined }
  const app = openRidersApp({ settings: { url, secret }, speed: 1_000_000, random: randomFrom(7), log })
  for (let ride = 0; ride < 400; ride++) app.ask('ride', `KEY-${ride}`)
  await expect.poll(() => messages.length, { timeout: 20_000 }).toBeGreaterThan(30)
  app.stop()
  server.close()
  expect(messages.length).toBeLessThan(90)
  const opinions = messages.map(({ signature, body }) => {
    const seconds = /^t=(\d+),/.exec(signature)?.[1] ?? ''
    expect(signature).toBe(`t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`)
    return JSON.parse(body) as { rating: number; written: object | null }
  })
  expect(opinions.some(({ written }) => written !== null)).toBe(true)
  expect(opinions.filter(({ rating }) => rating >= 4).length).toBeGreaterThan(opinions.length / 2)
})
