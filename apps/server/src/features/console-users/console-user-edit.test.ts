import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleUserAudit, updateConsoleUser } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import {
  consoleUserExports,
  consoleUsers,
  disableConsoleUser,
  getConsoleUser,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { EditedConsoleUserField } from '@wheelhouse/contract/console-users/console-users.ts'
import { setMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let organization: Organization
let admin: Caller
let person: Caller
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  const needs = {
    console_user: ['GET', 'CREATE', 'UPDATE', 'DISABLE', 'GET_AUDIT_LOG'],
    organization: ['GET'],
  } as const
  admin = await w.person([{ group_id: organization.owner, needs }], organization.id)
  person = await w.person([], organization.id)
})

const body = (more: object = {}) => ({
  name: 'Kaisa Kask',
  organization_id: organization.id,
  position: 'Shift lead',
  phone: '+3725012345',
  comment: '',
  ...more,
})
const edit = (more: object = {}, version = 1) =>
  admin.call(updateConsoleUser, {
    params: { console_user_id: person.id },
    body: body(more) as never,
    headers: { 'if-match': `"${version}"` },
  })
const audit = async (reader: Caller, query: object = {}) =>
  (await reader.call(consoleUserAudit.route, { params: { console_user_id: person.id }, query })).body

describe('spec 3: a console user is edited', () => {
  test('with its version and an event of what changed; the email stays', async () => {
    const answer = await edit()
    expect(answer, answer.text).toMatchObject({ status: 200, body: { ...body(), version: 2 } })
    expect((await edit()).status).toBe(412)
    expect((await edit({ email: 'other@people.test' }, 2)).status).toBe(400)
    expect((await audit(admin)).items).toMatchObject([{ verb: 'updated', after: { position: 'Shift lead' } }])
  })

  test('values (formats): a phone that a phone library refuses is not stored; one that is already stored stays', async () => {
    const refused = await edit({ phone: '+372123456' })
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_body', field: 'phone' } })
    expect(refused.body.error_message).toContain('Invalid phone number')
    await w.db.updateTable('console_users').set({ phone: '+372123456' }).where('id', '=', person.id).execute()
    expect(await edit({ phone: '+372123456' })).toMatchObject({ status: 200, body: { name: 'Kaisa Kask', version: 2 } })
  })

  /** Another value for each field that can be edited: a field without one does not compile. */
  const others = (): Record<EditedConsoleUserField, unknown> => ({
    name: 'Mart Mets',
    organization_id: organization.id,
    position: 'Mechanic',
    phone: '+3725099999',
    comment: 'Works at night',
  })
  test('each field is stored, returned, recorded in the event and exported as it was sent', async () => {
    const answer = await edit(others())
    expect(answer, answer.text).toMatchObject({ status: 200, body: others() })
    const { organization_id: _, ...recorded } = others()
    expect((await audit(admin)).items).toMatchObject([{ verb: 'updated', after: recorded }])
    const query = { q: 'Mart Mets', column: [...consoleUserExports] }
    const file = await admin.call(consoleUsers.csv, { query } as never)
    // A plus begins a formula in a spreadsheet, so the file quotes it.
    const values = consoleUserExports.map((name) => String(others()[name]).replace(/^\+/, "'+"))
    expect(parse(file.text, { bom: true })).toEqual([consoleUserExports, values])
  })

  test('rights: another organization is as if invited there, and the person leaves the former one', async () => {
    const other = await w.make.organization()
    expect((await edit({ organization_id: other.id })).status).toBe(404)
    await w.make.grant(admin.id, other.owner, [['organization', 'GET']])
    expect((await edit({ organization_id: other.id })).body).toMatchObject({ missing: 'CREATE on console_user' })
    await w.make.grant(admin.id, other.owner, [['console_user', 'CREATE']])
    await w.make.grant(admin.id, other.owner, [['console_user', 'GET']])
    expect((await edit({ organization_id: other.id })).body).toMatchObject({ organization_id: other.id })
    const colleague = await w.person([{ group_id: organization.owner, needs: { console_user: ['GET'] } }])
    const params = { console_user_id: person.id }
    expect((await colleague.call(getConsoleUser, { params })).status).toBe(404)
    expect((await admin.call(getConsoleUser, { params })).status).toBe(200)
  })
})

describe('spec 6, GET_AUDIT_LOG: the audit log of a person', () => {
  test('holds what was done to them and what they did where the reader may see events', async () => {
    const [near, far] = [await w.make.location(organization), await w.make.location(await w.make.organization())]
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    await w.make.grant(person.id, everything, [
      ['location', 'GET'],
      ['location', 'MODIFY_DESCRIPTIONS'],
      ['location', 'UPDATE'],
    ])
    await w.make.grant(admin.id, organization.owner, [['location', 'GET_EVENTS']])
    for (const location_id of [near, far]) {
      const set = await person.call(setMaintenanceMessage, {
        params: { location_id },
        body: { text: 'Closed until noon' },
      })
      expect(set.status, set.text).toBeLessThan(300)
    }
    const { items } = await audit(admin)
    expect(items).toMatchObject([{ resource_id: near, location_id: null, location_label: null }])
    await w.make.grant(admin.id, organization.owner, [['location', 'GET']])
    expect((await audit(admin)).items).toMatchObject([
      { location_id: near, location_code: expect.stringMatching(/^\d{6}$/) },
    ])
    await w.make.grant(admin.id, everything, [['location', 'GET_EVENTS']])
    expect((await audit(admin)).items).toHaveLength(2)
  })

  test('its range is 30 days unless the query says another one, and a year at most', async () => {
    await edit()
    w.clock.advance(40 * 86_400_000)
    expect((await audit(admin)).items).toHaveLength(0)
    const at = (days: number) => new Date(w.clock.now().getTime() - days * 86_400_000).toISOString()
    expect((await audit(admin, { from: at(60) })).error_code).toBeUndefined()
    expect((await audit(admin, { from: at(400) })).error_code).toBe('invalid_query')
  })

  test('who lacks the right gets none of it, and of a person elsewhere not even that they exist', async () => {
    const reader = await w.person([{ group_id: organization.owner, needs: { console_user: ['GET'] } }])
    const params = { console_user_id: person.id }
    expect((await reader.call(consoleUserAudit.route, { params })).status).toBe(403)
    const stranger = await w.person([
      { group_id: (await w.make.organization()).owner, needs: { console_user: ['GET', 'GET_AUDIT_LOG'] } },
    ])
    expect((await stranger.call(consoleUserAudit.route, { params })).status).toBe(404)
  })

  test('its file holds the same rows', async () => {
    await admin.call(disableConsoleUser, {
      params: { console_user_id: person.id },
      body: { reason: 'Left the company' },
    })
    const file = await admin.call(consoleUserAudit.csv, { params: { console_user_id: person.id } as never })
    expect(file.text).toContain('Left the company')
  })
})
