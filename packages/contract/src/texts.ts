import * as z from 'zod'

// What people write: one line (a name, an alias, a street) or several (a comment, a description).

/** Turns the letters that follow around, on the screen and in every file: a name with U+202E in it reads as another one. */
const hasTurningSign = (text: string): boolean => /\p{Bidi_Control}/u.test(text)
const hasLineBreak = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
/** Bells and escapes do something where a text is printed; a tab and a line break belong to it. */
const hasControl = (text: string): boolean => /(?![\t\n\r])\p{Cc}/u.test(text)
/** Zero-width and blank signs alone are a name that nobody can read or click. */
const isVisible = (text: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

const upTo = (label: string, most: number) =>
  z.string(`${label} is required`).trim().max(most, `${label}: at most ${most} characters`)
const atLeast = (label: string, least: number, most: number) => {
  const text = upTo(label, most)
  const bounded = least > 1 ? text.min(least, `${label}: at least ${least} characters`) : text
  return bounded.superRefine((value, context) => {
    if (isVisible(value)) return
    // It is too short as well, but that is not what to say of nothing. To abort here would keep the rules of the body from running.
    context.issues.splice(0)
    context.addIssue({ code: 'custom', message: `${label} is required` })
  })
}
type Text = ReturnType<typeof upTo>
const unturned = (label: string, text: Text) =>
  text.refine((value) => !hasTurningSign(value), `${label}: without characters that change the direction of writing`)
const inOneLine = (label: string, text: Text) =>
  unturned(label, text).refine((value) => !hasLineBreak(value), `${label}: one line`)

const inLines = (label: string, text: Text) =>
  unturned(label, text).refine((value) => !hasControl(value), `${label}: without control characters`)

/** One line that may be empty. */
export const line = (label: string, most: number) =>
  inOneLine(label, upTo(label, most)).refine(
    (value) => value === '' || isVisible(value),
    `${label}: at least one visible character`,
  )
/** One line that must say something: names, labels, ids of others. */
export const requiredLine = (label: string, least: number, most: number) =>
  inOneLine(label, atLeast(label, least, most))
/** Several lines, or none. */
export const lines = (label: string, most: number) => inLines(label, upTo(label, most))
export const requiredLines = (label: string, least: number, most: number) => inLines(label, atLeast(label, least, most))
/** The same with another sentence for what is too short or cannot be seen. */
export const linesAtLeast = (label: string, least: number, most: number, sentence: string) =>
  lines(label, most)
    .min(least, sentence)
    .refine((value) => value.length < least || isVisible(value), sentence)
/** Why something is done to hardware (spec 5: comment required with a minimum length). */
export const requiredComment = { least: 3, most: 500, sentence: 'Add a comment of at least 3 characters' } as const
export const RequiredComment = linesAtLeast(
  'Comment',
  requiredComment.least,
  requiredComment.most,
  requiredComment.sentence,
)

/** An address that may stand on a screen as a link: https, a host, no blanks, and nobody's password in it. */
export function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || hasTurningSign(text) || !URL.canParse(text)) return false
  return new URL(text).username === '' && new URL(text).password === ''
}

/** For texts that riders read: an address in it that is not https could be read and changed on the way. */
export const withHttpsLinks = <T extends z.ZodString>(text: T): T =>
  text.refine(
    // Bounded, so that a long word is not read again from each of its letters.
    (value) => (value.match(/[a-z][a-z0-9+.-]{0,30}:\/\//gi) ?? []).every((scheme) => /^https:\/\/$/i.test(scheme)),
    'Links must start with https://',
  )
