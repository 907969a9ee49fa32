import { isIPv6, SocketAddress } from 'node:net'

/**
 * What an anonymous caller is counted by: the IPv4 address, or the /64 of an IPv6 address, because a caller owns the
 * whole network and could use a new address each time.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const v4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (v4) return v4
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const groupsOf = (part: string): string[] => part.split(':').filter(Boolean)
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
