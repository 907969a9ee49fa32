import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks: 24 to 64 random bytes in base64, with a prefix that says what they are. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  at: Date
  body: string
}

/** Headers by the Standard Webhooks specification: a signature for each secret that is valid now, the newest first. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
