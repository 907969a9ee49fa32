import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import type { LookUpReply } from '@wheelhouse/contract/find-user/find-user.ts'
import { rfidReversed } from '@wheelhouse/contract/find-user/recognise.ts'
import { keyHash, openKey } from '@wheelhouse/db/sealing.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import { manyPeople } from '../fixtures.ts'
import type { Filled } from '../fixtures.ts'
import { answersPerSecond, read, warmUp } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { interleaved } from '../measure.ts'
import { startPeer } from '../peers/start-peer.ts'
import { installationKey } from '../server.ts'

/** Few sessions, because they are not measured. Riders have one or two memberships each. */
const sizes = [{ sessions: 10_000, riders: 10_000 }, manyPeople]

interface Known {
  id: string
  phone: string
  email: string
  pin: string
  card: string
}

interface Way {
  name: string
  /** Which look-up of the peer does the same, and the value as it is stored. */
  by: 'phone' | 'email' | 'pin' | 'rfid' | 'id'
  typed: (user: Known) => string
  stored: (user: Known) => string
}

const decimal = (hex: string): string => BigInt(`0x${hex}`).toString()
const hashOf =
  (name: 'pin' | 'card') =>
  (user: Known): string =>
    keyHash(installationKey, user[name]).toString('hex')
const ways: readonly Way[] = [
  { name: 'by phone', by: 'phone', typed: ({ phone }) => phone, stored: ({ phone }) => phone },
  { name: 'by email', by: 'email', typed: ({ email }) => email, stored: ({ email }) => email },
  { name: 'by PIN', by: 'pin', typed: ({ pin }) => pin, stored: hashOf('pin') },
  { name: 'by RFID, decimal', by: 'rfid', typed: ({ card }) => decimal(card), stored: hashOf('card') },
  { name: 'by RFID, bytes reversed', by: 'rfid', typed: ({ card }) => rfidReversed(card), stored: hashOf('card') },
  { name: 'by id', by: 'id', typed: ({ id }) => id, stored: ({ id }) => id },
]

export const findUser: Bench = {
  name: 'find-user',
  fault: 'looks as a person who sees nobody',
  async run(fixtures, options) {
    const book = ledger('find-user', fixtures)
    for (const size of sizes) {
      const filled = await fixtures.filled(size)
      const server = await fixtures.server(filled, { SEARCHES_PER_MINUTE: '1000000000' })
      const peer = await startPeer('http-peer', fixtures.folder, { DATABASE_URL: filled.url })
      const reader = filled.scale.people[options.isFaulty ? 'nothing' : 'all'].id
      const token = await fixtures.identity.token(reader)
      const user = await knownUser(filled)
      try {
        for (const { name, by, typed, stored } of ways) {
          const subject: Call = {
            url: `${server.url}${findUsers.path}`,
            token,
            method: 'POST',
            body: { q: typed(user) },
          }
          const bare: Call = { url: `${peer.url}/find?by=${by}&value=${encodeURIComponent(stored(user))}` }
          const recorded: Call = { url: bare.url.replace('/find?', `/find-and-record?person=${reader}&`) }
          await checkAnswers(subject, [bare, recorded], user)
          const description = { size: `${scaleText(size.riders)} users`, unit: 'answers/s', what: name }
          book.add(
            { ...description, peerName: 'the indexed look-up, pg and node:http', aim: { is: 'at least', ratio: 0.7 } },
            await race(subject, bare, options),
          )
          book.add(
            { ...description, what: 'the same', peerName: 'the look-up and its two events, in one transaction' },
            await race(subject, recorded, options),
          )
        }
      } finally {
        await peer.stop()
      }
    }
    return book.lines
  },
}

async function race(subject: Call, peer: Call, { rounds, seconds, connections }: Options) {
  for (const call of [subject, peer]) await warmUp(call, { connections })
  return interleaved(
    rounds,
    () => answersPerSecond(subject, { seconds, connections }),
    () => answersPerSecond(peer, { seconds, connections }),
  )
}

interface SealedUser extends Pick<Known, 'id' | 'phone' | 'email'> {
  pin_hash: Buffer
  pin_sealed: string
  card_hash: Buffer
  card_sealed: string
}

/** From the middle of the table. One with a PIN, which not all riders of a large field have. */
async function knownUser({ pool }: Filled): Promise<Known> {
  const { rows } = await pool.query<SealedUser>(
    `select u.id, u.phone, u.email, p.key_hash as pin_hash, p.key_sealed as pin_sealed, k.key_hash as card_hash, k.key_sealed as card_sealed
     from access_keys p join users u on u.id = p.user_id join access_keys k on k.user_id = u.id and k.type = 'rfid'
     where p.type = 'pin' order by u.id limit 1 offset (select count(*) / 2 from access_keys where type = 'pin')`,
  )
  const [user] = rows
  must(user !== undefined, 'No rider has a PIN')
  const { id, phone, email, ...sealed } = user
  const opened = (key_hash: Buffer, key_sealed: string): string => openKey(installationKey, { key_hash, key_sealed })
  return {
    id,
    phone,
    email,
    pin: opened(sealed.pin_hash, sealed.pin_sealed),
    card: opened(sealed.card_hash, sealed.card_sealed),
  }
}

async function checkAnswers(subject: Call, peers: readonly Call[], { id }: Known): Promise<void> {
  const { items } = await read<LookUpReply>(subject)
  must(items.length === 1 && items[0]?.id === id, `The subject finds ${items.length} people, and not the one meant`)
  for (const peer of peers) {
    const rows = await read<{ id: string }[]>(peer)
    must(rows.length === 1 && rows[0]?.id === id, 'The peer finds somebody else')
  }
}
