import * as z from 'zod'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { takesParts } from '@wheelhouse/contract/route.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import type { FormField, FormValues } from '../ui/form/form-state.ts'
import { ApiError } from '../http/api-error.ts'
import { t } from '../i18n/i18n.ts'

type Named = Pick<FormField, 'name' | 'label' | 'check'>

/** What is wrong, by field; '' is for what belongs to none. */
export type FormErrors = Readonly<Record<string, string>>
export type Checked = { body: FormValues | undefined; errors: null } | { body: null; errors: FormErrors }

/**
 * The same schema as on the server, so the same words (screens: forms). `kept` names the fields that are sent also when they
 * are empty: the schema says whether that will do.
 */
export function checked(
  schema: z.ZodType | undefined,
  values: FormValues,
  fields: readonly Named[],
  kept: readonly string[] = [],
): Checked {
  const filled = emptied(schema, values, kept)
  const own = fields.flatMap(({ name, check }): [string, string][] => {
    const wrong = check?.(values[name])
    return wrong === undefined ? [] : [[name, wrong]]
  })
  const result = schema?.safeParse(filled, { error: (issue) => wordsOf(issue, labelAt(fields, issue.path ?? [])) })
  if (own.length === 0 && result?.success !== false)
    return { body: schema === undefined ? undefined : filled, errors: null }
  const issues = (result?.error?.issues ?? []).map(({ path, message }): [string, string] => [
    fieldAt(fields, path),
    message,
  ])
  // The first word on a field counts; a field's own one comes before the contract's.
  return { body: null, errors: Object.fromEntries([...issues.toReversed(), ...own]) }
}

/**
 * What a call sends of the values of its form: all of them, and where it takes parts those that differ from what was read. Then
 * nobody is refused for a field that they left alone, and an emptied field is not taken for one that stays as it is.
 */
export function checkedCall(
  route: Pick<Route, 'method' | 'isPartial' | 'body'>,
  base: FormValues,
  values: FormValues,
  fields: readonly Named[],
): Checked {
  const schema = bodyOf(route)
  if (!takesParts(route)) return checked(schema, values, fields)
  const changed = changedNames(base, values)
  const leftAlone = passing(schema, emptied(schema, without(values, changed), []))
  const asked = fields.map((field) => (changed.includes(field.name) ? field : { ...field, check: undefined }))
  const result = checked(schema, { ...leftAlone, ...valuesIn(values, changed) }, asked, changed)
  return result.errors === null ? { body: valuesIn(result.body, changed), errors: null } : result
}

/**
 * The values that pass among themselves. Those that do not were stored under another rule, and the server takes parts without
 * asking them again; a value that passes still counts in a rule over several fields, of which one was changed.
 */
function passing(schema: z.ZodType | undefined, values: FormValues): FormValues {
  const refused = schema?.safeParse(values).error?.issues.map(({ path }) => String(path[0])) ?? []
  return refused.some((name) => name in values) ? passing(schema, without(values, refused)) : values
}

const without = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** An empty text is null or absent where the contract allows that and not the empty text itself. */
function emptied(schema: z.ZodType | undefined, values: FormValues, kept: readonly string[]): FormValues {
  const shape: Record<string, z.core.$ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const own = shape[name]
    const held = kept.includes(name) ? (value ?? null) : value
    if (!isNothing(value) || own === undefined || z.safeParse(own, held).success) return [name, held]
    if (z.safeParse(own, null).success) return [name, null]
    return [name, value === '' || kept.includes(name) ? held : undefined]
  })
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value === '' && !kept.includes(name) && isOptional(shape[name]) ? undefined : value,
    ]),
  )
}

const isOptional = (schema: z.core.$ZodType | undefined): boolean =>
  schema !== undefined && !z.safeParse(schema, '').success && z.safeParse(schema, undefined).success

function fieldAt(fields: readonly Named[], path: readonly PropertyKey[]): string {
  const whole = path.map(String).join('.')
  return fields.find(({ name }) => whole === name || whole.startsWith(`${name}.`))?.name ?? ''
}

const labelAt = (fields: readonly Named[], path: readonly PropertyKey[]): string => {
  const name = fieldAt(fields, path)
  return fields.find((field) => field.name === name)?.label ?? path.map(String).join('.')
}

/** Texts for checks that the contract leaves to zod. A text from the contract takes precedence. */
function wordsOf(issue: z.core.$ZodRawIssue, label: string): string | undefined {
  const isNothing = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
      return isNothing ? t('{{label}} is required', { label }) : t('{{label}} is not valid', { label })
    case 'invalid_value':
      return isNothing ? t('{{label}} is required', { label }) : t('{{label}} is not one of the choices', { label })
    case 'too_small':
      return tooSmall(issue, label, isNothing)
    case 'too_big':
      return issue.origin === 'string'
        ? t('At most {{count}} characters', { count: Number(issue.maximum) })
        : t('At most {{count}}', { count: Number(issue.maximum) })
    case 'invalid_format':
      return isNothing ? t('{{label}} is required', { label }) : formatLabels(issue.format, label)
    case 'not_multiple_of':
      return t('In steps of {{step}}', { step: Number(issue.divisor) })
    default:
      return undefined
  }
}

function tooSmall(
  issue: Extract<z.core.$ZodRawIssue, { code: 'too_small' }>,
  label: string,
  isNothing: boolean,
): string {
  const least = Number(issue.minimum)
  if (isNothing && least >= 1) return t('{{label}} is required', { label })
  if (issue.origin === 'string') return t('At least {{count}} characters', { count: least })
  if (issue.origin === 'array' || issue.origin === 'set') return t('Choose at least {{count}}', { count: least })
  return issue.inclusive === false
    ? t('More than {{count}}', { count: least })
    : t('At least {{count}}', { count: least })
}

/** Spec section 5: search inputs. */
const formatLabels = (format: string, label: string): string => {
  if (format === 'url') return t('Invalid URL')
  if (format === 'email') return t('Invalid email address')
  return t('{{label}} is not valid', { label })
}

/** A refusal that names a field of the form is shown at that field; any other one becomes a message. */
export function fieldErrorOf(error: unknown, fields: readonly Named[]): FormErrors | null {
  if (!(error instanceof ApiError) || error.result === null || !('single' in error.result)) return null
  const { field, error_message: words } = error.result.single
  if (typeof field !== 'string') return null
  const name = fieldAt(fields, field.split('.'))
  return name === '' ? null : { [name]: words.startsWith(`${field}: `) ? words.slice(field.length + 2) : words }
}

/** Names whose value is not what was read. */
export const changedNames = (base: FormValues, values: FormValues): string[] =>
  [...new Set([...Object.keys(base), ...Object.keys(values)])].filter((name) => !isSame(base[name], values[name]))

/** Nothing, null and an empty text are the same nothing; files are compared as themselves. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (one instanceof Blob || other instanceof Blob) return false
  return JSON.stringify(one) === JSON.stringify(other)
}
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** What an answer says of the fields of a form. */
export const valuesIn = (answer: unknown, names: readonly string[]): FormValues => {
  const entity = typeof answer === 'object' && answer !== null ? answer : {}
  return Object.fromEntries(names.map((name) => [name, fieldOf(entity, name)]))
}
