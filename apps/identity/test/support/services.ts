import { servicesSecret } from '@wheelhouse/db/installation-key.ts'
import type { Fixtures } from './fixtures.ts'

export const installationKey = 'a key of this test'

export interface ApiAnswer {
  status: number
  headers: Headers
  body: unknown
}

export interface Services {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>
  token: string
}

export async function servicesToken(
  fixtures: Fixtures,
  secret = servicesSecret(installationKey),
  more: Record<string, string> = {},
) {
  const response = await fetch(`${fixtures.issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`wheelhouse-services:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts', ...more }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { access_token: string; scope?: string; error?: string },
  }
}

/** The services API's calls of the accounts API. */
export async function openServices(fixtures: Fixtures): Promise<Services> {
  const { body } = await servicesToken(fixtures)
  return {
    token: body.access_token,
    ask: (method, path, given, headers) => askApi(fixtures, body.access_token, method, path, given, headers),
  }
}

export async function askApi(
  { issuer }: Fixtures,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const response = await fetch(`${issuer}/accounts${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
