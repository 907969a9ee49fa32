import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createExternalDevice,
  deleteExternalDevice,
  getExternalDevice,
  listExternalDevices,
  listSmsMessages,
  refreshSim,
  refreshSims,
  sendSmsCommand,
  updateExternalDevice,
} from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { SmsMessage } from '@wheelhouse/contract/external-devices/sims.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { followSms, runSettleSms, sendSms } from './sms-messages.ts'
import { updateSim } from './sim-updates.ts'

/** What the digit before the check digit makes of a simulated card. */
const cards = {
  activated: '8944500000000000014',
  suspended: '8944500000000000063',
  slow: '8944500000000000071',
  inventory: '8944500000000000097',
  foreign: '8999000000000000013',
}
const body = {
  name: 'Router',
  type: 'router',
  external_id: 'RUT-1',
  iccid: cards.activated,
  sim_provider: 'm2m',
  sms_commands: [
    {
      name: 'Restart',
      payload: 'admin 1234 reboot',
    },
    {
      name: 'Status',
      payload: 'status',
    },
  ],
} as const

let location: string
let everyone: Organization
let technician: Caller

async function ground(w: TestApp): Promise<void> {
  // Limits count for each card, so move the clock past those that the previous test used.
  w.clock.advance(60_000)
  await w.pool.query('update external_devices set deleted_at = created_at where deleted_at is null')
  const ours = await w.make.organization()
  everyone = ours
  location = await w.make.location(ours)
  technician = await w.person([{ group_id: ours.owner, needs: stockRights('Technician') }], ours.id)
}
const made = async (values: object = {}): Promise<ExternalDevice> => {
  const answer = await technician.send(createExternalDevice, {
    params: { location_id: location },
    body: { ...body, ...values },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
/** A second device with the card of `made()`: an older installation may hold such. */
const twin = async (w: TestApp): Promise<ExternalDevice> => {
  const device = await made({ external_id: '2', iccid: cards.foreign })
  await w.pool.query('update external_devices set iccid = $2 where id = $1', [device.id, cards.activated])
  return device
}
const on = (route: Route, device: ExternalDevice, input: object = {}, who = technician): Promise<Answer> =>
  who.send(route, { params: { location_id: device.location_id, external_device_id: device.id }, ...input })
const now = async (device: ExternalDevice): Promise<ExternalDevice> => (await on(getExternalDevice, device)).body
const send = (device: ExternalDevice, command = 'Restart', version = device.version, headers = {}, who = technician) =>
  on(sendSmsCommand, device, { body: { command }, headers: { 'if-match': `"${version}"`, ...headers } }, who)
const messages = async (device: ExternalDevice): Promise<SmsMessage[]> => (await on(listSmsMessages, device)).body.items
const recordedEvents = async (
  w: TestApp,
  id: string,
): Promise<{ verb: string; actor_kind: string; after: unknown }[]> =>
  (await w.pool.query('select verb, actor_kind, after from events where resource_id = $1 order by id', [id]))
    .rows as never

describe('the simulated provider, as it is by default', () => {
  let w: TestApp
  beforeAll(async () => {
    w = await testApp()
  })
  afterAll(() => w.end())
  beforeEach(() => ground(w))

  test('a status is asked for at once and answered by itself', async () => {
    const device = await made()
    expect((await on(refreshSim, device)).body).toMatchObject({
      sim_update: 'asking',
      sim_status: 'unknown',
      version: 1,
    })
    expect(await w.runJobs()).toBe(1)
    expect(await now(device)).toMatchObject({
      sim_update: 'done',
      sim_status: 'activated',
      sim_status_at: w.clock.now().toISOString(),
      sim_status_source: 'simulated',
      version: 1,
      updated_at: device.updated_at,
    })
    const events = [
      { verb: 'created' },
      { verb: 'sim_asked', actor_kind: 'person' },
      { verb: 'sim_status', actor_kind: 'system' },
    ]
    expect(await recordedEvents(w, device.id)).toMatchObject(events)
    // A second request that leaves the status as it was is still recorded with its person.
    w.clock.advance(60_000)
    await on(refreshSim, device)
    await w.runJobs()
    expect((await recordedEvents(w, device.id)).map(({ verb }) => verb)).toEqual([
      'created',
      'sim_asked',
      'sim_status',
      'sim_asked',
    ])
  })

  test.each([
    ['suspended', { sim_update: 'done', sim_status: 'suspended', sim_status_word: null }],
    ['inventory', { sim_update: 'done', sim_status: 'unknown', sim_status_word: 'INVENTORY' }],
    [
      'foreign',
      { sim_update: 'failed', sim_update_failure: 'unknown_sim', sim_status: 'unknown', sim_status_at: null },
    ],
  ] as const)('a card that is %s', async (card, expected) => {
    const device = await made({ iccid: cards[card] })
    await on(refreshSim, device)
    await w.runJobs()
    expect(await now(device)).toMatchObject(expected)
  })

  test('a card of another provider, and a device without one, cannot be asked or sent to', async () => {
    for (const [values, error_code] of [
      [{ sim_provider: 'other' }, 'sim_of_other_provider'],
      [{ iccid: null }, 'sim_without_iccid'],
    ] as const) {
      const device = await made({ ...values, external_id: error_code })
      expect((await on(refreshSim, device)).body).toMatchObject({ error_code })
      expect((await send(device)).body).toMatchObject({ error_code })
    }
    expect(await w.runJobs()).toBe(0)
  })

  test('asked already it is not asked again; given up after ten minutes, it may be', async () => {
    const device = await made()
    await on(refreshSim, device)
    await on(refreshSim, device)
    expect(await w.runJobs()).toBe(1)
    w.clock.advance(60_000)
    await on(refreshSim, device)
    await w.pool.query('delete from pgboss.job')
    w.clock.advance(11 * 60_000)
    expect(await now(device)).toMatchObject({
      sim_update: 'failed',
      sim_update_failure: 'no_answer',
      sim_status: 'activated',
    })
    await on(refreshSim, device)
    await w.runJobs()
    expect(await now(device)).toMatchObject({ sim_update: 'done' })
  })

  test('a card is asked once a minute, whichever device holds it and whatever the answer was', async () => {
    const device = await made()
    await on(refreshSim, device)
    await w.runJobs()
    w.clock.advance(20_000)
    const again = await on(refreshSim, device)
    expect(again).toMatchObject({ status: 429, body: { error_code: 'sim_asked_lately', retry_after_s: 40 } })
    expect(again.headers['retry-after']).toBe('40')
    expect((await now(device)).sim_askable_at).toBe(new Date(w.clock.now().getTime() + 40_000).toISOString())
    const other = await twin(w)
    expect((await on(refreshSim, other)).status).toBe(429)
    expect(await technician.ask(refreshSims, { params: { location_id: location } })).toEqual({ asked: 0 })
    for (const one of [device, other]) await on(deleteExternalDevice, one, { headers: { 'if-match': '"1"' } })
    const anew = await made()
    const second = await twin(w)
    expect(anew).toMatchObject({ sim_askable_at: expect.any(String) })
    expect((await on(refreshSim, anew)).status).toBe(429)
    expect((await on(refreshSim, await made({ external_id: '3', iccid: cards.suspended }))).status).toBe(200)
    w.clock.advance(40_000)
    const both = await Promise.all([on(refreshSim, anew), on(refreshSim, second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    await w.runJobs()
  })

  test('an answer about a card that was changed since the request is ignored', async () => {
    const device = await made({ iccid: cards.suspended })
    await on(refreshSim, device)
    await on(updateExternalDevice, device, { body, headers: { 'if-match': '"1"' } })
    await w.runJobs()
    expect(await now(device)).toMatchObject({ sim_status: 'unknown', sim_update: 'none', iccid: cards.activated })
  })

  test('all of a location at once, one after the other; those that cannot be asked are left out', async () => {
    const devices = [
      await made(),
      await made({ external_id: '2', iccid: cards.suspended }),
      await made({ external_id: '3', iccid: null }),
      await made({ external_id: '4', iccid: cards.slow, sim_provider: 'other' }),
    ]
    const ask = () => technician.call(refreshSims, { params: { location_id: location } })
    expect((await ask()).body).toEqual({ asked: 2 })
    expect((await ask()).body).toEqual({ asked: 0 })
    const { rows } = await w.pool.query('select start_after from pgboss.job where name = $1 and start_after = $2', [
      updateSim.name,
      new Date(w.clock.now().getTime() + 500),
    ])
    expect(rows).toHaveLength(1)
    await w.runJobs()
    const statuses = await Promise.all(devices.map(async (one) => (await now(one)).sim_status))
    expect(statuses).toEqual(['activated', 'suspended', 'unknown', 'unknown'])
    expect((await ask()).body).toEqual({ asked: 0 })
    w.clock.advance(60_000)
    expect((await ask()).body).toEqual({ asked: 2 })
    await w.runJobs()
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

describe('a real provider, which may be slow, busy or away', () => {
  let w: TestApp
  let asked: string[]
  let behave: (response: ServerResponse, path: string) => void
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => behave(response, request.url ?? ''))
  })
  const reply = (response: ServerResponse, status: number, answer: object, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  const good: typeof behave = (response, path) =>
    reply(response, 200, path.includes('/devices/') ? { status: 'RETIRED', smsMsgId: 7 } : { status: 'Delivered' })

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const own = {
      SIM_PROVIDER: 'control_center',
      SIM_API_URL: url,
      SIM_API_USER: 'ops',
      SIM_API_KEY: 'secret',
      SIM_TIMEOUT_S: '0.2',
    }
    w = await testApp(own)
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await w.end()
  })
  beforeEach(async () => {
    await ground(w)
    asked = []
    behave = good
  })

  test('a busy provider is asked again after its own time, three times in all', async () => {
    const device = await made()
    let left = 2
    behave = (response, path) => (left-- > 0 ? reply(response, 429, {}, { 'retry-after': '7' }) : good(response, path))
    await on(refreshSim, device)
    expect(await w.runJobs()).toBe(3)
    expect(await now(device)).toMatchObject({
      sim_update: 'done',
      sim_status: 'retired',
      sim_status_source: 'control_center',
    })
    behave = (response) => reply(response, 429, {})
    w.clock.advance(60_000)
    await on(refreshSim, device)
    expect(await w.runJobs()).toBe(3)
    expect(await now(device)).toMatchObject({
      sim_update: 'failed',
      sim_update_failure: 'too_many_requests',
      sim_status: 'retired',
    })
  })

  test('a wrong key is said and not tried again', async () => {
    const device = await made()
    behave = (response) => reply(response, 401, { errorCode: '10000001' })
    await on(refreshSim, device)
    expect(await w.runJobs()).toBe(1)
    expect(await now(device)).toMatchObject({ sim_update: 'failed', sim_update_failure: 'key_refused' })
  })

  test('an SMS that was surely not taken is sent later, once', async () => {
    const device = await made()
    let left = 2
    behave = (response, path) => (left-- > 0 ? reply(response, 429, {}) : good(response, path))
    await send(device)
    await w.runJobs()
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(3)
    expect(await messages(device)).toMatchObject([{ status: 'delivered', source: 'control_center' }])
  })

  test.each([
    ['does not answer', () => {}, 'no_answer'],
    ['falls over', (response: ServerResponse) => void response.writeHead(502).end(), 'unavailable'],
    ['answers nonsense', (response: ServerResponse) => void response.writeHead(200).end('OK'), 'malformed_answer'],
  ])('a provider that %s may have sent it: it is not sent again', async (_name, fault, failure) => {
    const device = await made()
    behave = fault
    await send(device)
    await w.runJobs()
    expect(asked).toEqual([`POST /rws/api/v1/devices/${cards.activated}/smsMessages`])
    expect(await messages(device)).toMatchObject([{ status: 'unknown', failure }])
  })

  test('a crash between the claim and the answer: the job that runs again sends nothing', async () => {
    const device = await made()
    const { body: message } = await send(device)
    await w.pool.query(`update sim_messages set status = 'sending' where id = $1`, [message.id])
    await w.runJobs()
    expect(asked).toEqual([])
    expect(await messages(device)).toMatchObject([{ status: 'unknown', failure: 'no_news' }])
  })

  test('a job that runs twice sends once', async () => {
    const device = await made()
    const { body: message } = await send(device)
    await w.jobs.send(w.db, sendSms, { id: message.id, attempt: 1 })
    await w.jobs.send(w.db, followSms, { id: message.id, attempt: 1 })
    await w.runJobs()
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1)
    expect(await messages(device)).toMatchObject([{ status: 'delivered' }])
  })

  test('a message whose fate cannot be asked just now is asked after again', async () => {
    const device = await made()
    let left = 3
    behave = (response, path) =>
      path.includes('/smsMessages/7') && left-- > 0 ? reply(response, 503, {}) : good(response, path)
    await send(device)
    await w.runJobs()
    expect(await messages(device)).toMatchObject([{ status: 'delivered' }])
  })

  test('a message that is under way for hours is reported as lost and is not sent again', async () => {
    const device = await made()
    const { body: waiting } = await send(device)
    const { body: sent } = await send(device)
    await w.pool.query(`update sim_messages set status = 'sent', sent_at = created_at where id = $1`, [sent.id])
    w.clock.advance(12 * 3_600_000)
    await runSettleSms({ ...w, correlation_id: sent.id, signal: new AbortController().signal })
    await w.runJobs()
    expect(asked).toEqual([])
    const kept = Object.fromEntries((await messages(device)).map(({ id, status, failure }) => [id, [status, failure]]))
    expect(kept).toEqual({ [waiting.id]: ['failed', 'no_news'], [sent.id]: ['unknown', 'no_news'] })
  })

  test('after a device is deleted, its waiting requests and messages are not sent to the provider', async () => {
    const device = await made()
    await on(refreshSim, device)
    await send(device)
    await w.pool.query('delete from external_devices where id = $1', [device.id])
    await w.runJobs()
    expect(asked).toEqual([])
  })
})
