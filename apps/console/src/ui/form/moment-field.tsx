import { useState } from 'react'
import { t } from '../base/translate.ts'
import type { FieldProps } from './field-frame.tsx'
import { useField, useForm } from './form-state.ts'
import { WallTimeInput } from './wall-time-input.tsx'
import { instantAt, wallTime } from './wall-time.ts'

type MomentFieldProps = FieldProps & {
  /** IANA name: whose clock is meant. */
  timeZone: string
}

/** A day and a time, as the clock of a zone shows them; the value is the instant, null while there is none. */
export const MomentField = ({ timeZone, ...field }: MomentFieldProps) => (
  <WallField
    {...field}
    wallOf={(value) => (typeof value === 'string' && value !== '' ? wallTime(value, timeZone) : '')}
    valueOf={(wall) => instantAt(wall, timeZone)}
  />
)

/** A day and a time on the wall, in no time zone: its reader says whose wall it is. */
export const WallTimeField = (field: FieldProps) => (
  <WallField {...field} wallOf={(value) => (typeof value === 'string' ? value : '')} valueOf={(wall) => wall} />
)

type WallFieldProps = FieldProps & {
  wallOf: (value: unknown) => string
  valueOf: (wall: string) => string | null
}

function WallField({ name, label, help, isDisabled, wallOf, valueOf }: WallFieldProps) {
  const { manner } = useForm()
  const [isHalf, setHalf] = useState(false)
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (shown) => wallOf(shown).replace('T', ' '),
    // A day without its time would be sent as no moment at all.
    check: () => (isHalf ? t('{{label}}: choose both a day and a time', { label }) : undefined),
  })
  return (
    <WallTimeInput
      {...{ id, label, help, error, isOptional, manner, onBlur }}
      value={wallOf(value)}
      isDisabled={isDisabled === true || isBusy}
      onChange={(wall) => set(valueOf(wall))}
      onHalf={setHalf}
    />
  )
}
