import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormProvider } from '../ui/form/form-state.ts'
import type { FormValues } from '../ui/form/form-state.ts'
import { usePlainForm } from '../forms/plain-form.ts'
import { t } from '../i18n/i18n.ts'

interface FilterFormProps {
  defaults: FormValues
  /** Nothing can be shown by it yet. */
  isWhole: (values: FormValues) => boolean
  /** What is wrong, by field. */
  errorsOf?: (values: FormValues) => Readonly<Record<string, string>> | null
  onShow: (values: FormValues) => void
  children: ReactNode
}

/** What the choices of a filter do not hold is asked with the fields of a form; nothing is written by it. */
export function FilterForm({ defaults, isWhole, errorsOf, onShow, children }: FilterFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(defaults)
  useEffect(() => element.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const errors = errorsOf?.(values) ?? noErrors
  const isReady = isWhole(values) && Object.keys(errors).length === 0
  const form = { ...usePlainForm('filter', values, setValues), errors }
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onShow(values)
      }}
    >
      <FormProvider value={form}>{children}</FormProvider>
      <Button type="submit" variant="filled" mt={12} disabled={!isReady}>
        {t('Show')}
      </Button>
    </form>
  )
}

const noErrors = {}
