import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteExternalDevice,
  getExternalDevice,
  listExternalDevices,
  listSmsMessages,
  sendSmsCommand,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { SmsMessage } from '@wheelhouse/contract/external-devices/sims.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { cards, body, makeSimPlace, recordedEvents, simActions } from '../../../test/support/sim-place.ts'

let location: string
let everyone: Organization
let technician: Caller

const { made, twin, on, send, messages } = simActions(() => ({ location, technician }))

describe('the simulated provider, as it is by default', () => {
  let w: TestApp
  beforeAll(async () => {
    w = await testApp()
  })
  afterAll(() => w.end())
  beforeEach(async () => {
    ;({ everyone, location, technician } = await makeSimPlace(w))
  })

  test('an SMS command is sent by its name with its payload, followed to its answer, and kept with who sent it', async () => {
    const device = await made()
    const { body: message } = await send(device)
    expect(message).toMatchObject({
      status: 'waiting',
      command_name: 'Restart',
      payload: 'admin 1234 reboot',
      requested_by: technician.id,
    })
    await w.runJobs()
    expect(await messages(device)).toMatchObject([
      {
        id: message.id,
        status: 'delivered',
        answer: 'OK restarting',
        source: 'simulated',
        failure: null,
        sent_at: expect.any(String),
        ended_at: expect.any(String),
        requested_by_name: expect.any(String),
      },
    ])
    expect(await recordedEvents(w, device.id)).toMatchObject([
      { verb: 'created' },
      { verb: 'sms_sent', actor_kind: 'person', after: { sms_command: 'Restart', payload: 'admin 1234 reboot' } },
      { verb: 'sms_ended', actor_kind: 'system', after: { sms_command: 'Restart', status: 'delivered' } },
    ])
  })

  test('a suspended card gets none; one that never reports leaves nobody knowing', async () => {
    const suspended = await made({ iccid: cards.suspended })
    await send(suspended)
    const silent = await made({ external_id: '2', iccid: cards.slow })
    await send(silent)
    await w.runJobs()
    expect(await messages(suspended)).toMatchObject([{ status: 'failed', failure: 'not_delivered' }])
    expect(await messages(silent)).toMatchObject([
      { status: 'unknown', failure: 'no_news', sent_at: expect.any(String) },
    ])
  })

  test('only a configured command is sent: no other text, no unknown name, no payload of another version', async () => {
    const device = await made()
    const call = (text: object) => on(sendSmsCommand, device, { body: text, headers: { 'if-match': '"1"' } })
    expect((await call({ command: 'Restart', payload: 'format c:' })).body).toMatchObject({
      error_code: 'invalid_body',
    })
    expect((await call({ command: 'Erase' })).body).toMatchObject({
      error_code: 'sms_command_unknown',
      command: 'Erase',
    })
    expect((await on(sendSmsCommand, device, { body: { command: 'Restart' } })).status).toBe(428)
    await on(updateExternalDevice, device, {
      body: { ...body, sms_commands: [{ name: 'Restart', payload: 'erase all' }] },
      headers: { 'if-match': '"1"' },
    })
    expect((await send(device)).body).toMatchObject({ error_code: 'stale_version', version: 2 })
    expect(await messages(device)).toEqual([])
    expect(await w.runJobs()).toBe(0)
  })

  test('a repeat under the same key is not a second message', async () => {
    const device = await made()
    const [first, second] = [
      await send(device, 'Status', 1, { 'idempotency-key': 'k' }),
      await send(device, 'Status', 1, { 'idempotency-key': 'k' }),
    ]
    expect(second.body).toEqual(first.body)
    expect(await messages(device)).toHaveLength(1)
  })

  test('a person sends ten a minute, also at once', async () => {
    const device = await made()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(device)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toBe('60')
    w.clock.advance(60_000)
    expect((await send(device)).status).toBe(200)
  })

  test('one card gets at most ten messages a minute, from all senders and devices together', async () => {
    const [device, other] = [await made(), await twin(w)]
    const colleague = await w.person([{ group_id: everyone.owner, needs: stockRights('Technician') }], everyone.id)
    for (let n = 0; n < 5; n++) expect((await send(device)).status).toBe(200)
    for (let n = 0; n < 5; n++) expect((await send(other, 'Status', 1, {}, colleague)).status).toBe(200)
    expect(await send(device)).toMatchObject({
      status: 429,
      body: { error_code: 'too_many_requests', retry_after_s: 60 },
    })
    expect((await send(await made({ external_id: '3', iccid: cards.suspended }))).status).toBe(200)
    w.clock.advance(60_000)
    expect((await send(other)).status).toBe(200)
  })

  test('what was sent to a deleted device is kept and counts against the limit of a new device with the same card', async () => {
    const device = await made()
    for (let n = 0; n < 9; n++) await send(device)
    await w.runJobs()
    const { body: late } = await send(device)
    expect((await on(deleteExternalDevice, device, { headers: { 'if-match': '"1"' } })).status).toBe(204)
    await w.runJobs()
    const kept = await messages(device)
    expect(kept).toHaveLength(10)
    expect(kept[0]).toMatchObject({ id: late.id, status: 'failed', failure: 'not_delivered', sent_at: null })
    expect(kept.slice(1).map(({ status }) => status)).toEqual(Array(9).fill('delivered'))
    expect((await on(getExternalDevice, device)).status).toBe(404)
    const listed = await technician.send(listExternalDevices, { query: { location_id: location } })
    expect(listed.body).toMatchObject({ items: [], total: 0 })
    const anew = await made()
    expect(await messages(anew)).toEqual([])
    expect((await send(anew)).status).toBe(429)
    expect((await send(device)).status).toBe(404)
  })

  test('rights: who sent it is named to those who see staff, and to oneself', async () => {
    const device = await made()
    const colleague = await w.person([{ group_id: everyone.owner, needs: stockRights('Technician') }], everyone.id)
    await send(device)
    expect((await send(device, 'Status', 1, {}, colleague)).body).toMatchObject({ requested_by: colleague.id })
    const named = async (who: Caller) =>
      (await on(listSmsMessages, device, {}, who)).body.items.map((message: SmsMessage) => [
        message.requested_by,
        message.requested_by_name,
      ])
    expect(await named(technician)).toEqual([
      [null, null],
      [technician.id, expect.any(String)],
    ])
    await w.make.grant(technician.id, everyone.owner, [['console_user', 'GET']])
    expect((await named(technician))[0]).toEqual([colleague.id, expect.any(String)])
  })

  test('the history is paged, newest first', async () => {
    const device = await made()
    for (let n = 0; n < 5; n++) await send(device, n % 2 ? 'Status' : 'Restart')
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body: page } = await on(listSmsMessages, device, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
      expect(page).toMatchObject({ total: 5, total_is_exact: true })
      pages.push(page.items.map(({ id }: SmsMessage) => id))
      cursor = page.next
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(pages.flat().toSorted().toReversed())
  })
})
