/**
 * The name of the first field whose text PostgreSQL cannot keep: zero characters, and halves of surrogate pairs, which
 * it refuses in JSON and would turn into another text elsewhere. Null when there is none. Asked of what a schema let through.
 */
export function unstorableIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(inner, path ? `${path}.${name}` : name) ?? unstorableIn(name, path)
    if (found !== null) return found
  }
  return null
}
