import dns from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askProvider, outwardAddress, postOutward, readNetworks, ReplyTooLong } from './outward-http.ts'

const reasonOf = (url: string, allowed = ''): Promise<string> =>
  outwardAddress(new URL(url), readNetworks(allowed)).then(
    (address) => address,
    (error: Error) => error.message,
  )

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://10.1.2.3/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::a9fe:a9fe]/latest/meta-data',
  'https://[3fff::1]/',
  'https://[3fff:fff:ffff::1]/',
  'https://[5f00::1]/',
])('proof, attacks: %s points inward and is refused', async (url) => {
  expect(await reasonOf(url)).toBe('inward_address')
})

test('a public address is taken with https only', async () => {
  expect(await reasonOf('https://1.1.1.1/hook')).toBe('1.1.1.1')
  expect(await reasonOf('https://[2606:4700::1111]/')).toBe('2606:4700::1111')
  expect(await reasonOf('https://[::ffff:1.1.1.1]/')).toBe('::ffff:101:101')
  expect(await reasonOf('http://1.1.1.1/hook')).toBe('not_https')
  expect(await reasonOf('https://no-such-name.invalid/')).toBe('name_not_found')
})

test('a name server that never replies holds up a delivery no longer than its time limit', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(() => new Promise<never>(() => {}))
  onTestFinished(() => lookup.mockRestore())
  const request = { headers: {}, body: '', allowed: readNetworks(''), timeout_ms: 50 }
  await expect(postOutward(new URL('https://silent.test/'), request)).rejects.toThrow('name_not_found')
  const within = outwardAddress(new URL('https://silent.test/'), readNetworks(''), AbortSignal.timeout(50))
  await expect(within).rejects.toThrow('name_not_found')
  expect(lookup).toHaveBeenCalledTimes(2)
}, 2_000)

test('a network that the installation allows is reached, also without encryption', async () => {
  expect(await reasonOf('http://127.0.0.1:9/', '127.0.0.0/8')).toBe('127.0.0.1')
  expect(await reasonOf('http://10.20.0.1/', '127.0.0.0/8,10.20.0.0/16')).toBe('10.20.0.1')
  expect(await reasonOf('http://10.21.0.1/', '10.20.0.0/16')).toBe('inward_address')
  expect(await reasonOf('http://[::1]/', '::1/128')).toBe('::1')
  expect(() => readNetworks('10.20.0.0')).toThrow('is not a network')
  expect(() => readNetworks('10.20.0.0/33')).toThrow('is not a network')
})

test('of an answer that never ends no more is read than it may have, and the connection is closed', async () => {
  let isClosed = false
  let written = 0
  const server = createServer((_request, response) => {
    const write = (): void => {
      while (!isClosed && response.write(Buffer.alloc(65_536))) written += 65_536
    }
    response.on('drain', write).on('close', () => (isClosed = true))
    response.writeHead(200)
    write()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const asked = askProvider(url, { method: 'GET', timeout_ms: 20_000, reply_at_most: 100_000 })
  await expect(asked).rejects.toBeInstanceOf(ReplyTooLong)
  await expect.poll(() => isClosed).toBe(true)
  expect(written).toBeLessThan(50_000_000)
  server.close()
})
