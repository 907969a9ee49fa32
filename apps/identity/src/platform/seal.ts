import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// Whatever the format of the installation's key, this derives 32 bytes for this purpose only.
const keyFor = (installationKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'wheelhouse identity keys', 32))

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM, bound to the name under which the text is stored. */
export function seal(text: string, name: string, installationKey: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(installationKey), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws if the key, the name or the text differs. */
export function unseal(sealed: string, name: string, installationKey: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(installationKey), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
