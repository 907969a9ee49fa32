import { TextInput } from '@mantine/core'
import { framed, type FieldProps } from './field-frame.tsx'
import { useField } from './form-state.ts'
import { instantAt, wallTime } from './wall-time.ts'

type MomentFieldProps = FieldProps & {
  /** IANA name: whose clock is meant. */
  timeZone: string
}

/** A day and a time, as the clock of a zone shows them; the value is the instant, null while there is none. */
export function MomentField({ name, label, help, timeZone, isDisabled }: MomentFieldProps) {
  const show = (value: unknown): string =>
    typeof value === 'string' && value !== '' ? wallTime(value, timeZone).replace('T', ' ') : ''
  const { id, value, error, isBusy, set, onBlur } = useField<unknown>({ name, label, show })
  return (
    <TextInput
      {...framed({ id, label, help, error })}
      type="datetime-local"
      value={typeof value === 'string' && value !== '' ? wallTime(value, timeZone) : ''}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => set(instantAt(event.currentTarget.value, timeZone))}
      onBlur={onBlur}
    />
  )
}

/** A day and a time on the wall, in no time zone: its reader says whose wall it is. */
export function WallTimeField({ name, label, help, isDisabled }: FieldProps) {
  const show = (value: unknown): string => (typeof value === 'string' ? value.replace('T', ' ') : '')
  const { id, value, error, isBusy, set, onBlur } = useField<unknown>({ name, label, show })
  return (
    <TextInput
      {...framed({ id, label, help, error })}
      type="datetime-local"
      value={typeof value === 'string' ? value : ''}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}
