import { Input } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '../base/translate.ts'
import type { FormField } from './form-state.ts'
import classes from './form.module.css'

interface AnyFieldProps {
  name: string
  label: string
  /** Dim, below. */
  help?: ReactNode
  placeholder?: string
  isDisabled?: boolean
}

/** A control that takes no rule of its form. One that is given a rule does not compile, where the rule would not be asked. */
export interface FieldProps extends AnyFieldProps {
  check?: never
}

/** A control that asks a rule of its form before its own. */
export interface CheckedFieldProps extends AnyFieldProps {
  check?: FormField['check']
}

/** The last part of a label is for screen readers only, because the unit is drawn after the field. */
export const labelWith = (label: string, unit: string | undefined): ReactNode =>
  unit === undefined ? (
    label
  ) : (
    <>
      {label}
      <span className="visually-hidden">, {unit}</span>
    </>
  )

type LabelProps = ComponentProps<'label'>

/** The mark is no part of the label: it would become part of the name of the field. */
const OptionalLabel = ({ className, style, children, ...label }: LabelProps) => (
  <div className={className} style={style}>
    <label {...label}>{children}</label>
    <span className={classes.optional}>{t('optional')}</span>
  </div>
)

const OptionalGroupLabel = ({ className, style, children, id }: LabelProps) => (
  <div className={className} style={style}>
    <span id={id}>{children}</span>
    <span className={classes.optional}>{t('optional')}</span>
  </div>
)

/** Only optional fields are marked. Screen readers announce required fields; where neither is known, nothing is said. */
const necessity = (isOptional: boolean | undefined) => ({
  'aria-required': isOptional === false ? true : undefined,
  ...(isOptional === true ? { labelProps: { component: OptionalLabel } } : {}),
})

/** What every input of a form says to Mantine: label at the left or above, help and error below, the unit after. */
export const framed = ({
  id,
  label,
  help,
  error,
  unit,
  isOptional,
}: {
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string
  unit?: string
  isOptional?: boolean
}) => ({
  id,
  label,
  description: help,
  error,
  ...necessity(isOptional),
  className: classes.field,
  inputWrapperOrder,
  ...(unit === undefined ? {} : { inputContainer: withUnit(unit) }),
})

const inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

const withUnit = (unit: string) => (input: ReactNode) => (
  <div className={classes.withUnit}>
    {input}
    <span aria-hidden>{unit}</span>
  </div>
)

type FrameProps = {
  id: string
  label: string
  help?: ReactNode
  error?: string
  /** The group of several inputs is named as a whole; a lone input by its id. */
  isGroup?: boolean
  isOptional?: boolean
  children: ReactNode
}

/** The same frame around what is not one Mantine input. */
export const FieldFrame = ({ id, label, help, error, isGroup = false, isOptional, children }: FrameProps) => (
  <Input.Wrapper
    className={classes.field}
    id={id}
    label={label}
    labelElement={isGroup ? 'div' : 'label'}
    description={help}
    error={error}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    {...(isOptional === true ? { labelProps: { component: isGroup ? OptionalGroupLabel : OptionalLabel } } : {})}
    {...(isGroup ? { role: 'group', 'aria-labelledby': `${id}-label`, ...describedBy(id, error, help) } : {})}
  >
    {children}
  </Input.Wrapper>
)

const describedBy = (id: string, error: string | undefined, help: ReactNode) => {
  const ids = [error && `${id}-error`, help && `${id}-description`].filter(Boolean).join(' ')
  return ids === '' ? {} : { 'aria-describedby': ids }
}

interface UnderFieldProps {
  /** Names the group of what is in it. */
  label?: string
  children: ReactNode
}

/** Helps with the field above, and begins where that begins. */
export const UnderField = ({ label, children }: UnderFieldProps) => (
  <div className={classes.under} {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}>
    {children}
  </div>
)
