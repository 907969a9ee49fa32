import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeedback, getFeedbackTrend, listFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { makeFeedback, makeStay } from '../../../test/support/make-feedback.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

test('rights: neither filters nor the trend reveal feedback about a place or a stay that the reader does not see', async () => {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const place = await w.make.location(ours)
  await w.make.members('location', place, [ours.operator])
  // The rider uses both operators; the place belongs to one of them.
  const rider = await makeUser(w, [ours.operator, theirs.operator])
  const session = await makeStay(w, { user_id: rider, location_id: place, rating: 1 })
  const id = await makeFeedback(w, rider, { location_id: place, parking_session_id: session })
  const needs = stockRights('First-line support')
  const [seeing, other] = [
    await w.person([{ group_id: ours.operator, needs }]),
    await w.person([{ group_id: theirs.operator, needs }]),
  ]
  const ids = async (reader: typeof other, query: object) =>
    (await reader.ask(listFeedback, { query })).items.map((one) => one.id)
  for (const reader of [seeing, other]) expect(await ids(reader, {})).toEqual([id])
  for (const query of [{ location_id: [place] }, { session_id: session }]) {
    expect(await ids(seeing, query)).toEqual([id])
    expect(await ids(other, query)).toEqual([])
  }
  expect(await ids(seeing, { location_id_not: [place] })).toEqual([])
  expect(await ids(other, { location_id_not: [place] })).toEqual([id])

  const here = { query: { location_id: place } }
  expect((await seeing.ask(getFeedbackTrend, here)).weeks.at(-1)).toMatchObject({ ratings: 1, feedback: 1 })
  expect((await other.ask(getFeedbackTrend, here)).weeks.at(-1)).toMatchObject({ ratings: 0, feedback: 0 })

  const about = {
    type: 'problem',
    subject: 'The lock',
    text: 'It stayed shut.',
    rating: 2,
    session_id: session,
  } as const
  const write = (reader: typeof other) => reader.send(createFeedback, { params: { user_id: rider }, body: about })
  expect((await write(other)).status).toBe(404)
  expect((await write(seeing)).status).toBe(200)
})
