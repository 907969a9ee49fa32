import dns from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/**
 * Requests to addresses that people typed. They must not reach what only this machine or its network can reach, so the
 * address is checked after its name was resolved, and the connection goes to exactly the address that was checked: a name
 * cannot answer differently a moment later. A redirect is not followed, since it would lead past the check.
 */

const inward = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inward.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Holds `::` and `::1`, and the old way to write an IPv4 address as an IPv6 one: `::127.0.0.1`.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inward.addSubnet(network, bits, 'ipv6')

/** Networks that may be reached all the same, by a setting: `10.20.0.0/16,::1/128`. Throws when one is not a network. */
export function readNetworks(text: string): BlockList {
  const list = new BlockList()
  for (const network of text.split(',').filter((part) => part.trim() !== '')) {
    const [address = '', bits = ''] = network.trim().split('/')
    const family = isIP(address)
    const length = Number(bits)
    if (family === 0 || !/^\d+$/.test(bits) || length > (family === 4 ? 32 : 128))
      throw new Error(`${network.trim()} is not a network such as 10.20.0.0/16`)
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Of an IPv4 address that is written as an IPv6 one, the IPv4 address. */
function plain(address: string): { address: string; family: 'ipv4' | 'ipv6' } {
  const mapped = /^::ffff:(?:0:)?(.+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIP(mapped) === 4) return { address: mapped, family: 'ipv4' }
  const hex = mapped === undefined ? null : /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(mapped)
  if (hex) {
    const number = Number.parseInt(hex[1] ?? '', 16) * 65_536 + Number.parseInt(hex[2] ?? '', 16)
    return { address: [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.'), family: 'ipv4' }
  }
  return { address, family: isIP(address) === 4 ? 'ipv4' : 'ipv6' }
}

function isInward(address: string, allowed: BlockList): boolean {
  const { address: bare, family } = plain(address)
  return !allowed.check(bare, family) && inward.check(bare, family)
}
const isAllowedInward = (address: string, allowed: BlockList): boolean => {
  const { address: bare, family } = plain(address)
  return allowed.check(bare, family)
}

export type Refusal = 'inward_address' | 'name_not_found' | 'not_https'
export class OutwardRefusal extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** `[::1]` of an address is `::1`. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Every address of the name must be reachable from outside; returns the one to connect to. */
export async function outwardAddress(
  url: URL,
  allowed: BlockList,
  signal: AbortSignal = AbortSignal.timeout(lookupMs),
): Promise<string> {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await addressesOf(host, signal) : [{ address: host }]
  const [first] = found
  if (!first) throw new OutwardRefusal('name_not_found')
  if (found.some(({ address }) => isInward(address, allowed))) throw new OutwardRefusal('inward_address')
  // Without encryption only within networks that the installation trusts.
  if (url.protocol !== 'https:' && !found.every(({ address }) => isAllowedInward(address, allowed)))
    throw new OutwardRefusal('not_https')
  return first.address
}

const lookupMs = 10_000

/** The system's look-up of a name has no deadline. A name server that never replies must not hold up the caller: it counts as one that knows no address. */
function addressesOf(host: string, signal: AbortSignal): Promise<{ address: string }[]> {
  const late = new Promise<[]>((done) => signal.addEventListener('abort', () => done([]), { once: true }))
  return Promise.race([dns.lookup(host, { all: true }).catch(() => []), late])
}

export interface OutwardReply {
  status: number
  /** The beginning of it. */
  body: string
}

interface OutwardRequest {
  headers: Record<string, string>
  body: string
  allowed: BlockList
  timeout_ms: number
}

const bodyAtMost = 4_096

/** Sends one POST. Rejects with `OutwardRefusal`, or with what the connection says. */
export async function postOutward(
  url: URL,
  { headers, body, allowed, timeout_ms }: OutwardRequest,
): Promise<OutwardReply> {
  // One limit for the look-up of the name and the request together.
  const signal = AbortSignal.timeout(timeout_ms)
  const address = await outwardAddress(url, allowed, signal)
  const pinned: LookupFunction = (_name, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      {
        method: 'POST',
        lookup: pinned,
        agent: false,
        signal,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      },
      (response) => {
        let text = ''
        const end = (): void => resolve({ status: response.statusCode ?? 0, body: text.slice(0, bodyAtMost) })
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          // A receiver that never stops must not fill the memory.
          if (text.length > bodyAtMost) response.destroy()
        })
        response.on('close', end)
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** What a provider answered. */
export interface ProviderReply {
  status: number
  ok: boolean
  headers: Headers
  text: string
}

interface ProviderRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  timeout_ms: number
  /** In bytes. */
  reply_at_most: number
}

/** The provider answered more than any of its answers has. What was asked of it may be done all the same. */
export class ReplyTooLong extends Error {}

/**
 * Asks a provider at the address of its settings. The credentials reach that address only, so a redirect is an error; an answer
 * that never ends would fill the memory, so no more of it is read than it may have.
 */
export async function askProvider(
  url: string,
  { timeout_ms, reply_at_most, ...init }: ProviderRequest,
): Promise<ProviderReply> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout_ms) })
  const bytes = await readReply(response, reply_at_most)
  return { status: response.status, ok: response.ok, headers: response.headers, text: bytes.toString() }
}

/** Leaving the loop closes the connection. */
export async function readReply(response: Response, atMost: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > atMost) throw new ReplyTooLong(`the answer is longer than ${atMost} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
