import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerFeedback,
  feedbackList,
  feedbackStatuses,
  getFeedback,
  getFeedbackTrend,
  listFeedback,
  listFeedbackEvents,
  nextFeedbackStatuses,
  setFeedbackStatus,
} from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackStatus } from '@wheelhouse/contract/feedback/feedback.ts'
import { opinionSignatureHeader, receiveOpinion } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import { listUserMessages } from '@wheelhouse/contract/messages/messages.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import { deletePerson } from '../personal-data/personal-data.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { makeFeedback, makeStay } from '../../../test/support/make-feedback.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { serial } from '../../../test/support/serial.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeAccessKey, makeUser } from '../users/samples.ts'
import { smallPicture } from './samples.ts'

const secret = 'the secret of the riders app in a test'
const folder = mkdtempSync(join(tmpdir(), 'feedback-'))
let w: TestApp
let ours: Organization
let support: Caller
let mari: string
let place: string

beforeAll(async () => {
  w = await testApp({
    RIDERS_APP_SECRET: secret,
    WHEELHOUSE_KEY: 'a key of a test that is long enough',
    FILES_URL: `file://${folder}`,
  })
})
afterAll(async () => {
  await w.end()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.operator, needs: stockRights('First-line support') }], ours.id)
  mari = await makeUser(w, [ours.operator], { name: 'Mari Maasikas' })
  place = await w.make.location(ours)
  await w.make.members('location', place, [ours.operator])
})

interface Sent {
  secret?: string
  at?: Date
}
async function say(opinion: object, { secret: key = secret, at = w.clock.now() }: Sent = {}): Promise<Answer> {
  const payload = JSON.stringify({ app_id: `opinion-${serial()}`, rider: { user_id: mari }, ...opinion })
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', key).update(`${seconds}.${payload}`).digest('hex')
  const reply = await w.app.inject({
    method: 'POST',
    url: receiveOpinion.path,
    headers: { 'content-type': 'application/json', [opinionSignatureHeader]: `t=${seconds},v1=${signature}` },
    payload,
  })
  return { status: reply.statusCode, body: reply.json(), text: reply.payload } as Answer
}
const written = { type: 'problem', subject: 'The lock is stuck', text: 'It took three tries.' }

const stay = (values: Record<string, unknown> = {}): Promise<string> =>
  makeStay(w, { location_id: place, user_id: mari, ...values })
const ratingOf = async (id: string) =>
  (await w.pool.query<{ rating: number | null }>('select rating from parking_sessions where id = $1', [id])).rows[0]
    ?.rating
const paramsOf = (feedback_id: string) => ({ user_id: mari, feedback_id })
const items = async (query: object = {}, who = support) =>
  (await who.send(listFeedback, { query: query })).body.items as Record<string, unknown>[]

