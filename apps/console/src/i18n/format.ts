import { currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import { writeTimesBy } from '../ui/details/time.tsx'
import { writeNumbersIn } from '../ui/base/translate.ts'
import { useUser } from '../stores/user-store.ts'
import type { UserPreferences } from '../stores/user-store.ts'

/** What is absent is a dash, never an empty cell (look: numerals). */
export const nothing = '–'

export interface Format {
  /** `21 Nov 2026, 14:05`, or `2026-11-21 14:05` without localized formats. */
  dateTime(instant: string | null): string
  /** The same without the year while it is this one: for columns. */
  moment(instant: string | null, now?: number): string
  date(instant: string | null): string
  time(instant: string | null): string
  /** `14:05:09`. */
  clock(instant: string | null): string
  /** A calendar day, `2026-11-21`, wherever one is: `21 Nov`, or `11-21` without localized formats. */
  day(date: string): string
  /** `21 Nov 2026`. */
  fullDay(date: string): string
  /** `Sat, 21 Nov 2026`. */
  longDay(date: string): string
  /** "Nov 2026", of "2026-11". */
  month(yearMonth: string): string
  /** With seconds and the time zone, for a tooltip. */
  exact(instant: string | null): string
  /** `4 min ago`; the exact time belongs into the tooltip. */
  relative(instant: string | null, now: number): string
  number(value: number | null, digits?: number): string
  /** With exactly so many decimals: amounts in a column. */
  decimal(value: number, digits: number): string
  /** Integer minor units and an ISO 4217 code. */
  money(minor: number | null, currency: string): string
  /** Without the decimals, for sums that are read at a glance. */
  wholeMoney(minor: number, currency: string): string
  /** `8K`, at the axis of a chart. */
  compact(value: number): string
  /** Raw bytes as upper-case hex, by preference as an unsigned decimal. */
  rfid(hex: string | null): string
}

/** Each format of `Intl` takes milliseconds to make: it is made when something is first written by it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

type DateFormat = () => Intl.DateTimeFormat
const dateFormat = (language: string, options: Intl.DateTimeFormatOptions, zone = (): string => 'UTC'): DateFormat =>
  once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: zone() }))

function numberFormats(language: string): (digits: number) => Intl.NumberFormat {
  const made = new Map<number, Intl.NumberFormat>()
  return (digits) => {
    const format = made.get(digits) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits })
    made.set(digits, format)
    return format
  }
}

export function formatOf(preferences: UserPreferences, language: string): Format {
  const { localizedFormats, rfidFormat } = preferences
  // Swedish writes dates the ISO way.
  const dates = localizedFormats ? language : 'sv-SE'
  const numbers = localizedFormats ? language : 'en-US'
  const zone = () => preferences.timezone
  const rfidOf = (hex: string) => (rfidFormat === 'hex' ? hex.toUpperCase() : rfidDecimal(hex))
  const hourCycle = localizedFormats ? undefined : 'h23'
  const day = localizedFormats
    ? ({ dateStyle: 'medium' } as const)
    : ({ year: 'numeric', month: '2-digit', day: '2-digit' } as const)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle } as const
  const fullDay = { year: 'numeric', month: localizedFormats ? 'short' : '2-digit', day: '2-digit' } as const
  const dateTime = dateFormat(dates, { ...fullDay, ...clock }, zone)
  const thisYear = dateFormat(dates, { month: 'short', day: '2-digit', ...clock }, zone)
  const yearOf = dateFormat('en-US', { year: 'numeric' }, zone)
  const exact = dateFormat(dates, { ...fullDay, ...clock, second: '2-digit', timeZoneName: 'short' }, zone)
  const date = dateFormat(dates, { ...day }, zone)
  const time = dateFormat(dates, { ...clock }, zone)
  const ago = once(() => new Intl.RelativeTimeFormat(numbers, { numeric: 'auto', style: 'short' }))
  const number = numberFormats(numbers)
  const compact = once(() => new Intl.NumberFormat(numbers, { notation: 'compact', maximumFractionDigits: 1 }))
  const written = (format: DateFormat) => (instant: string | null) =>
    instant === null ? nothing : format().format(Date.parse(instant))
  return {
    dateTime: written(dateTime),
    moment: (instant, now = Date.now()) => {
      if (instant === null) return nothing
      const isThisYear = localizedFormats && yearOf().format(Date.parse(instant)) === yearOf().format(now)
      return (isThisYear ? thisYear : dateTime)().format(Date.parse(instant))
    },
    date: written(date),
    time: written(time),
    clock: written(dateFormat(dates, { ...clock, second: '2-digit' }, zone)),
    ...calendarOf(localizedFormats, dates, numbers),
    exact: written(exact),
    relative: (instant, now) => (instant === null ? nothing : ago().format(...distance(Date.parse(instant) - now))),
    number: (value, digits = 0) => (value === null ? nothing : number(digits).format(value).replace('-', '−')),
    money: (minor, currency) => (minor === null ? nothing : money(minor, currency, numbers)),
    decimal: (value, digits) =>
      value.toLocaleString(numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−'),
    wholeMoney: (minor, currency) => money(minor, currency, numbers, 0),
    compact: (value) => compact().format(value).replace('-', '−'),
    rfid: (hex) => (hex === null ? nothing : rfidOf(hex)),
  }
}

/** Formats days without a time, which are the same in every time zone. */
function calendarOf(
  isLocalized: boolean,
  dates: string,
  words: string,
): Pick<Format, 'day' | 'fullDay' | 'longDay' | 'month'> {
  const weekday = dateFormat(words, { weekday: 'short' })
  const short = dateFormat(dates, { month: 'short', day: 'numeric' })
  const full = dateFormat(dates, { dateStyle: 'medium' })
  const month = dateFormat(dates, { month: 'short', year: 'numeric' })
  const fullDay = (date: string): string => (isLocalized ? full().format(Date.parse(date)) : date)
  return {
    day: (date) => (isLocalized ? short().format(Date.parse(date)) : date.slice('2026-'.length)),
    fullDay,
    month: (yearMonth) => (isLocalized ? month().format(Date.parse(yearMonth)) : yearMonth),
    longDay: (date) => `${weekday().format(Date.parse(date))}, ${fullDay(date)}`,
  }
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
function distance(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  const step = steps.find(([, size]) => Math.abs(ms) >= size)
  return step ? [Math.trunc(ms / step[1]), step[0]] : [Math.trunc(ms / 1000), 'second']
}

/** Currencies have 0, 2 or 3 decimals, as ISO 4217 says. */
function money(minor: number, currency: string, language: string, shown = currencyDecimals(currency)): string {
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits })
  return format.format(minor / 10 ** currencyDecimals(currency)).replace('-', '−')
}

