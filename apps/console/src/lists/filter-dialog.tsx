import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormProvider } from '../ui/form/form-state.ts'
import type { FormState, FormValues } from '../ui/form/form-state.ts'
import { useFormManner } from '../forms/form-locale.ts'
import { t } from '../i18n/i18n.ts'

export interface FilterDialogProps {
  opened: boolean
  title: string
  icon?: TablerIcon
  defaults: FormValues
  /** Nothing can be shown by it yet. */
  isWhole: (values: FormValues) => boolean
  /** What is wrong, by field. */
  errorsOf?: (values: FormValues) => Readonly<Record<string, string>> | null
  onShow: (values: FormValues) => void
  onClose: () => void
  children: ReactNode
}

/** What the choices of a filter do not hold is asked with the fields of a form; nothing is written by it. */
export const FilterDialog = ({ opened, title, icon, onClose, ...asking }: FilterDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={title} icon={icon} size={460} isQuestion>
    <Asking {...asking} />
  </Dialog>
)

type AskingProps = Pick<FilterDialogProps, 'defaults' | 'isWhole' | 'errorsOf' | 'onShow' | 'children'>

function Asking({ defaults, isWhole, errorsOf, onShow, children }: AskingProps) {
  const manner = useFormManner()
  const [values, setValues] = useState(defaults)
  const errors = errorsOf?.(values) ?? noErrors
  const isReady = isWhole(values) && Object.keys(errors).length === 0
  const form: FormState = {
    id: 'filter',
    values,
    errors,
    isBusy: false,
    manner,
    isChanged: () => false,
    leave: ignore,
    register: ignore,
    unregister: ignore,
    set: (changed) =>
      setValues((before) => ({
        ...before,
        ...changed,
      })),
  }
  return (
    <form
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
const ignore = (): void => undefined
