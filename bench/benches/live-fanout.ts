import { certain } from '@wheelhouse/contract/certain.ts'
import { stream } from '@wheelhouse/contract/events/live-changes.ts'
import { updateLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench } from '../bench.ts'
import { makeFanoutPeople, seenBy } from '../fanout-people.ts'
import type { FanoutPeople, Seen } from '../fanout-people.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { ask, bodyOf, read } from '../http-load.ts'
import { preciseNow } from '../live-reader.ts'
import { interleaved, quantile } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'
import type { Peer } from '../peers/start-peer.ts'
import { parentOf, usedMsWithChildren } from '../server.ts'
import type { Server } from '../server.ts'
import { openStreamCrowd } from '../stream-crowd.ts'
import type { StreamCrowd } from '../stream-crowd.ts'

/** Its own database, because the people and their groups remain in it. */
const size = { sessions: 10_000, riders: 2_000 }
const fields: readonly { readers: number; seen: readonly Seen[] }[] = [
  { readers: 100, seen: ['first hundred'] },
  { readers: 1_000, seen: ['every tenth'] },
  { readers: 5_000, seen: ['every tenth', 'every fiftieth'] },
]
const mostReaders = 5_000
/** Processor time is counted in hundredths of a second: so much has to be sent that they do not matter. */
const deliveriesARound = 6_000
const changesUnread = 100
const tokensAtOnce = 100

export const liveFanout: Bench = {
  name: 'live-fanout',
  fault: 'every second reader who should see the change has no right to it',
  async run(fixtures, { rounds, isFaulty }) {
    const book = ledger('live-fanout', fixtures)
    const filled = await fixtures.filled(size)
    const people = await makeFanoutPeople(filled, mostReaders, (n) => isFaulty && n % 4 === 0)
    const of100: Growth[] = []
    for (const { readers, seen } of fields) {
      const field = await openField(fixtures, filled, people, readers)
      try {
        for (const who of seen) {
          const growth = await measure(field, people.locations[who], who, rounds, book)
          if (growth.receivers === 100) of100.push(growth)
        }
      } finally {
        await field.close()
      }
    }
    const [alone, among] = [certain(of100[0]), certain(of100.at(-1))]
    book.add(
      {
        what: 'a change that 100 of them see: processor time of server and PostgreSQL',
        size: `${scaleText(mostReaders)} readers`,
        unit: 'ms',
        peerName: 'the same change for 100 readers, who all see it',
        aim: { is: 'at most', ratio: 1.5 },
      },
      { subject: among.costs, peer: alone.costs, load: among.load },
    )
    return book.lines
  },
}

interface Growth {
  receivers: number
  /** Of one change, in each round. */
  costs: number[]
  load: number[]
}

/** The product and the bare stream, each with its readers. */
interface Field {
  readers: number
  server: Server
  peer: Peer
  ours: StreamCrowd
  bare: StreamCrowd
  /** Makes one change through the API; returns when the call began. */
  change(location: string): Promise<number>
  /** Processor time of PostgreSQL in milliseconds. */
  postgresMs(): number
  /** What the server needs for one change while nobody reads. */
  unreadMs: number
  close(): Promise<unknown>
}

async function openField(fixtures: Fixtures, filled: Filled, people: FanoutPeople, readers: number): Promise<Field> {
  // The readers of another size may still be connected to it.
  await fixtures.stopServer()
  const server = await fixtures.server(filled)
  const change = editing(server, await fixtures.identity.token(filled.scale.people.everything.id))
  const [unseen] = Object.values(people.locations)
  for (let n = 0; n < changesUnread; n++) await change(certain(unseen))
  const before = certain(server.usedMs())
  for (let n = 0; n < changesUnread; n++) await change(certain(unseen))
  const unreadMs = (certain(server.usedMs()) - before) / changesUnread
  const peer = await startPeer('stream-peer', fixtures.folder, {})
  const tokens = await tokensOf(fixtures, people.ids.slice(0, readers))
  const { rows } = await filled.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(certain(rows[0]).pid)
  fixtures.say(`  ${readers} readers connect, ${unreadMs.toFixed(1)} ms for a change that nobody reads`)
  const ours = await openStreamCrowd(fixtures.folder, { port: server.port, path: stream.path }, tokens)
  const bare = await openStreamCrowd(fixtures.folder, { port: peer.port, path: '/' }, tokens)
  return {
    readers,
    server,
    peer,
    ours,
    bare,
    change,
    unreadMs,
    postgresMs: () => certain(usedMsWithChildren(postmaster)),
    close: () => Promise.all([ours.close(), bare.close(), peer.stop()]),
  }
}

