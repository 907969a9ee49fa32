import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { controlCenter } from './sim-control-center.ts'
import { SimError } from './sims.ts'
import { readConfig } from './config.ts'

const iccid = '8944500000000000014'
const settings = { DATABASE_URL: 'postgres://nowhere', WHEELHOUSE_DATA: '/nowhere' }
const user = 'ops-api'
const key = '5f0c2c1e-0000-4000-8000-key'

interface ReceivedRequest {
  method: string
  path: string
  authorization: string
  body: string
}
type Behaviour = (requests: ReceivedRequest, response: ServerResponse, request: IncomingMessage) => void

let requests: ReceivedRequest[]
let behave: Behaviour
let url: string
let close: () => Promise<void>

/**
 * A stand-in built from the provider's public reference: Basic credentials of user and API key, and `{errorMessage,
 * errorCode}` for refusals (10000001 for credentials, 40000029 for too many calls per second).
 */
const documented: Behaviour = ({ method, path, authorization, body }, response) => {
  const answer = (status: number, reply: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const expected = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
  if (authorization !== expected) return answer(401, { errorMessage: 'Invalid credentials.', errorCode: '10000001' })
  if (method === 'GET' && path === `/rws/api/v1/devices/${iccid}`)
    return answer(200, {
      iccid,
      imsi: '901161700000001',
      msisdn: '882360000000001',
      status: 'ACTIVATED',
      ratePlan: 'Basic',
      customer: null,
    })
  if (method === 'POST' && path === `/rws/api/v1/devices/${iccid}/smsMessages`) {
    const { messageText } = JSON.parse(body) as { messageText: string }
    return messageText.length > 160
      ? answer(400, { errorMessage: 'Message length exceeds the maximum permissible length.', errorCode: '10000020' })
      : answer(200, { smsMsgId: 12345 })
  }
  if (method === 'GET' && path === '/rws/api/v1/smsMessages/12345')
    return answer(200, {
      smsMsgId: 12345,
      status: 'Delivered',
      messageText: 'reboot',
      msgType: 'MT',
      sentTo: '882360000000001',
    })
  return answer(404, { errorMessage: 'Resource not found.', errorCode: '10000013' })
}

beforeEach(async () => {
  requests = []
  behave = documented
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(one)
      behave(one, response, request)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () =>
    new Promise((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
})
afterEach(() => close())

const configured = (more: Record<string, string> = {}) =>
  readConfig({
    ...settings,
    SIM_PROVIDER: 'control_center',
    SIM_API_URL: url,
    SIM_API_USER: user,
    SIM_API_KEY: key,
    ...more,
  }).sims
const provider = (more: Record<string, string> = {}) => controlCenter(configured(more))
const replying =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (_asked, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

async function faultOf(work: Promise<unknown>): Promise<SimError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SimError)
  return error as SimError
}

describe('requests and the meaning of their responses', () => {
  test('the status of a card is requested by its ICCID and with the configured credentials', async () => {
    expect(await provider().status(iccid)).toEqual({ status: 'activated', word: 'ACTIVATED' })
    expect(requests).toMatchObject([{ method: 'GET', path: `/rws/api/v1/devices/${iccid}`, body: '' }])
  })

  test.each([
    ['TEST_READY', 'test_ready'],
    ['ACTIVATION_READY', 'activation_ready'],
    ['ACTIVATED', 'activated'],
    ['DEACTIVATED', 'deactivated'],
    ['RETIRED', 'retired'],
    ['INVENTORY', 'unknown'],
    ['PURGED', 'unknown'],
    ['REPLACED', 'unknown'],
    ['SOMETHING_NEW', 'unknown'],
  ])('values, SIM status: %s is %s', async (word, status) => {
    behave = replying(200, JSON.stringify({ status: word }))
    expect(await provider().status(iccid)).toEqual({ status, word })
  })

  test("an SMS is sent once and identified by the provider's id", async () => {
    expect(await provider().sendSms({ iccid, msisdn: null }, 'reboot')).toBe('12345')
    expect(requests).toHaveLength(1)
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ messageText: 'reboot' })
    expect(await provider().smsReport('12345')).toEqual({ state: 'delivered', answer: null })
  })

  test.each([
    ['Pending', 'pending'],
    ['CancelPending', 'pending'],
    ['Unknown', 'pending'],
    ['Failed', 'failed'],
    ['Cancelled', 'failed'],
    ['Delivered', 'delivered'],
  ])('a message that is %s is %s', async (word, state) => {
    behave = replying(200, JSON.stringify({ status: word }))
    expect(await provider().smsReport('12345')).toMatchObject({ state })
  })
})

