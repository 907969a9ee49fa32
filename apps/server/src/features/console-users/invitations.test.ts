import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createConsoleUser,
  disableConsoleUser,
  reinviteConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { openPeoplePlace } from '../../../test/support/people-place.ts'
import type { PeoplePlace } from '../../../test/support/people-place.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeConsoleUserPlace, consoleUserActions } from '../../../test/support/console-user-place.ts'

let people: PeoplePlace
let w: TestApp
let organization: Organization
let admin: Caller

beforeAll(async () => {
  people = await openPeoplePlace()
  w = people.w
})
afterAll(() => people.end())
beforeEach(async () => {
  ;({ organization, admin } = await makeConsoleUserPlace(w))
})

const { newcomer, invite, mailsTo, accountOf, eventsOf } = consoleUserActions(() => ({
  people,
  w,
  organization,
  admin,
}))

describe('spec 3: console users', () => {
  test('an invited person is a row, an event, an account and one mail, all or nothing', async () => {
    const body = newcomer()
    const answer = await admin.call(createConsoleUser, { body })
    expect(answer, answer.text).toMatchObject({
      status: 200,
      body: { ...body, status: 'active', disabled_reason: null, last_signed_in_at: null },
    })
    expect(await accountOf(answer.body.id)).toBeUndefined()
    await w.runJobs()
    expect(await accountOf(answer.body.id)).toMatchObject({ email: body.email, disabled_at: null })
    expect(mailsTo(body.email)).toHaveLength(1)
    expect(await eventsOf(answer.body.id)).toMatchObject([{ verb: 'invited' }])
    await w.runJobs()
    expect(mailsTo(body.email)).toHaveLength(1)
  })

  test('the same key twice invites once', async () => {
    const call = () => admin.call(createConsoleUser, { body, headers: { 'idempotency-key': 'invite-once-please' } })
    const body = newcomer()
    const [first, second] = [await call(), await call()]
    expect(second.text).toBe(first.text)
    await w.runJobs()
    expect(mailsTo(body.email)).toHaveLength(1)
  })

  test.each([
    ['an email that is none', { email: 'mari' }, 'Invalid email address'],
    ['a phone that is none', { phone: '50 12 345' }, 'Invalid phone number'],
    ['a phone that a phone library refuses', { phone: '+372123456' }, 'Invalid phone number'],
    ['no name', { name: ' ' }, 'Name is required'],
    ['a name of more than one line', { name: 'Mari\nBcc: all@people.test' }, 'Name: one line'],
  ])('spec 5: %s is refused with its words', async (_what, wrong, words) => {
    const answer = await admin.call(createConsoleUser, { body: newcomer(wrong) })
    expect(answer.status).toBe(400)
    expect(answer.body.error_message).toContain(words)
  })

  test('an email is known once, whatever its case, and the second invitation leaves nothing behind', async () => {
    const first = await invite()
    const again = await admin.call(createConsoleUser, { body: newcomer({ email: first.email.toUpperCase() }) })
    expect(again).toMatchObject({ status: 409, body: { error_code: 'email_taken' } })
  })

  test("rights: CREATE counts in the owner group of the organization; another's is not found, a seen one forbidden", async () => {
    const foreign = await w.make.organization()
    expect((await admin.call(createConsoleUser, { body: newcomer({ organization_id: foreign.id }) })).status).toBe(404)
    await w.make.grant(admin.id, foreign.owner, [['organization', 'GET']])
    expect((await admin.call(createConsoleUser, { body: newcomer({ organization_id: foreign.id }) })).status).toBe(403)
  })

  test('spec 4: after a second invitation only the new link works; a disabled person gets none', async () => {
    const person = await invite()
    await w.runJobs()
    const hash = async () =>
      (await w.pool.query('select token_hash from account_links where account_id = $1', [person.id])).rows
    const [before] = await hash()
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: person.id } })).status).toBe(204)
    await w.runJobs()
    const after = await hash()
    expect(after).toHaveLength(1)
    expect(after[0]).not.toEqual(before)
    expect(mailsTo(person.email)).toHaveLength(2)
    await admin.call(disableConsoleUser, {
      params: { console_user_id: person.id },
      body: { reason: 'Left the company' },
    })
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: person.id } })).body.error_code).toBe(
      'person_is_disabled',
    )
  })

  test('security 4: one person is sent at most five further invitations an hour', async () => {
    const { id } = await invite()
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await admin.call(reinviteConsoleUser, { params: { console_user_id: id } })).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    w.clock.advance(3_601_000)
    expect((await admin.call(reinviteConsoleUser, { params: { console_user_id: id } })).status).toBe(204)
  })
})
