import { createContext, use, useEffect } from 'react'

export type FormValues = Readonly<Record<string, unknown>>

/** What a form knows about one of its fields. */
export interface FormField {
  name: string
  label: string
  /** Never kept in a draft. */
  isSecret?: boolean
  /** The value in words, for the comparison of two versions. */
  show?(value: unknown): string
  /** What only the field itself can know (a phone number half typed); undefined: nothing to say. */
  check?(value: unknown): string | undefined
}

/** How this person writes and reads. */
export interface FormManner {
  /** BCP 47, for numbers, money and dates. */
  language: string
  /** IANA name: which day is today. */
  timeZone: string
  /** 0 is Sunday. */
  firstDayOfWeek: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** How a day is written in a field, in the letters of Day.js. */
  dayFormat: 'D MMM YYYY' | 'YYYY-MM-DD'
  clock: '12h' | '24h'
  /** ISO 3166-1 alpha-2: whose phone numbers need no prefix. */
  country: string
}

export interface FormState {
  id: string
  values: FormValues
  errors: Readonly<Record<string, string>>
  isBusy: boolean
  manner: FormManner
  isChanged(name: string): boolean
  /** Whether all of these fields may stay empty together. Absent where nothing is to be said about it, as in filters. */
  isOptional?(...names: string[]): boolean
  set(changed: FormValues): void
  /** The person left these fields: what is wrong with them may be said now. */
  leave(...names: string[]): void
  register(field: FormField): void
  unregister(name: string): void
}

const State = createContext<FormState | null>(null)
export const FormProvider = State.Provider

export function useForm(): FormState {
  const form = use(State)
  if (form === null) throw new Error('A field is outside of a form')
  return form
}

export const fieldId = (form: Pick<FormState, 'id'>, name: string): string => `${form.id}-${name}`

/** A field may want more than the contract does. */
const isNeeded = ({ check }: FormField): boolean => check?.(null) !== undefined

/** One named value of the form. The describing functions may be new at each render: only the last ones are kept. */
export function useField<Value>(field: FormField) {
  const form = useForm()
  const { register, unregister } = form
  const { name } = field
  useEffect(() => register(field))
  useEffect(() => () => unregister(name), [unregister, name])
  return {
    id: fieldId(form, name),
    value: form.values[name] as Value,
    error: form.errors[name],
    isBusy: form.isBusy,
    manner: form.manner,
    isOptional: form.isOptional === undefined ? undefined : form.isOptional(name) && !isNeeded(field),
    set: (value: Value) => form.set({ [name]: value }),
    onBlur: () => form.leave(name),
  }
}
