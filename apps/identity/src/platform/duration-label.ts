const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['min', 60],
] as const

/** `7 days`, `1 hour`, `15 min`, `48 s`; rounded up, so that nobody tries too early. */
export function durationLabel(seconds: number): string {
  const [name, size] = units.find(([, unit_s]) => seconds >= unit_s) ?? (['s', 1] as const)
  const count = Math.ceil(seconds / size)
  return `${count} ${name}${count > 1 && (name === 'day' || name === 'hour') ? 's' : ''}`
}
