import type * as z from 'zod'

/** Plain words for what the contract leaves to zod; undefined where zod's own must do. A text of the contract takes precedence. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  const label = labelOf(issue.path ?? [])
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ').slice(0, 200)}`
  if (label === '') return issue.code === 'invalid_type' ? 'The body must be an object' : undefined
  if (issue.input === undefined || issue.input === null)
    return `${label} ${label.endsWith('IDs') ? 'are' : 'is'} required`
  const rule = ruleOf(issue)
  return rule === undefined ? `${label} is not valid` : `${label}: ${rule}`
}

function ruleOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected]
    case 'invalid_value':
      return choiceWords(issue.values)
    case 'too_small':
      return boundWords(issue.inclusive === false ? 'more than' : 'at least', issue.origin, issue.minimum)
    case 'too_big':
      return boundWords(issue.inclusive === false ? 'less than' : 'at most', issue.origin, issue.maximum)
    case 'not_multiple_of':
      return `in steps of ${issue.divisor}`
    case 'invalid_format':
      return formatWords[issue.format]
    default:
      return undefined
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'not a valid ID',
  datetime: 'a time such as 2026-03-01T08:30:00.000Z',
  date: 'a date such as 2026-03-01',
  email: 'not a valid email address',
  url: 'not a valid URL',
}

const namedAtMost = 12
const choiceWords = (values: readonly unknown[]): string =>
  values.length > namedAtMost ? 'there is no such value' : `one of ${values.map(String).join(', ')}`

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' }
function boundWords(bound: string, origin: string, limit: number | bigint): string {
  const unit = units[origin]
  return unit === undefined ? `${bound} ${limit}` : `${bound} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

/** `free_parking_hours` is "Free parking hours", `location_ids.0` is "Location IDs". */
function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part))
  const words = String(name ?? '')
    .replaceAll('_', ' ')
    .replace(/\bid(s?)$/, 'ID$1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Label: at least 3 characters", "Code is required", "Invalid ICCID": such a sentence needs no other name before it. */
const namesField = (words: string, field: string): boolean =>
  /^[^:]{1,60}: \S/.test(words) ||
  / (is|are) (required|not valid)$/.test(words) ||
  words.toLowerCase().includes(labelOf(field.split('.')).toLowerCase())

/** What is wrong with a field, with its name once. */
export const fieldSentence = (field: string, words: string): string =>
  field === '' || namesField(words, field) ? words : `${field}: ${words}`
