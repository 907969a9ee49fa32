type NameKind = 'language' | 'region'
const names = new Map<NameKind, Intl.DisplayNames>()

/** In the language of the console, whatever that of the browser; the code itself where it has no name. */
function nameOf(kind: NameKind, code: string): string {
  const known = names.get(kind) ?? new Intl.DisplayNames('en', { type: kind })
  names.set(kind, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}

export const languageName = (code: string): string => nameOf('language', code)
/** "Estonia", of `EE` and of `ee`. */
export const countryName = (code: string): string => nameOf('region', code.toUpperCase())
