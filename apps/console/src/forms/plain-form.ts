import { useFormManner } from './form-locale.ts'
import type { FormState, FormValues } from '../ui/form/form-state.ts'

const ignore = (): void => undefined

/** Fields outside of a contract's form: they keep their values here and are checked by what uses them. */
export function usePlainForm(id: string, values: FormValues, onChange: (values: FormValues) => void): FormState {
  const manner = useFormManner()
  return {
    id,
    values,
    errors: {},
    isBusy: false,
    manner,
    isChanged: () => false,
    leave: ignore,
    register: ignore,
    unregister: ignore,
    set: (changed) => onChange({ ...values, ...changed }),
  }
}
