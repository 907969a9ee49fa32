import type { IncomingMessage } from 'node:http'

/** What proxies, tunnels and content networks add to what they pass on. */
const forwarding =
  /^(via|forwarded(-.+)?|cdn-loop|true-client-ip|front-end-https|(x-forwarded|x-original|x-real|x-client|x-cluster|x-proxy\w*|x-host|x-url|x-envoy|x-arr|x-amzn?|x-azure|x-appengine|x-vercel|cf|fastly|fly|ngrok)(-.+)?)$/
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** The passwords of the demonstration are known to everybody: it answers on its own machine only, not through a proxy, not under another name. */
export function isFromElsewhere({
  headers,
  rawHeaders,
  url,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || !localHost.test(headers.host ?? '')) return true
  // A whole address in place of a path is how a proxy is asked.
  return !url?.startsWith('/') || Object.keys(headers).some((name) => forwarding.test(name))
}
