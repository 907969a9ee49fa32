import { certain } from '@wheelhouse/contract/certain.ts'
import { FeedbackType } from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackStatus } from '@wheelhouse/contract/feedback/feedback.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { FeedbackTable, UserMessagesTable } from '../../tables.gen.ts'
import { chanceOf, valueAt } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { person } from '../history.ts'
import type { RecordEvent } from '../history.ts'
import { insertRows } from '../insert-rows.ts'
import type { Session } from '../sessions.ts'
import { dayMs, hourMs, iso, minuteMs } from '../times.ts'
import type { Staff } from './people.ts'

interface Line {
  type: FeedbackType
  least: number
  most: number
  subject: string
  text: string
  answer: string
}

// type | stars | subject | text | answer
const lines = `
problem  | 1 2 | Lock did not open            | I held the card three times before it opened, and I was late for my train.        | Sorry for the wait. The reader of this dock was replaced today; please write again if it happens once more.
problem  | 1 2 | Bike stuck in the dock       | The app said free, but the lock stayed closed. Support opened it after ten minutes. | Thank you for your patience. The lock is repaired, and the stay was free of charge.
problem  | 2 3 | Too dark in the evening      | The lamp over the rack is out. I could not see the number of my dock.               | The lamp is on the list of the crew for this week. Thank you for telling us.
problem  | 2 3 | Dock is too narrow           | My cargo bike does not fit between the posts. Please widen one of them.             | Two wide places are planned here. Until then the rack across the square has three.
problem  | 1 3 | Charged although it is free  | I parked for an hour on Sunday and was charged. The sign says that Sundays are free. | You are right. The fee goes back to your card within five days.
problem  | 2 3 | Somebody left rubbish        | There is broken glass in front of docks 3 to 5.                                     | The place was swept this morning. Thank you for the photo and the exact docks.
question | 3 5 | Can I use two cards?         | My daughter would like to use my bike. Can she have a card of her own?              | Yes: open Keys in the app and add hers. Both open the same dock.
question | 3 5 | How long may I park?         | I am away for two weeks. May the bike stay in the dock?                             | At this location the limit is 14 days. The bike house has no limit.
question | 3 4 | Receipt for my employer      | Where do I find a receipt with the VAT number?                                      | In the app under Payments, at the foot of each payment. We have also sent them to your email.
idea     | 3 5 | A pump would be great        | Many people stop here with a flat tyre. A pump next to the rack would help.         | Good idea, thank you. We have passed it on to the owner of the square.
idea     | 3 5 | Show full racks in the app   | Please show before I leave home that the rack is full.                              | The map shows free docks since the last version; pull it down to refresh.
praise   | 5 5 | Always a free place          | I have parked here every day since spring and there was always a dock. Thank you!   | Thank you for the kind words. We have shown them to the crew.
praise   | 4 5 | Helpful support              | Somebody answered at once and opened the lock from afar.                            | Thank you, we are glad that it worked out.
praise   | 4 5 | Väga mugav                   | Kaart töötab kohe ja ratas on kuivas.                                               | Aitäh! Head sõitu.`
  .trim()
  .split('\n')
  .map((line): Line => {
    const [type = '', stars = '', subject = '', text = '', answer = ''] = line.split('|').map((part) => part.trim())
    const [least = 3, most = 5] = stars.split(' ').map(Number)
    return { type: FeedbackType.parse(type), least, most, subject, text, answer }
  })

/** Of all stays; what riders write about nothing in particular comes beside it. */
const share = 0.011
const writtenDays = 90
const aboutNothingShare = 0.12

interface FeedbackOfRiders {
  rows: Insertable<FeedbackTable>[]
  messages: Insertable<UserMessagesTable>[]
}

