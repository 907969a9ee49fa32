import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogCalendar, deleteLogCalendar } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import { testAppWithFiles } from '../../../test/support/test-app-with-files.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeLogPlace, logActions } from '../../../test/support/log-place.ts'

let w: TestApp
let location: string
/** Two who work here, one who reads the log, one who sees the location and not its log, one of another organization. */
let worker: Caller
let other: Caller

beforeAll(async () => {
  w = await testAppWithFiles({ CONSOLE_URL: 'http://console.test' })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ location, worker, other } = await makeLogPlace(w))
})

const { inHours, made } = logActions(() => ({ w, location, worker, other }))

describe('the calendar address of a person', () => {
  const read = async (url: string) => w.app.inject({ method: 'GET', url: url.replace('http://console.test', '') })

  test('it lists the open entries of the person by the rights that they have now, until it is revoked', async () => {
    const entry = await made({ assignee_id: worker.id, description: 'Grease the lock bar, check; and replace' })
    await made({ assignee_id: other.id })
    const { url } = await worker.ask(createLogCalendar, { body: { scope: 'assigned' } })
    const text = (await read(url)).body
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain(`UID:${entry.id}@wheelhouse`)
    expect(text).toContain('DESCRIPTION:Grease the lock bar\\, check\\; and replace')
    expect(text).toContain(`DTSTART:${inHours(24).slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    await w.db.deleteFrom('role_grants').where('person_id', '=', worker.id).execute()
    expect((await read(url)).body).not.toContain('BEGIN:VEVENT')
  })

  test('a service account, which may be restricted to networks, gets no address, and one from before is unknown', async () => {
    const { url } = await worker.ask(createLogCalendar, { body: { scope: 'assigned' } })
    await w.pool.query(`update console_users set kind = 'service' where id = $1`, [worker.id])
    expect((await read(url)).statusCode).toBe(404)
    expect(await worker.call(createLogCalendar, { body: { scope: 'visible' } })).toMatchObject({
      status: 409,
      body: { error_code: 'service_account_has_no_calendar' },
    })
  })

  test('a new address ends the old one, and a revoked one is unknown', async () => {
    const first = (await worker.ask(createLogCalendar, { body: { scope: 'visible' } })).url
    const second = (await worker.ask(createLogCalendar, { body: { scope: 'visible' } })).url
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
    await worker.call(deleteLogCalendar, {})
    expect((await read(second)).statusCode).toBe(404)
  })
})
