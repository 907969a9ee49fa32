import type { Insertable } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { PushTokensTable, UserMessagesTable, UsersTable } from '../../tables.gen.ts'
import { chanceOf, valueAt } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { person } from '../history.ts'
import type { Note, RecordEvent } from '../history.ts'
import type { Session } from '../sessions.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'
import type { Staff } from './people.ts'
import type { Riders } from './riders.ts'

interface RiderDetails {
  /** The riders with what the app reports of itself; two of them are disabled. */
  users: Insertable<UsersTable>[]
  tokens: Insertable<PushTokensTable>[]
  messages: Insertable<UserMessagesTable>[]
}

interface Making {
  chance: Chance
  now: number
  recordEvent: RecordEvent
  support: Note['actor']
}

const regions: Readonly<Record<string, string>> = { EE: 'ee', NO: 'no', US: 'us_md' }
const versions = [
  [0.62, '5.8.1'],
  [0.85, '5.8.0'],
  [0.95, '5.7.3'],
  [1, '5.4.2'],
] as const

/** Made after everything else and with a separate chance, so that existing rows stay the same. */
export function makeRiderDetails(
  recordEvent: RecordEvent,
  now: number,
  riders: Riders,
  sessions: readonly Session[],
  staff: Staff,
): RiderDetails {
  const chance = chanceOf('rider details')
  const making = { chance, now, recordEvent, support: person(staff.named('support@demo.test')) }
  const tokens: Insertable<PushTokensTable>[] = []
  const users = riders.rows.map((row) => {
    const platform = chance.is(0.55) ? 'android' : 'ios'
    const phones = valueAt(chance.next(), [
      [0.2, 0],
      [0.93, 1],
      [1, 2],
    ] as const)
    for (let n = 0; n < phones; n++)
      tokens.push({ token: chance.hex(32), user_id: row.id, platform, created_at: row.created_at })
    return {
      ...row,
      region: regions[row.country_code] ?? '',
      app_version: valueAt(chance.next(), versions),
      app_platform: platform,
    }
  })
  const disabled = disableSome(making, users, riders, sessions)
  return { users: disabled, tokens, messages: makeMessages(making, users, tokens, sessions) }
}

const reasons = [
  'Asked for it by phone: lost the phone and the card',
  'Card of a rented bike shop, used by many people',
]

/** People without a card and without a bike in a dock: the simulated fleet rides on without them. */
function disableSome(
  { now, recordEvent, support }: Making,
  users: readonly Insertable<UsersTable>[],
  { riders }: Riders,
  sessions: readonly Session[],
): Insertable<UsersTable>[] {
  const busy = new Set(sessions.filter(({ end }) => end === null).map(({ rider }) => rider.id))
  const idle = riders.filter(({ id, rfid }) => rfid === undefined && !busy.has(id)).slice(0, reasons.length)
  const reasonOf = new Map(
    idle.map(({ id }, at) => [id, { reason: certain(reasons[at]), at: now - (9 + 20 * at) * dayMs }]),
  )
  return users.map((user) => {
    const ending = reasonOf.get(user.id)
    if (!ending) return { ...user }
    recordEvent(ending.at, {
      ...ofUser(user),
      feature: 'users',
      verb: 'disabled',
      actor: support,
      before: { status: 'active' },
      after: { status: 'disabled' },
      reason: ending.reason,
    })
    return { ...user, disabled_at: iso(ending.at), disabled_reason: ending.reason }
  })
}

const ofUser = ({ id, name }: Pick<Insertable<UsersTable>, 'id' | 'name'>) =>
  ({ resource_type: 'user', resource_id: id, resource_name: name, visible_through_id: null }) as const

const texts = [
  'Your bike is still in dock 07. Parking there is free until 20:00 today.',
  'We looked at the lock that did not open on Tuesday: it is repaired. Sorry for the wait.',
  'A rack near you is closed for works from Monday. The nearest open one is 200 m away.',
  'We have received your refund request. The money is with your bank within 5 days.',
  'Please take your bike home this week: it has been in the rack for more than 14 days.',
] as const

/** All five push statuses. */
const pushStatuses = [
  [0.58, 'sent'],
  [0.72, 'skipped'],
  [0.86, 'no_push_tokens'],
  [0.93, 'send_push_failed'],
  [1, 'publish_push_failed'],
] as const

/** Support writes to riders who park; the best known one has a whole conversation behind her. */
function makeMessages(
  { chance, now, recordEvent, support }: Making,
  users: readonly Insertable<UsersTable>[],
  tokens: readonly Insertable<PushTokensTable>[],
  sessions: readonly Session[],
): Insertable<UserMessagesTable>[] {
  const reachable = new Set(tokens.map(({ user_id }) => user_id))
  const parking = [...new Set(sessions.slice(-160).map(({ rider }) => rider.id))].slice(0, 40)
  const known = users[0]?.id ?? ''
  const addressees = [...Array.from({ length: 5 }, () => known), ...parking]
  const byId = new Map(users.map((user) => [user.id, user]))
  return addressees.flatMap((user_id, nth) => {
    const user = byId.get(user_id)
    if (!user) return []
    const at = Math.round(now - chance.between(0.1, 60) * dayMs)
    const drawn = valueAt(nth < 5 ? (nth + 0.5) / 5 : chance.next(), pushStatuses)
    const isReachable = reachable.has(user_id)
    const text = certain(texts[nth % texts.length])
    recordEvent(at, {
      ...ofUser(user),
      feature: 'messages',
      verb: 'sent',
      actor: support,
    })
    return [
      {
        id: chance.id(at),
        user_id,
        text,
        link: nth % 7 === 3 ? 'https://wheelhouse.test/help/refunds' : '',
        sent_by: support.id,
        created_at: iso(at),
        read_at: chance.is(0.7)
          ? iso(Math.min(now - minuteMs, at + Math.round(chance.between(0.05, 9) * hourMs)))
          : null,
        push_status: isReachable || nth < 5 ? drawn : 'no_push_tokens',
      },
    ]
  })
}
