/** One entry as a calendar shows it. */
export interface CalendarEntry {
  id: string
  version: number
  title: string
  description: string
  place: string
  latitude: number | null
  longitude: number | null
  due_at: string
  updated_at: string
  url: string
}

const octetsAtMost = 75

/** RFC 5545: commas, semicolons, backslashes and line breaks have a meaning of their own in a text. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

/** RFC 5545: a line of more than 75 octets continues on the next one after a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > octetsAtMost) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

const stamp = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function eventLines(entry: CalendarEntry): string[] {
  const hasPlace = entry.latitude !== null && entry.longitude !== null
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@wheelhouse`,
    `SEQUENCE:${entry.version}`,
    `DTSTAMP:${stamp(entry.updated_at)}`,
    `LAST-MODIFIED:${stamp(entry.updated_at)}`,
    `DTSTART:${stamp(entry.due_at)}`,
    'DURATION:PT30M',
    // Work to do blocks no time.
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.place)}`,
    ...(hasPlace ? [`GEO:${entry.latitude};${entry.longitude}`] : []),
    `URL:${entry.url}`,
    'END:VEVENT',
  ]
}

/** An iCalendar feed (RFC 5545) of entries at their due times. Calendar programs ask again after an hour. */
export function calendarText(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wheelhouse//Maintenance log//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