/** The bytes as an unsigned big-endian number; four bytes give ten digits: `00745A70` is `0007625328`. */
export function rfidDecimal(hex: string): string {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return hex
  const decimal = BigInt(`0x${hex}`).toString()
  return hex.length === 8 ? decimal.padStart(10, '0') : decimal
}

/** `0A1B 2C3D 4E5F`: groups of four are read and compared without losing the place. */
export const hardwareId = (id: string): string => id.match(/.{1,4}/g)?.join(' ') ?? id

/** Hardware counts in millivolts, people read volts. */
export const volts = (mv: number | null | undefined): number | null => (mv == null ? null : mv / 1_000)

/** `07`: numbers of devices have two digits at least. */
export const deviceNumber = (number: number): string => String(number).padStart(2, '0')

/** Past its bound a count says so: `10,000+`. */
export const total = (
  format: Format,
  { total: count, total_is_exact }: { total: number; total_is_exact: boolean },
): string => (total_is_exact ? format.number(count) : `${format.number(count)}+`)

/** One for all who write in the same zone: many cells ask. */
const made = new WeakMap<UserPreferences, Map<string, Format>>()
function formatFor(preferences: UserPreferences, zone = ''): Format {
  const byZone = made.get(preferences) ?? new Map<string, Format>()
  made.set(preferences, byZone)
  const format =
    byZone.get(zone) ?? formatOf(zone === '' ? preferences : { ...preferences, timezone: zone }, navigator.language)
  byZone.set(zone, format)
  return format
}

/** Parts that know no person write as this one prefers, from now on and after each change. */
export function writeAsPreferred(): void {
  const write = (preferences: UserPreferences): void => {
    writeTimesBy(formatFor(preferences))
    writeNumbersIn(preferences.localizedFormats ? navigator.language : 'en-US')
  }
  write(useUser.getState().userPreferences)
  useUser.subscribe(({ userPreferences }, before) => {
    if (userPreferences !== before.userPreferences) write(userPreferences)
  })
}

/** As the person prefers; in another time zone where the clock on the wall matters. */
export function useFormat(zone?: string): Format {
  const preferences = useUser((state) => state.userPreferences)
  return formatFor(preferences, zone)
}

/** The reader's time zone, to be said beside times of a place that has another one. */
export function useZoneToSay(placeZone: string): string | null {
  const own = useUser(({ userPreferences }) => userPreferences.timezone)
  return own === placeZone ? null : own
}
