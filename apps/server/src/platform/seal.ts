import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

// Whatever the format of the installation's key, this derives 32 bytes for this purpose only.
function keyFor({ installation_key }: Pick<Config, 'installation_key'>): Buffer {
  if (!installation_key) throw new Error('WHEELHOUSE_KEY or a state folder is needed to keep secrets')
  return Buffer.from(hkdfSync('sha256', installation_key, '', 'wheelhouse kept secrets', 32))
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM (values: secrets that must be read back), bound to the name of the row that holds it. */
export function seal(config: Pick<Config, 'installation_key'>, text: string, name: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(config), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws if the key, the name or the text differs. */
export function unseal(config: Pick<Config, 'installation_key'>, sealed: string, name: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(config), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
