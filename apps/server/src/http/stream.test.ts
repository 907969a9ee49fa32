import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamPositionHeader } from '@wheelhouse/contract/events/live-changes.ts'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { announce } from '../platform/bus.ts'
import { readStream } from '../../test/support/reader.ts'
import { announceDevice, idsOf, makeStreamPlace, streamAddress } from '../../test/support/stream-place.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'

let w: TestApp
let address: string

beforeAll(async () => {
  w = await testApp()
  address = await streamAddress(w)
})
afterAll(() => w.end())

const place = () => makeStreamPlace(w)
const changed = (location_id: string, id: string) => announceDevice(w, location_id, id)

test('a reader is notified of what it may see and of nothing else', async () => {
  const [mine, foreign] = [await place(), await place()]
  const reader = await readStream(address, mine.person.token)
  await changed(foreign.location, 'foreign device')
  await changed(mine.location, 'my device')
  expect(idsOf(await reader.next())).toEqual(['my device'])
  reader.close()
})

test('Last-Event-ID: what was missed comes after; an id of another life resets', async () => {
  const { location, person } = await place()
  const first = await readStream(address, person.token)
  await changed(location, 'one')
  expect(idsOf(await first.next())).toEqual(['one'])
  const seen = first.lastId() ?? ''
  first.close()
  const between = await readStream(address, person.token)
  await changed(location, 'two')
  await between.next()
  between.close()
  const second = await readStream(address, person.token, seen)
  expect(idsOf(await second.next())).toEqual(['two'])
  second.close()
  const third = await readStream(address, person.token, 'anotherlife-5')
  expect((await third.next())?.event).toBe('reset')
  third.close()
})

test('decision 7: after messages were missed, also a reader that was not connected then loads again', async () => {
  const { location, person } = await place()
  const away = await readStream(address, person.token)
  await changed(location, 'one')
  await away.next()
  const seen = away.lastId() ?? ''
  away.close()
  const present = await readStream(address, person.token)
  await w.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'wheelhouse bus'`,
  )
  expect((await present.next())?.event).toBe('reset')
  const back = await readStream(address, person.token, seen)
  expect((await back.next())?.event).toBe('reset')
  back.close()
  // A reader that has loaded again goes on from there.
  const then = present.lastId() ?? ''
  present.close()
  const witness = await readStream(address, person.token)
  await changed(location, 'two')
  await witness.next()
  witness.close()
  const next = await readStream(address, person.token, then)
  expect(idsOf(await next.next())).toEqual(['two'])
  next.close()
})

test('a reader that begins where its rights were asked for misses nothing that changed until it came', async () => {
  const { location, person } = await place()
  const { headers } = await person.call(permissionTypesActions)
  const witness = await readStream(address, person.token)
  await changed(location, 'meanwhile')
  await witness.next()
  witness.close()
  const late = await readStream(address, person.token, String(headers[streamPositionHeader]))
  expect(idsOf(await late.next())).toEqual(['meanwhile'])
  late.close()
})

test('security: the position of the stream is in no refusal, which a stranger could ask for', async () => {
  const { person } = await place()
  const refused = await w.app.inject({ method: 'GET', url: permissionTypesActions.path })
  expect([refused.statusCode, refused.headers[streamPositionHeader]]).toEqual([401, undefined])
  expect((await person.call(permissionTypesActions)).headers[streamPositionHeader]).toMatch(/-\d+$/)
})

test('thousands of changes at once arrive whole: PostgreSQL carries 7,500 bytes a message', async () => {
  const { location, person } = await place()
  const reader = await readStream(address, person.token)
  const group_ids = Array.from({ length: 20 }, () => location)
  const changes = Array.from({ length: 2_000 }, (_, n) => ({
    type: 'device' as const,
    id: `device ${n}`,
    location_id: location,
    through: { type: 'device' as const, id: location, group_ids },
  }))
  await announce(w.db, { kind: 'changes', changes })
  const heard = new Set<string>()
  while (heard.size < changes.length) for (const id of idsOf(await reader.next()) ?? []) heard.add(id)
  expect(heard.size).toBe(2_000)
  reader.close()
})

test('the stream ends with its token', async () => {
  const { person } = await place()
  // In whole seconds: with one second it may be over before the stream is open.
  const soon = Math.floor(Date.now() / 1000) + 3
  const reader = await readStream(address, await w.token(person.id, {}, soon))
  expect(await reader.next()).toBeNull()
})

test('one person holds twenty streams; one more ends the oldest', async () => {
  const { person } = await place()
  const readers = []
  for (let n = 0; n < 21; n++) readers.push(await readStream(address, person.token))
  expect(await readers[0]?.next()).toBeNull()
  for (const reader of readers) reader.close()
})

test.each(['garbage', '-1', '1e3', `${'x'.repeat(50)}-1`, 'a-999999999999999', '--'])(
  'Last-Event-ID %s: reset',
  async (lastId) => {
    const { person } = await place()
    const reader = await readStream(address, person.token, lastId)
    expect((await reader.next())?.event).toBe('reset')
    reader.close()
  },
)

test('what is no message on the bus stops nothing', async () => {
  const { location, person } = await place()
  const reader = await readStream(address, person.token)
  for (const payload of ['no json', 'null', '7', '{"kind":7}'])
    await w.pool.query(`select pg_notify('wheelhouse', $1)`, [payload])
  await changed(location, 'after the garbage')
  expect(idsOf(await reader.next())).toEqual(['after the garbage'])
  reader.close()
})

test('a reader of HTTP/1.0, which knows no chunks, is sent the text alone', async () => {
  const { location, person } = await place()
  const { hostname, port, pathname } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const parts = socket[Symbol.asyncIterator]()
  let text = ''
  const readUntil = async (words: string): Promise<void> => {
    while (!text.includes(words)) text += String((await parts.next()).value)
  }
  socket.write(`GET ${pathname} HTTP/1.0\r\nauthorization: Bearer ${person.token}\r\n\r\n`)
  await readUntil('event: hello\ndata: {}\n\n')
  await changed(location, 'my device')
  await readUntil('my device')
  const [, body] = text.split('\r\n\r\n')
  expect(body).toMatch(/^retry: 2000\n/)
  expect(body).not.toContain('\r\n')
  socket.destroy()
})

test('no token, no stream', async () => {
  await expect(readStream(address, 'none')).rejects.toThrow('401')
})
