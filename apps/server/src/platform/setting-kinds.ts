import * as z from 'zod'
import { readBrokerAddress } from '@wheelhouse/device-protocol/broker-address.ts'

/** An invalid setting ends the start with this one sentence. */
export class SettingError extends Error {}

export const port = (fallback: number) => z.coerce.number().int().min(1).max(65535).default(fallback)
export const address = (protocol: RegExp, what: string) =>
  z.string().refine((text) => URL.canParse(text) && protocol.test(new URL(text).protocol), `it is not ${what}`)
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
/** The protocol without encryption is for this machine only: commands that open locks and photos of people cross it. */
export const isEncryptedBeyond =
  (plainProtocol: string) =>
  (text: string): boolean => {
    const url = URL.parse(text)
    return url?.protocol !== plainProtocol || loopback.has(url.hostname)
  }
/** Of a cluster, every node: the gateway may connect to any of them. */
export function isBrokerEncrypted(text: string): boolean {
  const address = readBrokerAddress(text)
  return address?.protocol !== 'mqtt' || address.servers.every(({ host }) => loopback.has(host))
}
/** Encrypted in transit or on this machine only, and without a password in it. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return (
    username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname)))
  )
}
export const seconds = (fallback: number) => z.coerce.number().positive().default(fallback)
export const days = (fallback: number) => z.coerce.number().int().min(1).max(3_660).default(fallback)
export const factor = (fallback: number) => z.coerce.number().positive().default(fallback)

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
