import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Config } from '../platform/config.ts'
import type { Ctx } from '../platform/context.ts'

/**
 * What an address may be used for. Each purpose has a separate key, so that an address of one is never accepted for the
 * other.
 */
export type Purpose = 'upload' | 'view' | 'log-upload' | 'log-view' | 'report' | 'feedback-view'

export interface Leave {
  /** The command or the log entry of an upload, the photo of a look. */
  id: string
  /** Whom the link was given to; the command's own id for a camera. */
  holder: string
  /** Epoch ms. */
  ends_at: number
}

type Keyed = Pick<Config, 'installation_key'>

const version = 1
const signatureBytes = 32
const bodyBytes = 1 + 16 + 16 + 6

interface SignedLink {
  url: string
  expires_at: string
}

/** The address of a public route whose `:token` is the permission. */
export function signedLink(config: Keyed, purpose: Purpose, { path }: { path: string }, leave: Leave): SignedLink {
  const url = path.replace(':token', signedToken(config, purpose, leave))
  return { url, expires_at: new Date(leave.ends_at).toISOString() }
}

const stepMs = 300_000

/** When the addresses on a page end: rounded, so that a page that is read again keeps the pictures that it has. */
export const pageLinksEnd = ({ clock, config }: Pick<Ctx, 'clock' | 'config'>): number => {
  const ends = clock.now().getTime() + config.photos.link_s * 1000 + stepMs
  return ends - (ends % stepMs)
}

/** The token contains everything it grants and is signed. Nothing about it is stored, so every process can read it. */
export function signedToken(config: Keyed, purpose: Purpose, { id, holder, ends_at }: Leave): string {
  const body = Buffer.alloc(bodyBytes)
  body.writeUInt8(version, 0)
  body.set(bytesOf(id), 1)
  body.set(bytesOf(holder), 17)
  body.writeUIntBE(ends_at, 33, 6)
  return Buffer.concat([body, signatureOf(config, purpose, body)]).toString('base64url')
}

/**
 * A token that was guessed, changed, made for another purpose or has expired gets the same reply after the time of one
 * signature, so that nobody can tell these apart. Another spelling of a valid token is refused too, even where it
 * decodes to the same bytes.
 */
export function readToken(config: Keyed, purpose: Purpose, token: string, now: Date): Leave {
  const bytes = Buffer.from(token, 'base64url')
  const isWhole = bytes.length === bodyBytes + signatureBytes && bytes.toString('base64url') === token
  const whole = isWhole ? bytes : Buffer.alloc(bodyBytes + signatureBytes)
  const body = whole.subarray(0, bodyBytes)
  const isOurs = timingSafeEqual(signatureOf(config, purpose, body), whole.subarray(bodyBytes))
  const leave = { id: idOf(body.subarray(1, 17)), holder: idOf(body.subarray(17, 33)), ends_at: body.readUIntBE(33, 6) }
  if (!isOurs || !isWhole || body[0] !== version || leave.ends_at <= now.getTime()) throw new AppError('not_found')
  return leave
}

function signatureOf({ installation_key }: Keyed, purpose: Purpose, body: Uint8Array): Buffer {
  if (!installation_key)
    throw new AppError('unavailable', {}, 'There is no key to sign addresses with: set WHEELHOUSE_KEY')
  const key = Buffer.from(hkdfSync('sha256', installation_key, '', `wheelhouse security photo ${purpose}`, 32))
  return createHmac('sha256', key).update(body).digest()
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
