import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Log } from '../../platform/log.ts'

/** Where reports go: the one project that SENTRY_DSN names. */
export interface Project {
  host: string
  id: string
  key: string
  address: string
}

/** `https://<public key>@<host>[/path]/<project>`; null when it is none. */
export function projectOf(dsn: string): Project | null {
  if (!URL.canParse(dsn)) return null
  const { protocol, username: key, host, pathname } = new URL(dsn)
  const [, path = '', id] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  if (!id || !key || !/^https?:$/.test(protocol)) return null
  return { host, id, key, address: `${protocol}//${host}${path}/api/${id}/envelope/` }
}

const Header = z.object({ dsn: z.string() })
const newline = 0x0a
const headerAtMost = 8_192
const answerWithinMs = 10_000

/** An envelope begins with a line of JSON that names its project; any other project is refused and nothing is sent. */
function isFor(project: Project, envelope: Buffer): boolean {
  const end = envelope.subarray(0, headerAtMost).indexOf(newline)
  try {
    const header = Header.parse(JSON.parse(envelope.subarray(0, end < 0 ? headerAtMost : end).toString('utf8')))
    const named = projectOf(header.dsn)
    return named !== null && named.host === project.host && named.id === project.id && named.key === project.key
  } catch {
    return false
  }
}

/** Hands the envelope on as it came, and nothing of the caller with it: no cookie, no token, no address. */
export async function tunnel(project: Project | null, envelope: Buffer, log: Log): Promise<void> {
  if (!project) throw new AppError('not_found')
  if (!isFor(project, envelope)) throw new AppError('invalid_body', {}, 'The report is not of the configured project')
  const answer = await fetch(project.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: new Uint8Array(envelope),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'an error report could not be handed on')
    throw new AppError('unavailable', {}, 'The error-reporting service is away')
  })
  await answer.body?.cancel()
  if (answer.status === 429) throw new AppError('too_many_requests')
  if (!answer.ok) log.warn({ status: answer.status }, 'the error-reporting service refused a report')
}
