import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createLiveConnection } from './live-connection.ts'

const locationId = '0199a000-0000-7000-8000-000000000001'
const change = { type: 'device', id: '0199a000-0000-7000-8000-000000000002', location_id: locationId }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A separate stream server, and everything that the connection reported. */
async function world(
  serve: (response: ServerResponse, request: IncomingMessage, n: number) => void,
  expiresAt = 9e12,
  firstEventId = '',
) {
  const requests: IncomingMessage[] = []
  const reported = {
    states: [] as boolean[],
    changes: [] as unknown[],
    resets: 0,
    rights: 0,
    unauthorized: 0,
    pauses: [] as number[],
  }
  const server = createServer((request, response) => serve(response, request, requests.push(request)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const connection = createLiveConnection({
    fetch,
    apiUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstEventId: () => firstEventId,
    token: async () => ({ accessToken: `token-${requests.length}`, expiresAt }),
    onUnauthorized: () => void reported.unauthorized++,
    onState: (isConnected) => void reported.states.push(isConnected),
    onChanges: (changes) => void reported.changes.push(...changes),
    onReset: () => void reported.resets++,
    onRightsChanged: () => void reported.rights++,
    now: () => 0,
    random: () => 0.9,
    // Pauses between attempts (27 s at most here) and the shortest life of a token (30 s) pass at once; the longer
    // waits for silence and expiry end with the connection only.
    wait: (ms, signal) => {
      if (ms < 30_000) reported.pauses.push(ms)
      return ms <= 30_000
        ? Promise.resolve()
        : new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
    },
  })
  ends.push(() => (connection.stop(), server.closeAllConnections(), server.close()))
  return { connection, requests, reported }
}

const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 })

test('changes arrive, and a broken stream goes on behind its last event', async () => {
  const { connection, requests, reported } = await world((response, _request, n) => {
    open(response).write(`id: e-${n}\nevent: changes\ndata: ${JSON.stringify({ changes: [change] })}\n\n`)
    if (n === 1) setImmediate(() => response.end())
  })
  connection.start()
  await eventually(() => expect(reported.changes).toEqual([change, change]))
  expect(requests.map(({ headers }) => [headers.authorization, headers['last-event-id']])).toEqual([
    ['Bearer token-0', undefined],
    ['Bearer token-1', 'e-1'],
  ])
  expect(reported.states.slice(0, 3)).toEqual([true, false, true])
})

test('the first connection continues from the position that the stream had before the first rows', async () => {
  const { connection, requests } = await world((response) => open(response), undefined, 'e-7')
  connection.start()
  await eventually(() => expect(requests[0]?.headers['last-event-id']).toBe('e-7'))
})

test('reset and rights_changed are reported; a change of an unknown form counts as a reset', async () => {
  const { connection, reported } = await world((response) => {
    open(response).write(
      'event: reset\ndata: {}\n\nevent: rights_changed\ndata: {}\n\nevent: changes\ndata: {"changes":[{"type":"comet"}]}\n\nevent: hello\ndata: {}\n\n',
    )
  })
  connection.start()
  await eventually(() => expect([reported.resets, reported.rights]).toEqual([2, 1]))
  expect(reported.changes).toEqual([])
})

test('while the server is away the pauses grow to half a minute', async () => {
  const { connection, reported } = await world((response) => void response.writeHead(503).end())
  connection.start()
  await eventually(() => expect(reported.pauses.length).toBeGreaterThan(6))
  connection.stop()
  expect(reported.pauses.slice(0, 6)).toEqual([1_800, 3_600, 7_200, 14_400, 27_000, 27_000])
})

test('a 401 ends the session and is not tried again', async () => {
  const { connection, requests, reported } = await world((response) => void response.writeHead(401).end())
  connection.start()
  await eventually(() => expect(reported.unauthorized).toBe(1))
  expect(requests).toHaveLength(1)
})

test('the stream is reopened without a pause before its token expires', async () => {
  const { connection, requests, reported } = await world((response) => void open(response).write(': hello\n\n'), 1_000)
  connection.start()
  await eventually(() => expect(requests.length).toBeGreaterThan(2))
  expect(reported.pauses).toEqual([])
})

test('stopped is stopped: the server sees the connection go', async () => {
  let closed = 0
  const { connection, requests, reported } = await world((response) => {
    open(response).write(': hello\n\n')
    response.on('close', () => closed++)
  })
  connection.start()
  await eventually(() => expect(reported.states).toEqual([true]))
  connection.stop()
  await eventually(() => expect(closed).toBe(1))
  expect(requests).toHaveLength(1)
})