async function tokensOf({ identity }: Fixtures, people: string[]): Promise<string[]> {
  const tokens: string[] = []
  for (let from = 0; from < people.length; from += tokensAtOnce)
    tokens.push(...(await Promise.all(people.slice(from, from + tokensAtOnce).map((id) => identity.token(id)))))
  return tokens
}

/** Gives a location one name after the other. */
function editing({ url }: Server, token: string): Field['change'] {
  let count = 0
  const versions = new Map<string, number>()
  return async (location) => {
    const path = `${url}${getLocation.path.replace(':location_id', location)}`
    const version = versions.get(location) ?? (await read<Location>({ url: path, token })).version
    const body = { label: `Changed ${count++ % 2 === 0 ? 'once' : 'again'} at ${new Date().toISOString()}` }
    const headers = { 'if-match': `"${version}"` }
    const began = preciseNow()
    const reply = await ask({ url: path, token, method: updateLocation.method, headers, body })
    must(reply.status === 200, `The change was answered with ${reply.status}: ${reply.text.slice(0, 200)}`)
    versions.set(location, bodyOf<Location>(reply.text).version)
    return began
  }
}

async function measure(
  field: Field,
  location: string,
  who: Seen,
  rounds: number,
  book: ReturnType<typeof ledger>,
): Promise<Growth> {
  const { server, peer, ours, bare, readers } = field
  const numbers = Array.from({ length: readers }, (_, n) => n)
  const receivers = numbers.filter(seenBy[who]).length
  const changes = Math.ceil(deliveriesARound / receivers)
  const [costs, late, bareLate]: [number[], number[], number[]] = [[], [], []]
  await Promise.all([ours.watch(location), bare.watch(location)])
  const change = () => field.change(location)
  const first = await delivered(change, ours, receivers, 1)
  const write = () => writeBare(peer, receivers, first.text)
  await delivered(write, bare, receivers, 1)

  async function subject(): Promise<number> {
    const [before, postgresBefore] = [certain(server.usedMs()), field.postgresMs()]
    const { times } = await delivered(change, ours, receivers, changes)
    const used = certain(server.usedMs()) - before
    costs.push((used + field.postgresMs() - postgresBefore) / changes)
    late.push(quantile(times, 0.99))
    return perSecond(times.length, used - field.unreadMs * changes)
  }
  async function alone(): Promise<number> {
    const before = certain(peer.usedMs())
    const { times } = await delivered(write, bare, receivers, changes)
    bareLate.push(quantile(times, 0.99))
    return perSecond(times.length, certain(peer.usedMs()) - before)
  }

  await subject()
  await alone()
  for (const figures of [costs, late, bareLate]) figures.length = 0
  const measured = await interleaved(rounds, subject, alone)
  const wanted = numbers.map((n) => (seenBy[who](n) ? 1 + (rounds + 1) * changes : 0))
  const wrong = (await ours.times()).filter((times, n) => times !== wanted[n]).length
  must(wrong === 0, `${wrong} of ${readers} readers were sent too much, too little or what they may not see`)

  const description = { size: `${scaleText(readers)} readers`, peerName: 'res.write of the same bytes, node:http' }
  const perCpu = { what: `deliveries to the ${receivers} who see it, a second of processor time`, unit: '/s' }
  book.add({ ...description, ...perCpu, aim: { is: 'at least', ratio: 0.5 } }, measured)
  const latency = { what: `from the call that changes it to the ${receivers} who see it, p99`, unit: 'ms' }
  const { load } = measured
  book.add({ ...description, ...latency, aim: { is: 'under', value: 250 } }, { subject: late, peer: bareLate, load })
  return { receivers, costs, load }
}

const perSecond = (deliveries: number, ms: number): number => (deliveries * 1_000) / Math.max(1, ms)

/** One change after the other, each when all receivers have the one before; milliseconds of each delivery. */
async function delivered(
  change: () => Promise<number>,
  crowd: StreamCrowd,
  receivers: number,
  changes: number,
): Promise<{ times: number[]; text: string }> {
  const times: number[] = []
  let text = ''
  for (let n = 0; n < changes; n++) {
    const began = await change()
    const arrivals = await crowd.arrivals(receivers)
    for (const at of arrivals.at) times.push(at - began)
    text = arrivals.text
  }
  return { times, text }
}

async function writeBare(peer: Peer, receivers: number, body: string): Promise<number> {
  const began = preciseNow()
  const reply = await ask({ url: `${peer.url}/?to=${receivers}`, method: 'POST', body: { text: body } })
  must(reply.status === 200, `The bare stream answered ${reply.status}`)
  return began
}
