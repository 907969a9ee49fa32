import { BlockList, isIPv6 } from 'node:net'

/** True where one of the networks, in CIDR notation, contains the address. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), isIPv6(base) ? 'ipv6' : 'ipv4')
  }
  // Finds an IPv4 address that arrived over IPv6 in a network of IPv4 as well.
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
