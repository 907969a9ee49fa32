/**
 * Spec section 5: comments and links of an organization must not contain internal links, since other organizations can see
 * them. Internal is what only works, or only means something, inside of a network or of this console.
 */

/** Names that no public name server knows. */
const internalSuffixes = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|corp|private|home|home\.arpa)$/i
const internalAddresses = [
  /^(0|10|127)(\.\d{1,3}){3}$/,
  /^192\.168(\.\d{1,3}){2}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}$/,
  /^169\.254(\.\d{1,3}){2}$/,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d{1,3}){2}$/,
  // IPv6: loopback, unique local and link-local addresses.
  /^\[?(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]?$/i,
]

/** An address with a scheme, a bare host with a dot or a port, or a path of this console to one row. */
const addressLike = /(?:[a-z][a-z\d+.-]*:\/\/)[^\s<>"']+|(?:[a-z\d-]+\.)*[a-z\d-]+(?::\d{2,5})?(?:\/[^\s<>"']*)?/gi
const rowOfConsole = /(?:^|\s)\/[a-z/-]+\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

const hostOf = (address: string): string => {
  const bare = address.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/^[^/@]*@/, '')
  return (/^\[[^\]]*\]/.exec(bare)?.[0] ?? /^[^/:?#]*/.exec(bare)?.[0] ?? '').toLowerCase().replace(/\.$/, '')
}

function isInternal(address: string, ownHosts: readonly string[]): boolean {
  const host = hostOf(address)
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(address)
  if (ownHosts.includes(host)) return hasScheme || /[:/]/.test(address) || host.includes('.')
  if (internalAddresses.some((pattern) => pattern.test(host))) return true
  // A host without a dot is only known inside of its network; without a scheme it is a word.
  if (!host.includes('.') && !host.startsWith('[')) return hasScheme || host === 'localhost'
  return internalSuffixes.test(host)
}

/** `ownHosts`: the addresses of this installation, which only the server knows. */
export const hasInternalLink = (text: string, ownHosts: readonly string[] = []): boolean =>
  rowOfConsole.test(text) || (text.match(addressLike) ?? []).some((address) => isInternal(address, ownHosts))

export const noInternalLinks = 'Internal links are not allowed: other organizations can see this'
