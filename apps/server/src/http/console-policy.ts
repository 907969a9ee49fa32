/**
 * What other pages may show in a frame: the map of a public area. It has no sign-in, no session and nothing to press that
 * changes anything. Any other address below `/embed` stays closed, so that a page added there is not framed by accident.
 */
export const isForFrames = (path: string): boolean => mapOfArea.test(path)
const mapOfArea = /^\/embed\/public-areas\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The content security policy of the console's page. */
export const consolePolicy = (
  nonce: string,
  identityUrl: string,
  mapStyles: readonly string[],
  /** Sites that may show this page in a frame. */
  frames: readonly string[] = [],
): string => {
  const mapsFrom = [...new Set(mapStyles.map(mapHost))].join('')
  return [
    `default-src 'self'`,
    // The QR reader is WebAssembly; without this it hangs with no message.
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Positions of virtual rows and widths of columns are style attributes.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:${mapsFrom}`,
    `font-src 'self'`,
    // The built-in basemap is handed from worker to worker as a blob.
    `connect-src 'self' blob: ${identityUrl}${mapsFrom}`,
    `worker-src 'self' blob:`,
    `form-action 'self' ${identityUrl}`,
    `frame-ancestors ${frames.length === 0 ? `'none'` : frames.join(' ')}`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ')
}

/** Style, tiles, glyphs and sprites of the street map come from the host that the setting names; a style that this server serves adds no host. */
const mapHost = (styleUrl: string): string => (URL.canParse(styleUrl) ? ` ${new URL(styleUrl).origin}` : '')
