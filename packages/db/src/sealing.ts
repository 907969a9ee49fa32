import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// Deriving takes longer than what is done with the key, and there are few: one installation, some purposes.
const derived = new Map<string, Buffer>()

/** Whatever the format of the installation's key, this derives 32 bytes for one purpose only. */
function keyFor(installationKey: string, purpose: string): Buffer {
  const name = `${purpose}\n${installationKey}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', purpose, 32))
  derived.set(name, key)
  return key
}

const sealingPurpose = 'wheelhouse kept secrets'
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM (values: secrets that must be read back), bound to the name of what holds it. */
export function seal(installationKey: string, text: string, name: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(installationKey, sealingPurpose), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws if the key, the name or the text differs. */
export function unseal(installationKey: string, sealed: string, name: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const iv = bytes.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(installationKey, sealingPurpose), iv, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** HMAC-SHA-256: without the installation's key not even six digits can be tried. */
export const keyedHash = (installationKey: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(installationKey, purpose)).update(text).digest()

/** A PIN, a card or the key of an app as the database holds it: found by its hash, read by opening the sealed text. */
export interface SealedKey {
  key_hash: Buffer
  key_sealed: string
}

export const keyHash = (installationKey: string, key: string): Buffer =>
  keyedHash(installationKey, 'wheelhouse keys of riders', key)

/** The same key has the same hash whatever its type and wherever it is stored. The sealed text opens beside this hash only. */
export function sealKey(installationKey: string, key: string): SealedKey {
  const key_hash = keyHash(installationKey, key)
  return { key_hash, key_sealed: seal(installationKey, key, key_hash.toString('hex')) }
}

export const openKey = (installationKey: string, { key_hash, key_sealed }: SealedKey): string =>
  unseal(installationKey, key_sealed, key_hash.toString('hex'))

/** Bytes for a statement whose rows are one JSON parameter. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
