/**
 * The path that a sign-in may return to: inside the console, else `/`. Whatever a browser would resolve to another
 * origin (`//evil`, `/\evil`, tabs between slashes, `/.//evil`) is refused, and the two sign-in pages would only loop.
 */
export function pathInside(candidate: unknown, origin: string): string {
  if (typeof candidate !== 'string' || !candidate.startsWith('/') || candidate.includes('\\')) return '/'
  const url = URL.parse(candidate, origin)
  if (!url || url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return '/'
  if (/^\/(login|logout)\/?$/.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
