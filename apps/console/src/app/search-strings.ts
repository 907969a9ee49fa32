/**
 * Search parameters as strings and nothing else: the router's own reading takes `?q=123456` for a number, cuts long
 * codes and breaks the sign-in's `code`. The address schema of each route makes the types.
 */
export function parseSearch(search: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(search)) {
    const before = found.get(name)
    found.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  return query.size > 0 ? `?${query}` : ''
}