describe('failures', () => {
  test('with a reset key the request is refused and nothing is sent', async () => {
    const error = await faultOf(provider({ SIM_API_KEY: 'of-last-year' }).sendSms({ iccid, msisdn: null }, 'reboot'))
    expect(error).toMatchObject({ fault: 'key_refused', isUnclear: false })
  })

  test('a card unknown to the provider', async () => {
    expect(await faultOf(provider().status('8944500000000000089'))).toMatchObject({ fault: 'unknown_sim' })
  })

  test("a refusal with the provider's message", async () => {
    expect(await faultOf(provider().sendSms({ iccid, msisdn: null }, 'a'.repeat(161)))).toMatchObject({
      fault: 'refused',
      isUnclear: false,
    })
  })

  test.each([
    ['429 with a time', 429, {}, '7', 7],
    ['429 without', 429, {}, null, null],
    ['their own code for it', 400, { errorCode: '40000029', errorMessage: 'Rate limit exceeded.' }, null, null],
  ])('too many calls: %s', async (_name, status, body, wait, seconds) => {
    behave = replying(status, JSON.stringify(body), wait === null ? {} : { 'retry-after': wait })
    const error = await faultOf(provider().sendSms({ iccid, msisdn: null }, 'reboot'))
    expect(error).toMatchObject({ fault: 'too_many_requests', isUnclear: false, retry_after_s: seconds })
  })

  test('a server error: a read may be repeated, the result of a send is unclear', async () => {
    behave = replying(503, '<html>Service Unavailable</html>')
    expect(await faultOf(provider().status(iccid))).toMatchObject({ fault: 'unavailable', isUnclear: false })
    expect(await faultOf(provider().sendSms({ iccid, msisdn: null }, 'reboot'))).toMatchObject({
      fault: 'unavailable',
      isUnclear: true,
    })
  })

  test('a timeout is handled the same way', async () => {
    behave = () => {}
    const impatient = provider({ SIM_TIMEOUT_S: '0.1' })
    expect(await faultOf(impatient.status(iccid))).toMatchObject({ fault: 'no_answer', isUnclear: false })
    expect(await faultOf(impatient.sendSms({ iccid, msisdn: null }, 'reboot'))).toMatchObject({
      fault: 'no_answer',
      isUnclear: true,
    })
  })

  test('a connection that breaks in the middle of the response', async () => {
    behave = (_asked, response, request) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"smsM')
      setImmediate(() => request.socket.destroy())
    }
    expect(await faultOf(provider().sendSms({ iccid, msisdn: null }, 'reboot'))).toMatchObject({ isUnclear: true })
  })

  test('an unreachable provider: certainly not sent', async () => {
    const lost = provider()
    await close()
    expect(await faultOf(lost.sendSms({ iccid, msisdn: null }, 'reboot'))).toMatchObject({
      fault: 'unavailable',
      isUnclear: false,
    })
  })

  test.each([
    ['no JSON', 'OK'],
    ['no status', '{"iccid":"8944500000000000014"}'],
    ['a status that is no word', '{"status":17}'],
    ['an endless answer', JSON.stringify({ status: 'ACTIVATED', more: 'x'.repeat(100_000) })],
  ])('an invalid response: %s', async (_name, body) => {
    behave = replying(200, body)
    expect(await faultOf(provider().status(iccid))).toMatchObject({ fault: 'malformed_answer' })
    expect(await faultOf(provider().sendSms({ iccid, msisdn: null }, 'reboot'))).toMatchObject({
      fault: 'malformed_answer',
      isUnclear: true,
    })
  })

  test('the key is not sent to the target of a redirect', async () => {
    behave = (_asked, response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end()
    await faultOf(provider().status(iccid))
    expect(requests.map(({ path }) => path)).toEqual([`/rws/api/v1/devices/${iccid}`])
  })

  test('no error contains the key', async () => {
    for (const wrong of [replying(500, key), replying(401, '{}'), () => {}] as Behaviour[]) {
      behave = wrong
      const error = await faultOf(provider({ SIM_TIMEOUT_S: '0.1' }).status(iccid))
      expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(key)
    }
  })
})

describe('settings', () => {
  const read = (more: Record<string, string>) => () => readConfig({ ...settings, ...more }).sims
  test('the simulated provider needs none', () => {
    expect(read({})()).toMatchObject({ provider: 'simulated' })
  })

  test.each([
    ['http://restapi1.jasper.com', 'SIM_API_URL'],
    ['https://me:secret@restapi1.jasper.com', 'SIM_API_URL'],
    ['restapi1.jasper.com', 'SIM_API_URL'],
  ])('a key is not sent to %s', (address, name) => {
    const all = { SIM_PROVIDER: 'control_center', SIM_API_URL: address, SIM_API_USER: user, SIM_API_KEY: key }
    expect(read(all)).toThrow(`The setting ${name} is wrong`)
  })

  test.each(['SIM_API_URL', 'SIM_API_USER', 'SIM_API_KEY'])('a real provider without %s does not start', (name) => {
    const all = {
      SIM_PROVIDER: 'control_center',
      SIM_API_URL: 'https://a.example/',
      SIM_API_USER: user,
      SIM_API_KEY: key,
    }
    const { [name as 'SIM_API_KEY']: _left, ...rest } = all
    expect(read(all)()).toMatchObject({ api_url: 'https://a.example' })
    expect(read(rest)).toThrow(`The setting ${name} is missing: SIM_PROVIDER is control_center`)
  })
})
