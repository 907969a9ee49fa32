import { isDeepStrictEqual } from 'node:util'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { ParkingSession } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { buildConsole } from '../../scripts/console-build.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import { buildPages } from '../build-pages.ts'
import { read } from '../http-load.ts'
import { interleavedSides } from '../measure.ts'
import type { Aim } from '../measure.ts'
import { openBrowsers } from '../page-loads.ts'
import type { Browsers, Loaded, Visit } from '../page-loads.ts'
import { startPeer } from '../peers/start-peer.ts'
import { signedIn } from '../signed-in.ts'

const sessions = 10_000
const rowsOnPage = 100
/** A window of 800 px shows more than these in each of the pages. */
const comparedRows = 5

const peers = {
  bare: { page: 'first-load', is: 'React and TanStack Table, the same rows', rows: 'tbody tr' },
  mui: { page: 'first-load-mui', is: 'MUI X Data Grid, the same rows', rows: '.MuiDataGrid-row' },
  admin: { page: 'first-load-react-admin', is: 'react-admin, the same rows', rows: 'tbody .RaDatagrid-row' },
} as const
type PeerName = keyof typeof peers
type Side = 'subject' | PeerName
const peerNames = Object.keys(peers) as PeerName[]

type Way = Exclude<keyof Browsers, 'close'>
const ways: Record<Way, { size: string; atMost: number }> = {
  cold: { size: 'cold', atMost: 2.4 },
  line: { size: 'cold, 40 ms and 10 Mbit/s', atMost: 1.7 },
  warm: { size: 'warm, from the HTTP cache', atMost: 2.2 },
  worker: { size: 'warm, with the service worker', atMost: 2.2 },
}
const kBAtMost = 215

/** One page of the console, and where the peers have it. */
interface Screen {
  what: string
  path: string
  peerPaths: Record<PeerName, string>
  /** Texts of its first rows. */
  shows: string[]
}

export const firstLoad: Bench = {
  name: 'first-load',
  fault: 'waits for a text that appears before any row',
  async run(fixtures, options) {
    const book = ledger('first-load', fixtures)
    await buildConsole(fixtures.say)
    const pages = await buildPages(
      fixtures.folder,
      peerNames.map((name) => peers[name].page),
    )
    const filled = await fixtures.filled({ sessions })
    const server = await fixtures.server(filled)
    const person = filled.scale.people.everything
    const token = await fixtures.identity.token(person.id)
    const peer = await startPeer('page-peer', fixtures.folder, { DATABASE_URL: filled.url, PAGES: pages })
    const browsers = await openBrowsers(fixtures.folder)
    try {
      for (const screen of await sameScreens({ url: server.url, token }, peer.url)) {
        const visits = visitsOf(screen, { urls: [server.url, peer.url], storage: signedIn(token, person), options })
        // The first visit compresses and compiles files for all later ones, so it is not measured.
        for (const name of [...peerNames, 'subject'] as const) largest(await browsers.cold(visits[name]), fixtures.say)
        for (const way of Object.keys(ways) as Way[]) await measure(book, { screen, way, visits, browsers, options })
      }
    } finally {
      await browsers.close()
      await peer.stop()
    }
    return book.lines
  },
}

interface Measurement {
  screen: Screen
  way: Way
  visits: Record<Side, Visit>
  browsers: Browsers
  options: Options
}

/** All pages are opened in each round, so that all ratios come from the same minutes. */
async function measure(
  book: ReturnType<typeof ledger>,
  { screen, way, visits, browsers, options }: Measurement,
): Promise<void> {
  const kB: Record<Side, number[]> = { subject: [], bare: [], mui: [], admin: [] }
  const turn = (side: Side) => async () => {
    const { ms, sizes } = await browsers[way](visits[side])
    kB[side].push([...sizes.values()].reduce((sum, size) => sum + size, 0))
    return ms
  }
  const { figures, load } = await interleavedSides<Side>(options.rounds, {
    subject: turn('subject'),
    bare: turn('bare'),
    mui: turn('mui'),
    admin: turn('admin'),
  })
  const { size, atMost } = ways[way]
  for (const name of peerNames) {
    const aim: Aim = { is: 'at most', ratio: name === 'bare' ? atMost : 1 }
    book.add(
      { what: `to the first row of ${screen.what}`, size, unit: 'ms', peerName: peers[name].is, aim },
      { subject: figures.subject, peer: figures[name], load },
    )
  }
  if (way !== 'cold') return
  for (const name of peerNames) {
    const aim: Aim = name === 'bare' ? { is: 'under', value: kBAtMost } : { is: 'at most', ratio: 1 }
    book.add(
      {
        what: `JavaScript before the first row of ${screen.what}, gzip`,
        size,
        unit: 'kB',
        peerName: peers[name].is,
        aim,
      },
      { subject: kB.subject, peer: kB[name], load },
    )
  }
}