/** What riders wrote in the last three months: most of it is answered, that of the last days waits. */
export function makeFeedback(
  recordEvent: RecordEvent,
  now: number,
  { sessions, staff }: { sessions: readonly Session[]; staff: Staff },
): FeedbackOfRiders {
  const chance = chanceOf('feedback')
  const support = staff.named('support@demo.test')
  const made: FeedbackOfRiders = { rows: [], messages: [] }
  const since = now - writtenDays * dayMs
  for (const session of sessions) {
    if (session.status !== 'ended' || session.end === null || session.end < since || !chance.is(share)) continue
    const line = lineFor(session.how_ended === 'forced', chance)
    const at = session.end + chance.int(1, 90) * minuteMs
    if (at > now) continue
    const row = rowOf(session, line, at, now, chance)
    made.rows.push({ ...row, answered_by: row.answered_at === null ? null : support.id })
    recordEvents(recordEvent, row, { at, support })
    if (row.answered_at === null) continue
    made.messages.push(messageOf(row, support.id, chance))
  }
  return made
}

const lineFor = (wasForced: boolean, chance: Chance): Line => (wasForced ? certain(lines[1]) : chance.pick(lines))

type Row = ReturnType<typeof rowOf>

function rowOf({ id, rider, device }: Session, line: Line, at: number, now: number, chance: Chance) {
  const isAboutNothing = chance.is(aboutNothingShare)
  const status = statusAt(now - at, chance)
  const answeredAt = status === 'answered' ? Math.min(now, at + chance.int(1, 40) * hourMs) : null
  const feedbackId = chance.id(at)
  return {
    id: feedbackId,
    user_id: rider.id,
    parking_session_id: isAboutNothing ? null : id,
    rental_session_id: null,
    location_id: isAboutNothing ? null : device.place.id,
    type: line.type,
    subject: line.subject,
    text: line.text,
    rating: isAboutNothing ? null : chance.int(line.least, line.most),
    status,
    answer_text: answeredAt === null ? null : line.answer,
    answered_at: answeredAt === null ? null : iso(answeredAt),
    app_id: `seed-${feedbackId}`,
    created_at: iso(at),
    updated_at: iso(answeredAt ?? at),
    version: answeredAt === null ? 1 : 2,
  }
}

function statusAt(ageMs: number, chance: Chance): FeedbackStatus {
  const lot = chance.next()
  if (ageMs < 2 * dayMs)
    return valueAt(lot, [
      [0.7, 'new'],
      [0.85, 'in_progress'],
      [1, 'answered'],
    ])
  if (ageMs < 7 * dayMs)
    return valueAt(lot, [
      [0.15, 'new'],
      [0.35, 'in_progress'],
      [0.8, 'answered'],
      [1, 'closed'],
    ])
  return lot < 0.6 ? 'answered' : 'closed'
}

const messageOf = ({ user_id, subject, answer_text, answered_at }: Row, sent_by: string, chance: Chance) => {
  const at = Date.parse(answered_at ?? '')
  const isRead = chance.is(0.7)
  return {
    id: chance.id(at),
    user_id,
    text: `Re: ${subject}\n\n${answer_text}`,
    link: '',
    sent_by,
    created_at: iso(at),
    read_at: isRead ? iso(at + 20 * minuteMs) : null,
    push_status: 'sent',
  }
}

const riders = { kind: 'system', id: null, name: 'Riders’ app' } as const

interface Writing {
  at: number
  support: { id: string; name: string }
}

function recordEvents(recordEvent: RecordEvent, row: Row, { at, support }: Writing): void {
  const note = {
    feature: 'feedback',
    resource_type: 'feedback',
    resource_id: row.id,
    resource_name: row.type,
    visible_through_id: row.location_id,
  } as const
  recordEvent(at, {
    ...note,
    verb: 'received',
    actor: riders,
    after: { type: row.type, rating: row.rating, photos: 0 },
  })
  if (row.answered_at !== null)
    recordEvent(Date.parse(row.answered_at), {
      ...note,
      verb: 'answered',
      actor: person(support),
      before: { status: 'new' },
      after: { status: 'answered' },
    })
}

/** The stars of a feedback are those of its stay. */
export async function insertFeedback(client: pg.PoolClient, { rows, messages }: FeedbackOfRiders): Promise<void> {
  await insertRows(client, 'feedback', rows)
  await insertRows(client, 'user_messages', messages)
  await client.query(`update parking_sessions s set rating = f.rating from feedback f
    where f.parking_session_id = s.id and f.rating is not null`)
}
