/**
 * A function that makes the value of each key once. At most so many are kept: what would be one more empties the memory first, so
 * that keys which callers choose fill no more than that.
 */
export function remembered<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key)
    if (kept.size >= most) kept.clear()
    kept.set(key, made)
    return made
  }
}