/** Reads what the pages will show from both sides and compares it. */
async function sameScreens({ url, token }: { url: string; token: string }, peerUrl: string): Promise<Screen[]> {
  const ask = <Body>(path: string) => read<Body>({ url: `${url}${path}`, token })
  const { items } = await ask<{ items: ParkingSession[] }>(`${listParkingSessions.path}?limit=${rowsOnPage}`)
  const [first] = items
  if (!first) throw new Error('There are no sessions')
  const rows = await read<{ items: ParkingSession[] }>({ url: `${peerUrl}/rows` })
  must(isDeepStrictEqual(items, rows.items), 'Subject and peers list different sessions')
  const at = (path: string) => path.replace(':location_id', first.location_id)
  const devices = await ask<{ number: number }[]>(at(listLocationDevices.path))
  const theirs = await read<object[]>({ url: `${peerUrl}/locations/${first.location_id}/devices` })
  must(
    devices.length >= comparedRows && devices.length === theirs.length && theirs.every(isPartOf(devices)),
    'Subject and peers show different devices',
  )
  const location = await read<object>({ url: `${peerUrl}/locations/${first.location_id}` })
  must(isPartOf([await ask<object>(at(getLocation.path))])(location, 0), 'Subject and peers show different locations')
  return [
    {
      what: 'a list',
      path: '/device-sessions/history',
      peerPaths: { bare: '', mui: '', admin: '#/sessions' },
      shows: items.slice(0, comparedRows).map((row) => row.location_label),
    },
    {
      what: 'a location',
      path: `/locations/${first.location_id}`,
      peerPaths: {
        bare: `?location=${first.location_id}`,
        mui: `?location=${first.location_id}`,
        admin: `#/locations/${first.location_id}/show`,
      },
      shows: devices.slice(0, comparedRows).map(({ number }) => String(number).padStart(2, '0')),
    },
  ]
}

/** The peers read fewer fields. */
const isPartOf =
  (wholes: readonly object[]) =>
  (part: object, index: number): boolean =>
    isDeepStrictEqual({ ...wholes[index], ...part }, wholes[index])

interface Who {
  urls: [subject: string, peer: string]
  storage: Record<string, string>
  options: Options
}

function visitsOf(screen: Screen, { urls: [subject, peer], storage, options }: Who): Record<Side, Visit> {
  const { shows } = screen
  const awaited = (rows: string) => ({ rows, text: shows[0] ?? '' })
  const ofPeer = (name: PeerName): Visit => ({
    url: `${peer}/${peers[name].page}/${screen.peerPaths[name]}`,
    storage: {},
    awaited: awaited(peers[name].rows),
    rows: peers[name].rows,
    shows,
    hasWorker: false,
  })
  const rows = '[role=row][data-index]'
  return {
    subject: {
      url: `${subject}${screen.path}`,
      storage,
      awaited: options.isFaulty ? { rows: 'body', text: 'Wheelhouse' } : awaited(rows),
      rows,
      shows,
      hasWorker: true,
    },
    bare: ofPeer('bare'),
    mui: ofPeer('mui'),
    admin: ofPeer('admin'),
  }
}

function largest({ sizes }: Loaded, say: (line: string) => void): void {
  for (const [file, size] of [...sizes].toSorted((a, b) => b[1] - a[1]).slice(0, 10))
    say(`  ${size.toFixed(1).padStart(6)} kB  ${file}`)
}
