import { Secret, TOTP } from 'otpauth'
import { uuidv7 } from '@wheelhouse/db/ids.ts'
import type { Answer, Browser } from './browser.ts'
import { pkce, reachForm } from './fixtures.ts'
import type { Fixtures, Person } from './fixtures.ts'

/** A person holds a role for the provider's staff. */
export async function makeStaff({ pool }: Fixtures, { id, email }: Person): Promise<void> {
  const [role, group] = [uuidv7(), uuidv7()]
  await pool.query(`insert into roles (id, name, category, description) values ($1, $2, 'INTERNAL', '')`, [role, role])
  await pool.query(
    `insert into resource_groups (id, name, description, type, created_at) values ($1, $2, '', 'private', now())`,
    [group, group],
  )
  await pool.query(
    `insert into console_users (id, email, name, created_at) values ($1, $2, 'Staff', now()) on conflict do nothing`,
    [id, email],
  )
  await pool.query('insert into role_grants (person_id, group_id, role_id) values ($1, $2, $3)', [id, group, role])
}

/** Types the right password; returns the address of the page and what it answered, a redirect followed once. */
export async function typePassword(
  fixtures: Fixtures,
  person: Person,
  browser: Browser,
  more: Record<string, string> = {},
): Promise<{ url: string; page: Answer }> {
  const { url } = await reachForm(browser, fixtures.authorizeUrl(pkce().challenge, more))
  const sent = await browser.submit(url, { email: person.email, password: person.password })
  return { url, page: sent.location === url ? await browser.get(url) : sent }
}

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The key that the page shows for an authenticator app. */
export const secretIn = ({ body }: Answer): string =>
  (/class="secret">([^<]+)</.exec(body)?.[1] ?? '').replaceAll(' ', '')

/** What the page passes to the browser for a passkey. */
export const optionsIn = ({ body }: Answer): string => unescape(/data-options="([^"]*)"/.exec(body)?.[1] ?? '')

export const codesIn = ({ body }: Answer): string[] =>
  [...body.matchAll(/<li>([A-Z\d]{4}(?:-[A-Z\d]{4}){3})<\/li>/g)].map(([, code = '']) => code)

export const appCode = (secret: string, atMs = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })

/** Whether the answer leads on to the console. */
export const isSignedIn = async (browser: Browser, answer: Answer): Promise<boolean> =>
  answer.status === 303 && ((await browser.get(answer.location ?? '')).location ?? '').includes('/login?code=')
