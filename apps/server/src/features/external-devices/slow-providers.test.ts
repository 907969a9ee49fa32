import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshSim } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { followSms, runSettleSms, sendSms } from './sms-messages.ts'
import { cards, makeSimPlace, simActions } from '../../../test/support/sim-place.ts'

let location: string
let technician: Caller

const { made, on, now, send, messages } = simActions(() => ({ location, technician }))

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
    ;({ location, technician } = await makeSimPlace(w))
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