describe('what the app sends', () => {
  test('is in the inbox with its rider, its session and its place, and its rating is that of the session', async () => {
    const session = await stay()
    const { status, body } = await say({ session: 'last', rating: 2, written })
    expect([status, body]).toEqual([200, { feedback_id: expect.any(String) }])
    expect(await items()).toMatchObject([
      {
        id: body.feedback_id,
        ...written,
        rating: 2,
        status: 'new',
        user_name: 'Mari Maasikas',
        parking_session_id: session,
        location_id: place,
      },
    ])
    expect(await ratingOf(session)).toBe(2)
    const { body: events } = await support.call(listFeedbackEvents, { params: paramsOf(body.feedback_id) })
    expect(events.items).toMatchObject([{ verb: 'received', after: { type: 'problem', rating: 2, photos: 0 } }])
    expect(JSON.stringify(events)).not.toContain('stuck')
  })

  test('is stored once, however often the app sends it, and the first rating counts', async () => {
    const session = await stay()
    const app_id = `opinion-${serial()}`
    const replies = [
      await say({ app_id, session, rating: 5, written }),
      await say({ app_id, session, rating: 1, written }),
    ]
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(await items()).toHaveLength(1)
    expect(await ratingOf(session)).toBe(5)
  })

  test('stars alone are stored with the session and fill no inbox', async () => {
    const session = await stay()
    expect((await say({ session: 'last', rating: 4 })).body).toEqual({ feedback_id: null })
    expect(await ratingOf(session)).toBe(4)
    expect(await items()).toEqual([])
  })

  test('is found by a key of the rider, too', async () => {
    const key = `APP-${serial()}-KEY`
    await makeAccessKey(w, mari, { type: 'app', key })
    expect((await say({ rider: { key }, written })).status).toBe(200)
    expect(await items()).toMatchObject([{ parking_session_id: null, location_id: null }])
  })

  test.each<[string, object, Sent, number]>([
    ['another secret', { written }, { secret: 'a secret that someone else made up' }, 400],
    ['a message of ten minutes ago', { written }, { at: new Date('2026-06-15T09:50:00.000Z') }, 400],
    ['an unknown rider', { written, rider: { user_id: '01900000-0000-7000-8000-000000000000' } }, {}, 404],
    ['an unknown key', { written, rider: { key: 'nobody' } }, {}, 404],
    ['no session of the last day', { written, session: 'last' }, {}, 404],
    ['six stars', { written, rating: 6 }, {}, 400],
    ['neither stars nor a text', {}, {}, 400],
    ['stars of nothing', { rating: 3 }, {}, 400],
    ['a subject of 2 characters', { written: { ...written, subject: 'No' } }, {}, 400],
    ['a text of 2001', { written: { ...written, text: 'a'.repeat(2001) } }, {}, 400],
    ['a picture that is none', { written: { ...written, photos: ['bm90IGEgcGljdHVyZQ=='] } }, {}, 415],
    ['an unknown field', { written, status: 'closed' }, {}, 400],
  ])('%s is refused, and nothing is stored', async (_name, opinion, sent, status) => {
    expect((await say(opinion, sent)).status).toBe(status)
    expect(await items()).toEqual([])
  })

  test('a session of another rider is not found', async () => {
    const other = await stay({ user_id: await makeUser(w, []) })
    expect((await say({ session: other, rating: 1, written })).status).toBe(404)
    expect(await ratingOf(other)).toBeNull()
  })

  test('a photo is shown to those who may read the feedback, by an address that ends', async () => {
    const { body } = await say({ written: { ...written, photos: [smallPicture.toString('base64')] } })
    const { body: details } = await support.call(getFeedback, { params: { feedback_id: body.feedback_id } })
    expect(details).toMatchObject({ photos: 1, photo_list: [{ width: 16, height: 16 }] })
    const look = () => w.app.inject({ method: 'GET', url: details.photo_list[0].url })
    const seen = await look()
    expect([seen.statusCode, seen.rawPayload.equals(smallPicture)]).toEqual([200, true])
    await w.pool.query('delete from role_grants where person_id = $1', [support.id])
    expect((await look()).statusCode).toBe(404)
  })

  test('without a secret nothing of an app is accepted', async () => {
    w.config.riders_app_secret = ''
    expect((await say({ written }, { secret: '' })).status).toBe(400)
    w.config.riders_app_secret = secret
  })
})

