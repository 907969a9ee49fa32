type Values = Record<string, string | number>
type Translate = (text: string, values?: Values) => string

/** The English text is the key; the values replace its placeholders in braces. */
export const filled: Translate = (text, values) =>
  values === undefined ? text : text.replace(placeholder, (_, name: string) => String(values[name] ?? ''))

const placeholder = /\{\{(\w+)\}\}/g

let translate = filled
/** Another language, before anything is drawn. */
export const translateBy = (other: Translate): void => void (translate = other)

/** A plain function, not a hook: thousands of cells would each subscribe. */
export const t: Translate = (text, values) => translate(text, values)

let language = 'en-US'
const formats = new Map<number | undefined, Intl.NumberFormat>()
/** Sets the language that the person prefers for numbers. Numbers on the screen change with their next value. */
export function writeNumbersIn(other: string): void {
  language = other
  formats.clear()
}

/** They write whole numbers below a thousand as a program does, in Arabic digits without a separator. */
const plain = /^(cs|da|de|en|es|et|fi|fr|it|lt|lv|nb|nl|nn|no|pl|pt|sk|sl|sv)(-[A-Z]{2})?$/
const isPlain = (value: number): boolean =>
  value >= 0 && value < 1_000 && Number.isInteger(value) && plain.test(language)

/** The first format of numbers takes the browser 20 ms, in the middle of the first drawing: what is plain needs none. */
export function number(value: number, digits?: number): string {
  if (digits === undefined && isPlain(value)) return String(value)
  const format =
    formats.get(digits) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(digits, format)
  return format.format(value)
}
