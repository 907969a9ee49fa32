import type { AnyInput, InputOf, Method, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { isPublic } from '@wheelhouse/contract/access.ts'
import { answerError, errorCodeOf, networkError, notSent } from './api-error.ts'

export interface CallerDeps {
  fetch(address: string, init: RequestInit): Promise<Response>
  /** Empty: the page's own origin. */
  apiUrl(): string
  token(): Promise<string>
  /** False: the browser knows that there is no network. */
  isOnline(): boolean
  /** A 401: the session is over. */
  onUnauthorized(): void
  /** What the request carries while the console is seen as someone else would see it. */
  viewHeaders?(route: Route): Record<string, string>
  /** Leaves the page, because that view is over. */
  onViewOver?(): void
  /** The call is refused until the person signs in again. */
  onSignInAgain?(): void
}

export interface CallOptions {
  signal?: AbortSignal
  /** One per submission: a repeated click or a retry creates nothing twice. */
  idempotencyKey?: string
  /** The version that an edit is made on (`If-Match`). */
  version?: number
}

export type Call = <R extends Route>(route: R, input?: InputOf<R>, options?: CallOptions) => Promise<ReplyOf<R>>

/** The typed client of the contract (spec section 7). It has no time-out; the reply was shaped by the server, so it is not parsed again. */
export const createCall =
  (deps: CallerDeps): Call =>
  async (route, input, options = {}) => {
    const { params, query, body }: AnyInput = input ?? {}
    if (route.method !== 'GET' && !deps.isOnline()) throw notSent()
    const token = isPublic(route.access) ? null : await deps.token()
    const lost = (error: unknown): never => {
      throw options.signal?.aborted ? error : networkError()
    }
    const response = await deps
      .fetch(deps.apiUrl() + addressOf(route.path, params, query), {
        method: route.method,
        headers: {
          ...headersOf(route.method, token, body !== undefined, options),
          ...deps.viewHeaders?.(route),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: options.signal,
      })
      .catch(lost)
    // A body that breaks off is no answer either.
    const data = await dataOf(response).catch(lost)
    // The server shaped it by the schema of the reply.
    if (isAccepted(route.method, response.status, data)) return data as never
    if (response.status === 401) deps.onUnauthorized()
    const error = answerError(response.status, data)
    const code = errorCodeOf(error)
    if (code === 'sign_in_again') deps.onSignInAgain?.()
    if (code === 'view_over' && deps.onViewOver) {
      deps.onViewOver()
      // The page is left: no failure is shown on it.
      await new Promise<never>(() => undefined)
    }
    throw error
  }

/** Spec section 7: 2xx is success; GET also takes a 204, a write also an empty body with 200 to 399. */
function isAccepted(method: Method, status: number, data: unknown): boolean {
  if (data !== undefined) return status >= 200 && status < 300
  return method === 'GET' ? status === 204 : status >= 200 && status < 400
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function headersOf(
  method: Method,
  token: string | null,
  hasBody: boolean,
  { idempotencyKey, version }: CallOptions,
): Record<string, string> {
  const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return {
    accept: 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(isWrite && hasBody ? { 'content-type': 'application/json' } : {}),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
  }
}

const idIn = /:([a-z_]+)/g
const isMissing = (id: unknown): boolean => id === undefined || id === null || id === ''

/** Whether every id of the path is given. */
export const hasIds = (path: string, params: object = {}): boolean =>
  [...path.matchAll(idIn)].every(([, name = '']) => !isMissing(Reflect.get(params, name)))

/** `/location/v1/locations/:location_id` filled; a list in the query becomes a repeated key. */
export function addressOf(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(idIn, (_, name: string) => {
    const value: unknown = Reflect.get(params, name)
    if (isMissing(value)) throw new Error('missing resource id')
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...query }))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  return search.size > 0 ? `${filled}?${search}` : filled
}
