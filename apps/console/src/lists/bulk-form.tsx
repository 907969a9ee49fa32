import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { z } from 'zod'
import type { Route } from '@wheelhouse/contract/route.ts'
import { FormProvider } from '../ui/form/form-state.ts'
import type { FormState, FormValues } from '../ui/form/form-state.ts'
import classes from '../ui/form/form.module.css'
import { useContractFormState } from '../forms/contract-form-state.ts'
import { checked } from '../forms/contract-form-values.ts'
import type { FormErrors } from '../forms/contract-form-values.ts'
import { useFormManner } from '../forms/form-locale.ts'
import { emptyValues } from '../forms/optional-fields.ts'
import { UnsavedFoot, useUnsaved } from '../forms/unsaved.tsx'
import { t } from '../i18n/i18n.ts'
import type { BulkDialogProps } from './list-bulk.ts'

interface BulkFormProps extends Pick<BulkDialogProps, 'isBusy' | 'error' | 'onClose' | 'onSend'> {
  /** What the route takes besides its target. */
  schema: z.ZodType
  defaults: FormValues
  /** What only all fields together can know. */
  check?: (values: FormValues) => FormErrors | null
  routeOf: (values: FormValues) => Route
  /** Without what only chooses the route. */
  bodyOf?: (values: FormValues) => FormValues
  sendLabel: (values: FormValues) => string
  isDanger?: (values: FormValues) => boolean
  /** It cannot be sent, whatever is filled in; the fields say why. */
  isStopped?: boolean
  children: ReactNode | ((values: FormValues) => ReactNode)
}

/** The form of something that is done to many rows: the contract's words at the fields, sent by the list's bulk bar. */
export function BulkForm(props: BulkFormProps) {
  const { schema, defaults, isBusy, error, bodyOf = (values: FormValues) => values } = props
  // What many things leave out stays as it is, as in a PATCH.
  const route = { method: 'PATCH', body: schema } as const
  const state = useContractFormState(route, { values: defaults, version: null }, useFormManner(), isBusy)
  const { values } = state.form
  const unsaved = useUnsaved(state.changed.length > 0, () => undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (isBusy || props.isStopped === true) return
    const result = checked(schema, bodyOf(values), state.fieldList())
    const wrong = result.errors ?? props.check?.(values) ?? null
    if (wrong !== null) return state.refuse(wrong)
    props.onSend({ route: props.routeOf(values), body: { ...result.body } })
  }
  const form: FormState = {
    ...state.form,
    isOptional: (...names) =>
      state.form.isOptional?.(...names) === true &&
      (props.check?.({ ...values, ...emptyValues(route, names) }) ?? null) === null,
  }
  const message = state.errors[''] ?? error
  return (
    <FormProvider value={form}>
      <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
        <fieldset disabled={isBusy}>
          {typeof props.children === 'function' ? props.children(values) : props.children}
        </fieldset>
        {message !== null && (
          <p className={classes.wrong} role="alert">
            {message}
          </p>
        )}
        <UnsavedFoot unsaved={unsaved} changes={state.changed.length}>
          <div className={classes.verbs}>
            <Button onClick={() => unsaved.ask(props.onClose)} disabled={isBusy}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              variant="filled"
              color={props.isDanger?.(values) === true ? 'red' : 'wheelhouse'}
              loading={isBusy}
              disabled={props.isStopped}
            >
              {props.sendLabel(values)}
            </Button>
          </div>
        </UnsavedFoot>
      </form>
    </FormProvider>
  )
}
