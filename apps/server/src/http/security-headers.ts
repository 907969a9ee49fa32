/**
 * The headers that helmet sends with `contentSecurityPolicy`, `crossOriginEmbedderPolicy` and `hsts` off, which a test
 * compares. Its plugin computes them again for each request in a dozen closures that hold the request. That kept a
 * fifth of the memory of a request until the next full collection and cost more than the routes themselves.
 */
export const securityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const

/** A page under https must not be opened without it again. Sent where people reach the console by https. */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' } as const

/** Those that mean something for the reply of a call; the others are about documents. */
export const replyHeaders = {
  'cross-origin-resource-policy': securityHeaders['cross-origin-resource-policy'],
  'x-content-type-options': securityHeaders['x-content-type-options'],
  'x-frame-options': securityHeaders['x-frame-options'],
}
