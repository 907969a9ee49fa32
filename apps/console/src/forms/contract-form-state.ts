import { useEffect, useId, useRef, useState } from 'react'
import type { Route } from '@wheelhouse/contract/route.ts'
import { fieldId } from '../ui/form/form-state.ts'
import type { FormField, FormManner, FormState, FormValues } from '../ui/form/form-state.ts'
import { changedNames, checkedCall } from './contract-form-values.ts'
import type { FormErrors } from './contract-form-values.ts'
import { createDrafts } from './drafts.ts'
import type { Draft } from './drafts.ts'
import { areOptional } from './optional-fields.ts'

/** What an edit is made on. */
export interface Base {
  values: FormValues
  version: number | null
}

export const drafts = createDrafts(sessionStorage)

/** The values that were read, and those in the fields. New values from outside replace them only while nothing is typed. */
function useBaseAndValues(given: Base) {
  const [base, setBase] = useState(given)
  const [values, setValues] = useState(given.values)
  const [seen, setSeen] = useState(given)
  const changed = changedNames(base.values, values)
  if (!isSameBase(seen, given)) {
    setSeen(given)
    if (changed.length === 0) {
      setBase(given)
      setValues(given.values)
    }
  }
  return { base, setBase, values, setValues, changed }
}

/** The fields of the form. They register in a map, because only events read them and drawing does not depend on them. */
function useRegisteredFields() {
  const [known] = useState(() => new Map<string, FormField>())
  const [fields] = useState(() => ({
    register: (field: FormField): void => void known.set(field.name, field),
    unregister: (name: string): void => void known.delete(name),
    list: (): FormField[] => [...known.values()],
  }))
  return fields
}

type FormRoute = Pick<Route, 'method' | 'isPartial' | 'body'>

/** The values of a form between what was read and what is sent. */
export function useContractFormState(route: FormRoute, given: Base, manner: FormManner, isBusy: boolean) {
  const id = useId()
  const { base, setBase, values, setValues, changed } = useBaseAndValues(given)
  const [errors, setErrors] = useState<FormErrors>({})
  const { register, unregister, list: fieldList } = useRegisteredFields()
  const focusNext = useFocusWhenLive(isBusy)
  const form: FormState = {
    id,
    values,
    errors,
    isBusy,
    manner,
    register,
    unregister,
    isChanged: (name) => changed.includes(name),
    isOptional: (...names) => areOptional(route, values, names),
    set: (some) => {
      setValues((before) => ({ ...before, ...some }))
      setErrors((before) => without(before, ['', ...Object.keys(some)]))
    },
    leave: (...names) => {
      const wrong = checkedCall(route, base.values, values, fieldList()).errors ?? {}
      const refused = names.filter((name) => changed.includes(name) && wrong[name] !== undefined)
      if (refused.length > 0)
        setErrors((before) => ({
          ...before,
          ...Object.fromEntries(refused.map((name) => [name, wrong[name] ?? ''])),
        }))
    },
  }
  return {
    form,
    base,
    changed,
    errors,
    fieldList,
    focusNext,
    refuse: (wrong: FormErrors) => {
      setErrors(wrong)
      focusNext(() => firstOf(form, fieldList(), wrong))
    },
    rebase: (onto: Base, merged: FormValues) => {
      setBase(onto)
      setValues(merged)
      setErrors({})
    },
  }
}

const isSameBase = (one: Base, other: Base): boolean =>
  one === other || (one.version === other.version && changedNames(one.values, other.values).length === 0)

/** Without what was said of these fields, and of the rows within them. */
function without(errors: FormErrors, names: readonly string[]): FormErrors {
  const left = Object.entries(errors).filter(
    ([at]) => !names.some((name) => at === name || (name !== '' && at.startsWith(`${name}.`))),
  )
  return left.length < Object.keys(errors).length ? Object.fromEntries(left) : errors
}

/** While a request runs the fields are off and none can have the focus: it is given once they are live again. */
function useFocusWhenLive(isBusy: boolean) {
  const next = useRef<(() => HTMLElement | null) | null>(null)
  const [, setAsked] = useState(0)
  useEffect(() => {
    if (isBusy || next.current === null) return
    next.current()?.focus()
    next.current = null
  })
  return (find: () => HTMLElement | null): void => {
    next.current = find
    setAsked((count) => count + 1)
  }
}

const controls = 'input, button, textarea, select'

/** The first wrong field as the eye meets it, not as the contract lists it. */
function firstOf(form: FormState, fields: readonly FormField[], wrong: FormErrors): HTMLElement | null {
  const first = fields
    .filter(({ name }) => name in wrong)
    .map(({ name }) => document.getElementById(fieldId(form, name)))
    .filter((element) => element !== null)
    .toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .at(0)
  if (first === undefined) return null
  return first.matches(controls) ? first : first.querySelector<HTMLElement>(controls)
}

/** Keeps what was typed in the tab, and offers what a former visit left there. Without a person nothing is kept. */
export function useDraft(key: string | null, state: ReturnType<typeof useContractFormState>) {
  const { base, changed, form, fieldList, rebase } = state
  const [looked, setLooked] = useState<string | null>(null)
  const [offered, setOffered] = useState<Draft | null>(null)
  if (key !== looked) {
    setLooked(key)
    setOffered(key === null ? null : drafts.find(key))
  }
  const wasChanged = useRef(false)
  const written = JSON.stringify(changed.map((name) => [name, form.values[name]]))
  useEffect(() => {
    if (key === null) return
    if (changed.length > 0) {
      wasChanged.current = true
      const secrets = fieldList().flatMap(({ name, isSecret }) => (isSecret === true ? [name] : []))
      const values = Object.fromEntries(changed.map((name) => [name, form.values[name] ?? null]))
      drafts.keep(
        key,
        { values, base: { ...base.values }, version: base.version, kept_at: new Date().toISOString() },
        secrets,
      )
    } else if (wasChanged.current) drafts.forget(key)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each new state of the values, which `written` stands for
  }, [key, written])
  return {
    offered,
    forget: () => {
      wasChanged.current = false
      setOffered(null)
      if (key !== null) drafts.forget(key)
    },
    /** Onto the state it was typed on: if that has changed since, saving shows both. */
    restore: () => {
      if (offered === null) return
      const values = { ...base.values, ...offered.base }
      rebase({ values, version: offered.version ?? base.version }, { ...values, ...offered.values })
      setOffered(null)
    },
  }
}
