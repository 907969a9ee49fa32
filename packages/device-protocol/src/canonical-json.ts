/**
 * The canonical form of RFC 8785: keys in the order of their UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Two parties that hash the same values get the same hash, whatever order they keep them in.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    // The default order compares UTF-16 code units, as the RFC asks; a locale's order would not.
    members.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    return `{${members.map(([key, member]) => `${canonicalText(key)}:${canonicalJson(member)}`).join(',')}}`
  }
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('RFC 8785 has no form for this number')
  return JSON.stringify(value) ?? 'null'
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new Error('RFC 8785 refuses a lone surrogate')
  return JSON.stringify(text)
}

export type ParameterValue = string | number | boolean

const hashDigits = 16

/** Values (formats): SHA-256 of the canonical JSON of all parameters, its first 16 hexadecimal digits. */
export const configHash = (
  values: Readonly<Record<string, ParameterValue>>,
  sha256: (text: string) => string,
): string => sha256(canonicalJson(values)).slice(0, hashDigits)
