import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { framed, labelWith, type CheckedFieldProps, type FieldProps } from './field-frame.tsx'
import { useField } from './form-state.ts'
import classes from './form.module.css'
import { number, t } from '../base/translate.ts'

type TextFieldProps = CheckedFieldProps & {
  unit?: string
  type?: 'text' | 'email' | 'url' | 'password'
  maxLength?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** Codes and ids: figures and letters of one width. */
  isMono?: boolean
  /** Never kept in a draft; so is every password. */
  isSecret?: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function TextField({
  name,
  label,
  help,
  placeholder,
  unit,
  type = 'text',
  maxLength,
  autoComplete = 'off',
  isMono,
  isSecret,
  isDisabled,
  check,
}: TextFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    check,
    isSecret: isSecret === true || type === 'password',
  })
  return (
    <TextInput
      {...framed({ id, label: labelWith(label, unit), help, error, unit, isOptional })}
      type={type}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete={autoComplete}
      spellCheck={isMono ? false : undefined}
      classNames={isMono ? { input: 'mono' } : {}}
      value={text(value)}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

type TextAreaFieldProps = CheckedFieldProps & { maxLength: number; minRows?: number }

/** Grows with its text. Screen readers announce the count only when little room is left. */
export function TextAreaField({
  name,
  label,
  help,
  placeholder,
  maxLength,
  minRows = 2,
  isDisabled,
  check,
}: TextAreaFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({ name, label, check })
  const { length } = text(value)
  const isTight = length > maxLength * 0.9
  return (
    <Textarea
      {...framed({ id, label, error, isOptional })}
      description={
        <>
          <span
            className={classes.count}
            data-over={length > maxLength || undefined}
            aria-live={isTight ? 'polite' : 'off'}
          >
            {t('{{count}} of {{most}}', { count: number(length), most: number(maxLength) })}
          </span>
          {help}
        </>
      }
      placeholder={placeholder}
      autosize
      minRows={minRows}
      maxRows={10}
      value={text(value)}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

type NumberFieldProps = CheckedFieldProps & {
  unit?: string
  min?: number
  max?: number
  step?: number
  decimals?: number
  /** How many of what is kept make one of what is typed: 1000 for volts that are kept as millivolts. */
  per?: number
}

/** Empty is no number at all: the contract says whether that will do. */
export function NumberField({
  name,
  label,
  help,
  placeholder,
  unit,
  min,
  max,
  step,
  decimals = 0,
  per = 1,
  isDisabled,
  check,
}: NumberFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    check,
    show: (kept) => shownNumber(typeof kept === 'number' ? kept / per : kept, unit),
  })
  return (
    <NumberInput
      {...framed({ id, label: labelWith(label, unit), help, error, unit, isOptional })}
      classNames={{ root: classes.number }}
      placeholder={placeholder}
      // A number out of bounds shows an error instead of being changed silently.
      clampBehavior="none"
      min={min}
      max={max}
      step={step}
      decimalScale={decimals}
      allowNegative={min === undefined || min < 0}
      hideControls
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={typeof value === 'number' ? value / per : ''}
      disabled={isDisabled === true || isBusy}
      onChange={(typed) => set(typed === '' ? null : keptNumber(Number(typed), per))}
      onBlur={onBlur}
    />
  )
}

/** What is kept in smaller units is whole. */
const keptNumber = (typed: number, per: number): number => (per === 1 ? typed : Math.round(typed * per))

const shownNumber = (value: unknown, unit: string | undefined): string =>
  typeof value === 'number' ? [number(value), unit].filter(Boolean).join(' ') : ''

type SwitchFieldProps = FieldProps & { /** What on means: "Riders can park with the app". */ sentence: string }

export function SwitchField({ name, label, help, sentence, isDisabled }: SwitchFieldProps) {
  const { id, value, error, isBusy, set } = useField<unknown>({
    name,
    label,
    show: (on) => (on === true ? t('On') : t('Off')),
  })
  return (
    <div className={classes.field}>
      <div className={classes.switchLabel} id={`${id}-label`}>
        {label}
      </div>
      <div className={classes.switchBody}>
        <Switch
          id={id}
          label={sentence}
          description={help}
          error={error}
          checked={value === true}
          disabled={isDisabled === true || isBusy}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </div>
    </div>
  )
}
