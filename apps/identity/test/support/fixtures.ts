import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '@wheelhouse/db/database.ts'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import { hashPassword } from '@wheelhouse/db/passwords.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { openMail } from '@wheelhouse/mail/mail.ts'
import { readMailSettings } from '@wheelhouse/mail/mail-settings.ts'
import { createIdentity } from '../../src/app.ts'
import type { IdentityOptions } from '../../src/app.ts'
import { openHashing } from '../../src/platform/hashing.ts'
import { openBrowser } from './browser.ts'
import type { Answer, Browser } from './browser.ts'
import { readLetter } from './letters.ts'
import type { ReceivedLetter } from './letters.ts'

export interface Person {
  id: string
  email: string
  password: string
  organization_id: string | null
}

export interface Fixtures {
  issuer: string
  consoleOrigin: string
  redirectUri: string
  pool: pg.Pool
  /** Moves the clock of the identity provider forward. */
  wait(ms: number): void
  /** Mails sent to an address, oldest first, after all postponed work is done. */
  lettersTo(email: string): Promise<ReceivedLetter[]>
  person(given?: Partial<Person>): Promise<Person>
  /** The console's request to authorize (spec section 7), with nothing else unless given. */
  authorizeUrl(challenge: string, more?: Record<string, string>): string
  /** Submits the real form and returns the redirect back to the console. */
  signIn(person: Person, challenge: string, browser?: Browser): Promise<URL>
  /** A code with its verifier. */
  code(person: Person, browser?: Browser): Promise<{ code: string; verifier: string }>
  token(fields: Record<string, string>, headers?: Record<string, string>): Promise<TokenAnswer>
  /** Signs in and exchanges the code. */
  tokens(person: Person, browser?: Browser): Promise<Tokens>
  close(): Promise<void>
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  scope: string
  expires_in: number
  token_type: string
}
export interface TokenAnswer {
  status: number
  headers: Headers
  body: Tokens & { error?: string; error_description?: string }
}

export const pkce = (): { verifier: string; challenge: string } => {
  // 96 random bytes (spec section 4).
  const verifier = randomBytes(96).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const claimsIn = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

/** Hundreds of sign-ins at the usual cost would take minutes; passwords.test.ts of the database checks that cost. */
const lowCost = { memory: 64, passes: 1, parallelism: 1 }

/** Every test comes from the same address. */
const unlimited = { per_minute: 10_000, per_hour: 10_000 }

/** An identity provider with its own database and port. */
export async function openFixtures(
  options: Partial<
    Pick<IdentityOptions, 'isDemonstration' | 'isBehindProxy' | 'settings' | 'installationKey' | 'hashing' | 'mail'>
  > = {},
): Promise<Fixtures> {
  const database = await testDatabase()
  let listener: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const consoleOrigin = 'http://localhost:3999'
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const files: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-identity-'))
  const log = { info: () => {}, warn: (fields: object) => void ('mail' in fields && files.push(String(fields.mail))) }
  const mail = openMail({ ...readMailSettings({ WHEELHOUSE_DATA: dataDir }), log })
  const pool = openPool(database.urls.identity)
  const identity = await createIdentity({
    pool,
    issuer,
    consoleOrigin,
    isDemonstration: false,
    clock,
    mail,
    hashing: openHashing({ cost: lowCost }),
    ...options,
    settings: { attempts_by_address: unlimited, ...options.settings },
  })
  listener = identity.listener
  const place = { issuer, consoleOrigin, redirectUri: `${consoleOrigin}/login`, pool: database.pool }
  return {
    ...place,
    wait: (ms) => void (aheadMs += ms),
    async lettersTo(email) {
      await identity.settled()
      return files.map(readLetter).filter(({ to }) => to === email)
    },
    person: (given) => addPerson(database.pool, given),
    ...consoleCalls(place),
    async close() {
      server.closeAllConnections()
      server.close()
      await identity.settled()
      await pool.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let people = 0

async function addPerson(pool: pg.Pool, given: Partial<Person> = {}): Promise<Person> {
  const person: Person = {
    id: uuidv7(),
    email: `person${++people}@example.test`,
    password: 'correct horse',
    organization_id: null,
    ...given,
  }
  await pool.query(
    'insert into accounts (id, email, name, organization_id, password_hash) values ($1, $2, $3, $4, $5)',
    [person.id, person.email, 'A person', person.organization_id, await hashPassword(person.password, lowCost)],
  )
  return person
}

type Place = Pick<Fixtures, 'issuer' | 'consoleOrigin' | 'redirectUri'>

/** The console's calls of spec section 7. */
function consoleCalls({
  issuer,
  redirectUri,
}: Place): Pick<Fixtures, 'authorizeUrl' | 'signIn' | 'code' | 'token' | 'tokens'> {
  const authorizeUrl: Fixtures['authorizeUrl'] = (challenge, more = {}) =>
    `${issuer}/oauth2/authorize?${new URLSearchParams({ client_id: 'wheelhouse-console', response_type: 'code', code_challenge: challenge, redirect_uri: redirectUri, ...more })}`
  const signIn: Fixtures['signIn'] = async (person, challenge, browser = openBrowser()) => {
    const form = await reachForm(browser, authorizeUrl(challenge))
    const sent = await browser.submit(form.url, { email: person.email, password: person.password })
    const back = await browser.get(sent.location ?? '')
    return new URL(back.location ?? `about:blank#${back.status}`)
  }
  const code: Fixtures['code'] = async (person, browser) => {
    const { verifier, challenge } = pkce()
    const back = await signIn(person, challenge, browser)
    return { code: back.searchParams.get('code') ?? '', verifier }
  }
  const token: Fixtures['token'] = async (fields, headers = {}) => {
    const response = await fetch(`${issuer}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'wheelhouse-console', ...fields }),
      headers,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as TokenAnswer['body'] }
  }
  const tokens: Fixtures['tokens'] = async (person, browser) => {
    const given = await code(person, browser)
    const { body } = await token({
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: given.code,
      code_verifier: given.verifier,
    })
    return body
  }
  return { authorizeUrl, signIn, code, token, tokens }
}

/** Follows authorize to the page that it redirects to. */
export async function reachForm(
  browser: Browser,
  authorizeUrl: string,
  headers: Record<string, string> = {},
): Promise<{ url: string; page: Answer }> {
  const first = await browser.get(authorizeUrl, headers)
  const url = first.location ?? ''
  return { url, page: await browser.get(url, headers) }
}
