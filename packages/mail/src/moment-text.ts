const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than writing a mail with it; the world has some 600 zones. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  })
  formats.set(timeZone, made)
  return made
}

/**
 * A moment in a text that is sent to people: `Nov 28, 2026, 02:24 UTC`. Such texts are English, in the default locale (spec section
 * 1), and may be read in any time zone, so the clock is named.
 */
export const momentText = (at: Date, timeZone = 'UTC'): string => formatOf(timeZone).format(at)
