/** Where `Intl` counts what people write and not the minor unit of ISO 4217: a forint has a hundred fillér on paper only. */
const ofTheStandard = new Map([
  ...['AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SOS', 'SYP', 'YER'].map(
    (code) => [code, 2] as const,
  ),
  ['IQD', 3] as const,
])

/** Money is an integer of minor units; `Intl` knows how many decimals a currency has (JPY 0, EUR 2, KWD 3), but for a few. */
export const decimalsOf = (currency: string): number => {
  const known = ofTheStandard.get(currency)
  if (known !== undefined) return known
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

interface Separators {
  decimal: string
  group: string
}

export function separatorsOf(language: string): Separators {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1_234_567.5)
  const of = (type: 'decimal' | 'group', otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: of('decimal', '.'), group: of('group', ',') }
}

/** `1234.5` as minor units: by text, since 1.15 × 100 is not 115 in floating point. Null is no amount, NaN more decimals than the currency has. */
export function minorOf(amount: string, currency: string): number | null {
  const text = amount.trim()
  if (text === '' || text === '-') return null
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (match === null) return Number.NaN
  const [, sign = '', whole = '', fraction = ''] = match
  const decimals = decimalsOf(currency)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) return Number.NaN
  const minor = Number(whole + kept.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(minor)) return Number.NaN
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** `115` EUR as `1.15`, for a field that is typed in. */
export function majorOf(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The same amount as it is typed, in another currency: ¥150 is €150.00. NaN where that has fewer decimals than were typed. */
export const inCurrency = (minor: unknown, from: string, to: string): unknown =>
  typeof minor === 'number' ? minorOf(majorOf(minor, from), to) : minor

/**
 * `inCurrency` for the amounts of a form, by their names. An amount that has more decimals than the chosen currency comes back
 * with a currency that has them, as long as no other one was typed.
 */
export function amountsInCurrency(): (name: string, minor: unknown, from: string, to: string) => unknown {
  const last = new Map<string, { minor: number; currency: string }>()
  return (name, minor, from, to) => {
    if (!Number.isNaN(minor)) last.delete(name)
    if (typeof minor === 'number' && !Number.isNaN(minor)) last.set(name, { minor, currency: from })
    const whole = last.get(name)
    return whole === undefined ? inCurrency(minor, from, to) : inCurrency(whole.minor, whole.currency, to)
  }
}

/** `€1.15`, as the language writes it. */
export const moneyText = (minor: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: decimalsOf(currency) })
    .format(Number(majorOf(minor, currency)))
    .replace('-', '−')
