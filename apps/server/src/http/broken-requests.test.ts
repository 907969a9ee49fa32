import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'

let w: TestApp
let port: number

beforeAll(async () => {
  w = await testApp()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as AddressInfo).port
})
afterAll(() => w.end())

/** Sends these bytes and reads until the server closes. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths of one body',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_long',
  ],
])('outside 5: %s is refused in the catalogue form', async (_name, text, status, code) => {
  const answer = await answerTo(text)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    error_code: code,
    error_message: expect.any(String),
  })
})

test('security 19 h: a sender that dribbles a request is disconnected a few seconds after its time, not half a minute later', async () => {
  const other = await testApp()
  const { server } = other.app
  expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
  server.requestTimeout = 200
  server.headersTimeout = 200
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const slow = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  slow.on('data', (part: Buffer) => (answer += part.toString()))
  slow.on('error', () => {})
  slow.write('POST /user/v1/profile HTTP/1.1\r\nHost: a\r\n')
  const began = performance.now()
  await once(slow, 'close')
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(answer).toContain('HTTP/1.1 408 ')
  await other.end()
})

test('outside 1: connections that never said a word do not hold up the end', async () => {
  const other = await testApp()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const silent = connect((other.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await other.end()
  await closed
})
