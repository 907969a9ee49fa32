import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { createIdentity } from '../app.ts'
import { openHashing } from './hashing.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { openFixtures, pkce, reachForm } from '../../test/support/fixtures.ts'
import type { Fixtures } from '../../test/support/fixtures.ts'

let fixtures: Fixtures
let issuer: string
let close: () => Promise<void>

// The provider starts, then its pool is pointed at a port where nothing listens, as if the database had gone away.
beforeAll(async () => {
  fixtures = await openFixtures()
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const database = await testDatabase()
  const { pool } = database
  const identity = await createIdentity({
    pool,
    issuer,
    consoleOrigin: fixtures.consoleOrigin,
    isDemonstration: false,
    mail: { send: () => Promise.resolve(), close() {} },
  })
  listener = identity.listener
  const gone = new pg.Pool({ host: '127.0.0.1', port: 1 })
  pool.query = gone.query.bind(gone)
  pool.connect = gone.connect.bind(gone)
  close = async () => {
    server.closeAllConnections()
    server.close()
    await gone.end()
    await database.drop()
    await fixtures.close()
  }
})
afterAll(() => close())

test('spec 4: without a database the token endpoint says so, readable for the console, and refuses no token', async () => {
  const response = await fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers: { origin: fixtures.consoleOrigin },
    body: new URLSearchParams({
      client_id: 'wheelhouse-console',
      grant_type: 'refresh_token',
      refresh_token: 'some-token',
    }),
  })
  expect([
    response.status,
    response.headers.get('retry-after'),
    response.headers.get('access-control-allow-origin'),
  ]).toEqual([503, '5', fixtures.consoleOrigin])
  expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable', error_code: 'unavailable' })
})

test('without a database people get a page that says to try again', async () => {
  const { challenge } = pkce()
  const authorize = `${issuer}/oauth2/authorize?${new URLSearchParams({ client_id: 'wheelhouse-console', response_type: 'code', code_challenge: challenge, redirect_uri: `${fixtures.consoleOrigin}/login` })}`
  for (const url of [authorize, `${issuer}/reset?token=x`]) {
    const page = await openBrowser().get(url)
    expect([page.status, page.body.includes('Temporarily unavailable'), page.headers.get('retry-after')]).toEqual([
      503,
      true,
      '5',
    ])
  }
  expect((await openBrowser().get(`${issuer}/forgotten`)).status).toBe(200)
})

test('many passwords at once are queued, and requests beyond the queue are refused', async () => {
  const busy = await openFixtures({
    hashing: openHashing({ atOnce: 1, waitingAtMost: 3 }),
    settings: { attempts_per_minute: 1_000 },
  })
  try {
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const browser = openBrowser()
        const { url } = await reachForm(browser, busy.authorizeUrl(pkce().challenge))
        return (await browser.submit(url, { email: `nobody${at}@example.test`, password: 'x' })).status
      }),
    )
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(4)
    const person = await busy.person()
    expect((await busy.signIn(person, pkce().challenge)).searchParams.get('code')).toBeTruthy()
  } finally {
    await busy.close()
  }
})

test('no more passwords are hashed at once than there are slots', async () => {
  const { verify } = openHashing({ atOnce: 2, waitingAtMost: 2, reserved: 0 })
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => verify('x', null)))
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  await expect(verify('x', null)).resolves.toBe(false)
})

test('security 3: one address fills only its share of the queue; others and known browsers come in their turn', async () => {
  const { verify } = openHashing({ atOnce: 1, waitingAtMost: 6, shareAtMost: 3, reserved: 1 })
  const ended: string[] = []
  const check = (share: string, isKnown = false) =>
    verify('x', null, { share, isKnown }).then(
      () => ended.push(share),
      () => ended.push(`${share} refused`),
    )
  const checks = [
    ...Array.from({ length: 6 }, () => check('flood')),
    check('office'),
    check('home'),
    check('cafe'),
    check('train'),
    check('known', true),
  ]
  await Promise.all(checks)
  expect(ended.filter((one) => one === 'flood refused')).toHaveLength(2)
  expect(ended.filter((one) => one === 'train refused')).toHaveLength(1)
  expect(ended.filter((one) => !one.endsWith('refused'))).toEqual([
    'flood',
    'flood',
    'office',
    'home',
    'cafe',
    'known',
    'flood',
    'flood',
  ])
})
