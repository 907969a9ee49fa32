/** Where a broker is reached and, in the gateway's case, with which account. */
export interface BrokerAddress {
  protocol: 'mqtt' | 'mqtts'
  /** One for each node of a cluster. A client tries them in turn, beginning with the first. */
  servers: { host: string; port: number }[]
  username: string
  password: string
}

const form = /^(mqtts?):\/\/(?:([^@/]*)@)?([^@/]+)\/?$/
const usualPorts = { mqtt: 1883, mqtts: 8883 }

/** Reads `mqtt[s]://[user:password@]host[:port][,host[:port]...]`; null when the text is something else. */
export function readBrokerAddress(text: string): BrokerAddress | null {
  const [, name, account = '', hosts = ''] = form.exec(text) ?? []
  const protocol = name === 'mqtt' || name === 'mqtts' ? name : null
  if (!protocol || !URL.canParse(`http://${account}@host`)) return null
  const { username, password } = new URL(`http://${account}@host`)
  const servers = hosts.split(',').map((host) => serverOf(host, usualPorts[protocol]))
  if (!servers.every((server) => server !== null)) return null
  return { protocol, servers, username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** As it is written before a port: an IPv6 address in brackets. */
export const hostInAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host)

// The scheme has no usual port: with http, port 80 would be left out of the result.
function serverOf(text: string, usualPort: number): { host: string; port: number } | null {
  const url = text === '' ? null : URL.parse(`mqtt://${text}`)
  if (!url?.hostname) return null
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || usualPort }
}
