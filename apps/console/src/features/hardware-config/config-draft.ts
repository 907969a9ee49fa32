import type { ConfigParameter, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { FormValues } from '../../ui/form/form-state.ts'

export type Edits = Readonly<Record<string, ParameterValue>>

type Parameter = Pick<ConfigParameter, 'key' | 'value' | 'is_secret'>

/** What of the edits is kept over an expired sign-in: changed values, and never a secret. Null when there is none. */
export function draftOf(edits: Edits, params: readonly Parameter[]): FormValues | null {
  const kept = params.flatMap(({ key, value, is_secret }) => {
    const edit = edits[key]
    return is_secret || edit === undefined || edit === value ? [] : [[key, edit] as const]
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** The edits of a draft. Firmware that was updated since may have other parameters. */
export const editsOf = (draft: FormValues, params: readonly Parameter[]): Edits =>
  Object.fromEntries(
    params.flatMap(({ key, is_secret }) => {
      const value = draft[key]
      return !is_secret && isParameterValue(value) ? [[key, value] as const] : []
    }),
  )

const isParameterValue = (value: unknown): value is ParameterValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
