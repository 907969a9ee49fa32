import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { framed, type FieldProps } from './field-frame.tsx'
import { useField, useForm, type FormValues } from './form-state.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

export interface Option {
  value: string
  label: string
  /** Dim, at the right. */
  detail?: string
  glyph?: ReactNode
  isDisabled?: boolean
}

type ChoiceProps = FieldProps & { options: readonly Option[]; isClearable?: boolean }

type SelectFieldProps = ChoiceProps & {
  /** What becomes of other fields with this choice. */
  follow?: (chosen: string) => FormValues
}

/** From this many on one types to find. */
const searchFrom = 8

export const labelOf = (options: readonly Option[], value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? (typeof value === 'string' ? value : '')

export const itemsOf = (options: readonly Option[]) =>
  options.map(({ value, label, isDisabled }) => ({ value, label, disabled: isDisabled === true }))

export const drawOption = (options: readonly Option[], value: string): ReactNode => {
  const option = options.find((one) => one.value === value)
  return (
    <span className={classes.optionGlyph}>
      {option?.glyph}
      <span>{option?.label ?? value}</span>
      {option?.detail && <span className={classes.optionDetail}>{option.detail}</span>}
    </span>
  )
}

/** One of some; letters jump, from eight on they search. */
export function SelectField({
  name,
  label,
  help,
  placeholder,
  options,
  isClearable = false,
  isDisabled,
  follow,
}: SelectFieldProps) {
  const form = useForm()
  const { id, value, error, isBusy, isOptional, onBlur } = useField<unknown>({
    name,
    label,
    show: (shown) => labelOf(options, shown),
  })
  // What is chosen can be replaced, and removed only where there is a button for it.
  const isFilled = typeof value === 'string' && value !== ''
  return (
    <Select
      {...framed({ id, label, help, error, isOptional: isOptional && (isClearable || !isFilled) })}
      placeholder={placeholder ?? t('Choose')}
      data={itemsOf(options)}
      renderOption={({ option }) => drawOption(options, option.value)}
      leftSection={options.find((option) => option.value === value)?.glyph}
      searchable={options.length >= searchFrom}
      // The first field of a dialog gets the focus: its list opens when it is asked for.
      openOnFocus={false}
      // The list itself scrolls: keys move through it, and no box around it has to be reached.
      withScrollArea={false}
      classNames={{ options: classes.options }}
      clearable={isClearable}
      allowDeselect={false}
      nothingFoundMessage={t('Nothing matches')}
      value={typeof value === 'string' ? value : null}
      disabled={isDisabled === true || isBusy}
      onChange={(chosen) => form.set({ ...(chosen !== null && follow?.(chosen)), [name]: chosen })}
      onBlur={onBlur}
    />
  )
}

export const listed = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
export const labelsOf = (options: readonly Option[], value: unknown): string =>
  listed(value)
    .map((one) => labelOf(options, one))
    .join(', ')
