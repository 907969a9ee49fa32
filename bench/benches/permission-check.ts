import { isDeepStrictEqual } from 'node:util'
import { certain } from '@wheelhouse/contract/certain.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import type { Filled } from '../fixtures.ts'
import { answersPerSecond, ask, read, warmUp } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'

/** Few sessions, because they are not measured. */
const sessions = 10_000
const sizes = [1_000, 50_000, 1_000_000]

interface Places {
  seen: string
  hidden: string
}

export const permissionCheck: Bench = {
  name: 'permission-check',
  fault: 'requests an address that is refused before any right is checked',
  async run(fixtures, options) {
    const book = ledger('permission-check', fixtures)
    for (const grants of sizes) {
      const filled = await fixtures.filled({ sessions, grants })
      const server = await fixtures.server(filled)
      const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: filled.url })
      const size = `${scaleText(await countOf(filled))} grants`
      try {
        for (const who of ['tenth', 'wide'] as const) {
          const token = await fixtures.identity.token(filled.scale.people[who].id)
          const place = await placesOf(filled, who)
          const path = (id: string) =>
            `${server.url}${getLocation.path.replace(':location_id', options.isFaulty ? 'no-id' : id)}`
          // A location that is not visible is refused by the check alone; nothing is read after it.
          const subject: Call = { url: path(place.hidden), token }
          const bare: Call = { url: `${peer.url}/check?person=${filled.scale.people[who].id}&location=${place.hidden}` }
          await checkAnswers(
            { ...subject, url: path(place.seen) },
            subject,
            { ...bare, url: bare.url.replace(place.hidden, place.seen) },
            bare,
          )
          const map: Call = { url: `${server.url}${permissionTypesActions.path}`, token }
          const bareMap: Call = { url: `${peer.url}/map?person=${filled.scale.people[who].id}` }
          must(isDeepStrictEqual(await read(map), await read(bareMap)), 'The maps of subject and peer differ')
          const description = { size, unit: 'answers/s', aim: { is: 'at least' as const, ratio: 0.7 } }
          const whose = who === 'wide' ? '480 grants' : 'one grant'
          book.add(
            { ...description, what: `one check, ${whose}`, peerName: 'the bare check, pg and node:http' },
            await race(subject, bare, options, 404),
          )
          book.add(
            { ...description, what: `whole map, ${whose}`, peerName: 'the bare map, pg and node:http' },
            await race(map, bareMap, options, 200),
          )
        }
      } finally {
        await peer.stop()
      }
    }
    return book.lines
  },
}

async function race(subject: Call, peer: Call, { rounds, seconds, connections }: Options, status: number) {
  await warmUp(subject, { connections, status })
  await warmUp(peer, { connections })
  return interleaved(
    rounds,
    () => answersPerSecond(subject, { seconds, connections, status }),
    () => answersPerSecond(peer, { seconds, connections }),
  )
}

/** Both must admit the person to the visible location and refuse the hidden one. */
async function checkAnswers(seen: Call, hidden: Call, seenByPeer: Call, hiddenByPeer: Call): Promise<void> {
  const [yes, no] = [await ask(seen), await ask(hidden)]
  must(
    yes.status === 200 && no.status === 404,
    `The subject answered ${yes.status} for a place that is seen and ${no.status} for one that is not`,
  )
  const theirs = [await read<{ is_allowed: boolean }>(seenByPeer), await read<{ is_allowed: boolean }>(hiddenByPeer)]
  must(theirs[0]?.is_allowed === true && theirs[1]?.is_allowed === false, 'The peer answers wrongly')
}

async function placesOf({ pool, scale }: Filled, who: ViewKey): Promise<Places> {
  const seen = `select m.resource_id from role_grants g join resource_group_members m using (group_id) where g.person_id = $1 and m.resource_type = 'location'`
  const { rows } = await pool.query<Places>(
    `select (${seen} limit 1) as seen, (select id from locations where id not in (${seen}) order by id limit 1) as hidden`,
    [scale.people[who].id],
  )
  return certain(rows[0])
}

const countOf = async ({ pool }: Filled): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from role_grants')
  const count = rows[0]?.count ?? 0
  const step = 10 ** Math.max(2, Math.floor(Math.log10(count)) - 1)
  return Math.round(count / step) * step
}