describe('the inbox', () => {
  const change = (id: string, status: FeedbackStatus, version = 1) =>
    support.call(setFeedbackStatus, {
      params: paramsOf(id),
      body: { status },
      headers: { 'if-match': `"${version}"` },
    })
  const reply = (id: string, text: string, version = 1, who = support) =>
    who.call(answerFeedback, { params: paramsOf(id), body: { text }, headers: { 'if-match': `"${version}"` } })

  test('an answer is a message in the inbox of the rider, and the feedback is answered', async () => {
    const id = await makeFeedback(w, mari)
    const { body } = await reply(id, 'We repaired the lock this morning.')
    expect(body).toMatchObject({ status: 'answered', answer_text: 'We repaired the lock this morning.', version: 2 })
    const { body: messages } = await support.call(listUserMessages, { params: { user_id: mari } })
    expect(messages.items).toMatchObject([{ text: 'Re: The lock is stuck\n\nWe repaired the lock this morning.' }])
    const { body: events } = await support.call(listFeedbackEvents, { params: paramsOf(id) })
    expect(events.items).toMatchObject([{ verb: 'answered', before: { status: 'new' }, after: { status: 'answered' } }])
  })

  test.each(feedbackStatuses.flatMap((from) => feedbackStatuses.map((to) => [from, to] as const)))(
    'from %s to %s as the table says',
    async (from, to) => {
      const id = await makeFeedback(w, mari, { status: from })
      const expected = from === to || nextFeedbackStatuses[from].includes(to) ? 200 : 409
      expect((await change(id, to)).status).toBe(expected)
    },
  )

  test('closed feedback is not answered, a stale version changes nothing, a short answer is refused', async () => {
    const id = await makeFeedback(w, mari, { status: 'closed' })
    expect((await reply(id, 'We repaired the lock.')).body.error_code).toBe('feedback_closed')
    expect((await change(id, 'in_progress', 7)).status).toBe(412)
    // What has moved is said before that it has changed.
    expect((await reply(id, 'We repaired the lock.', 7)).body.error_code).toBe('feedback_closed')
    expect((await change(await makeFeedback(w, mari), 'answered', 7)).body.error_code).toBe('feedback_status_not_next')
    expect((await change(id, 'closed', 7)).status).toBe(412)
    const link = await reply(await makeFeedback(w, mari), 'Read https://a.test,http://b.test please')
    expect(link.body.error_message).toContain('Links must start with https://')
    expect((await reply(id, 'Too short')).body.error_message).toContain('Answer: at least 10 characters')
  })

  test('rights: reading, answering and seeing the rider are separate', async () => {
    const id = await makeFeedback(w, mari)
    const one = { params: { feedback_id: id } }
    const reader = await w.person([{ group_id: ours.operator, needs: { user: ['GET', 'READ_FEEDBACK'] } }])
    expect(await reader.ask(getFeedback, one)).toMatchObject({ user_id: mari, user_name: 'Mari Maasikas' })
    expect((await reply(id, 'We repaired the lock.', 1, reader)).status).toBe(403)
    const stranger = await w.person([
      { group_id: (await w.make.organization()).operator, needs: stockRights('First-line support') },
    ])
    expect(await items({}, stranger)).toEqual([])
    expect((await stranger.call(getFeedback, one)).status).toBe(404)
    const other = await makeUser(w, [ours.operator])
    const elsewhere = { params: { user_id: other, feedback_id: id } }
    expect((await support.call(listFeedbackEvents, elsewhere)).status).toBe(404)
  })

  test('rights: who does not see the rider reads what was written, and not by whom', async () => {
    const { body } = await say({ written: { ...written, photos: [smallPicture.toString('base64')] } })
    const id: string = body.feedback_id
    const manager = await w.person([{ group_id: ours.operator, needs: { user: ['READ_FEEDBACK'] } }])
    const unnamed = { ...written, user_id: null, user_name: null, photos: 1 }
    expect(await items({}, manager)).toMatchObject([{ id, ...unnamed }])
    expect(await items({ user_id: mari }, manager)).toEqual([])
    const details = await manager.ask(getFeedback, { params: { feedback_id: id } })
    expect(details).toMatchObject({ id, ...unnamed, photo_list: [] })
    const csv = await manager.send(feedbackList.csv, {})
    const [sheet] = (await readXlsx((await manager.send(sheetOf(feedbackList.csv), {})).bytes)).sheets
    expect(csv.text).toContain(written.subject)
    expect(JSON.stringify(sheet?.rows)).toContain(written.subject)
    expect(csv.text + JSON.stringify(sheet?.rows)).not.toMatch(new RegExp(`${mari}|Mari`))
    expect((await manager.call(listFeedbackEvents, { params: paramsOf(id) })).status).toBe(404)
    // The right to see riders of another group does not reveal this one.
    const both = await w.person([
      { group_id: ours.operator, needs: { user: ['READ_FEEDBACK'] } },
      { group_id: (await w.make.organization()).operator, needs: { user: ['GET'] } },
    ])
    expect(await items({}, both)).toMatchObject([unnamed])
  })

  test('it is narrowed by type, status, stars, place, rider and session', async () => {
    const session = await stay()
    const one = await makeFeedback(w, mari, { rating: 1, location_id: place, parking_session_id: session })
    const two = await makeFeedback(w, mari, { type: 'praise', status: 'answered', rating: 5 })
    const ids = async (query: object) => (await items(query)).map(({ id }) => id)
    const cases: [object, string[]][] = [
      [{}, [two, one]],
      [{ type: ['praise'] }, [two]],
      [{ type_not: ['praise'] }, [one]],
      [{ status: ['new', 'in_progress'] }, [one]],
      [{ rating: ['5'] }, [two]],
      [{ rating_not: ['5'] }, [one]],
      [{ location_id: [place] }, [one]],
      [{ user_id: mari }, [two, one]],
      [{ session_id: session }, [one]],
      [{ created_at_newer_than: 1 }, [two, one]],
      [{ created_at_older_than: 1 }, []],
    ]
    for (const [query, expected] of cases)
      expect([query, new Set(await ids(query))]).toEqual([query, new Set(expected)])
  })

  test('the trend counts stars and problems week by week, of one place or of all', async () => {
    await stay({ rating: 5 })
    await stay({ rating: 2 })
    await stay({ rating: 1, user_id: await makeUser(w, []) })
    await makeFeedback(w, mari, { location_id: place })
    await makeFeedback(w, mari, { type: 'idea' })
    const weeks = async (query: object) =>
      (await support.send(getFeedbackTrend, { query: query })).body.weeks as object[]
    const all = await weeks({})
    expect(all).toHaveLength(13)
    expect(all.at(-1)).toEqual({ week: '2026-06-15', ratings: 2, average: 3.5, feedback: 2, problems: 1 })
    expect(all.at(0)).toEqual({ week: '2026-03-23', ratings: 0, average: null, feedback: 0, problems: 0 })
    expect((await weeks({ location_id: place })).at(-1)).toMatchObject({ ratings: 2, feedback: 1 })
  })
})

test('the erasure of a person takes the feedback with it', async () => {
  await makeFeedback(w, mari)
  const person = { id: support.id, email: '', name: 'Support', organization_id: ours.id, session_id: null }
  await deletePerson({ ...w, person, correlation_id: uuidv7() }, mari, 1)
  expect((await w.pool.query('select 1 from feedback where user_id = $1', [mari])).rowCount).toBe(0)
})
