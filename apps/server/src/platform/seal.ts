import * as sealing from '@wheelhouse/db/sealing.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import type { Config } from './config.ts'

/** What holds the installation's key. */
export type Keyed = Pick<Config, 'installation_key'>

/** A key of the row with this id. */
export interface SealedRow extends SealedKey {
  id: string
}

function keyOf({ installation_key }: Keyed): string {
  if (!installation_key) throw new Error('WHEELHOUSE_KEY or a state folder is needed to keep secrets')
  return installation_key
}

/** Bound to the name of the row that holds it. */
export const seal = (config: Keyed, text: string, name: string): string => sealing.seal(keyOf(config), text, name)

/** Throws if the key, the name or the text differs. */
export const unseal = (config: Keyed, sealed: string, name: string): string =>
  sealing.unseal(keyOf(config), sealed, name)

export const keyedHash = (config: Keyed, purpose: string, text: string): Buffer =>
  sealing.keyedHash(keyOf(config), purpose, text)

/** How a PIN, a card or the key of an app is looked for. */
export const keyHash = (config: Keyed, key: string): Buffer => sealing.keyHash(keyOf(config), key)

export const sealKey = (config: Keyed, key: string): SealedKey => sealing.sealKey(keyOf(config), key)

/** Of rows that are sent, and of no others. */
export const openKey = (config: Keyed, sealed: SealedKey): string => sealing.openKey(keyOf(config), sealed)
