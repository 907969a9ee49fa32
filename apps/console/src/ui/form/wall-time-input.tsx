import '@mantine/dates/styles.layer.css'
import './dates.css'
import { DateInput, TimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { t } from '../base/translate.ts'
import { calendar } from './date-fields.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FormManner } from './form-state.ts'
import classes from './form.module.css'

interface WallTimeInputProps {
  id: string
  label: string
  help?: ReactNode
  error: string | undefined
  isOptional?: boolean
  manner: FormManner
  /** `2026-11-21T18:30`; empty while there is none. */
  value: string
  isDisabled?: boolean
  /** Gets an empty text as long as either part is missing. */
  onChange: (value: string) => void
  /** Whether only one of the two parts is there. */
  onHalf?: (isHalf: boolean) => void
  onBlur?: () => void
}

interface Parts {
  day: string
  time: string
}

const partsOf = (value: string): Parts => ({ day: value.slice(0, 10), time: value.slice(11) })
const joined = ({ day, time }: Parts): string => (day === '' || time === '' ? '' : `${day}T${time}`)

/** A day and a time side by side, as this person writes them. A day that is chosen first begins at midnight. */
export function WallTimeInput(props: WallTimeInputProps) {
  const { id, label, help, error, isOptional, manner, value, isDisabled = false, onChange, onHalf, onBlur } = props
  const [parts, setParts] = useState(() => partsOf(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Set from outside: changes were discarded, or the clock of the zone does not have that hour.
    if (joined(parts) !== value) setParts(partsOf(value))
  }
  const change = (next: Parts): void => {
    setParts(next)
    onHalf?.((next.day === '') !== (next.time === ''))
    onChange(joined(next))
  }
  return (
    <FieldFrame id={id} label={label} help={help} error={error} isOptional={isOptional} isGroup>
      <div
        className={classes.moment}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onBlur?.()}
      >
        <DateInput
          id={`${id}-day`}
          aria-label={t('{{label}}: day', { label })}
          {...calendar(manner)}
          placeholder={t('Day')}
          valueFormat={manner.dayFormat}
          leftSection={<IconCalendar size={15} aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          error={error !== undefined}
          value={parts.day || null}
          disabled={isDisabled}
          onChange={(day) => change(day === null ? partsOf('') : { day, time: parts.time || '00:00' })}
        />
        <TimePicker
          format={manner.clock}
          hoursInputLabel={t('{{label}}: hours', { label })}
          minutesInputLabel={t('{{label}}: minutes', { label })}
          amPmInputLabel={t('{{label}}: a.m. or p.m.', { label })}
          error={error !== undefined}
          value={parts.time}
          disabled={isDisabled}
          onChange={(time) => change({ ...parts, time: time.slice(0, 5) })}
        />
      </div>
    </FieldFrame>
  )
}
