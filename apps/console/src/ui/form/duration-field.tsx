import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { durationText, hoursOf, isQuarter, minutesIn, partsOf, type DurationUnit } from './duration.ts'
import { FieldFrame, framed, labelWith, type CheckedFieldProps, type FieldProps } from './field-frame.tsx'
import { useField } from './form-state.ts'
import classes from './form.module.css'
import { number, t } from '../base/translate.ts'

/** Hours in quarters; `1:30` and `1,5` are taken too, up and down arrows step by a quarter. */
export function HoursField({ name, label, help, placeholder, isDisabled, check }: CheckedFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (hours) => (typeof hours === 'number' ? hoursText(hours) : ''),
    check: (hours) =>
      check?.(hours) ?? (typeof hours === 'number' && !isQuarter(hours) ? t('In steps of 0.25 hours') : undefined),
  })
  const [typed, setTyped] = useState<string | null>(null)
  const hours = typeof value === 'number' && !Number.isNaN(value) ? value : null
  const step = (by: number): void => {
    setTyped(null)
    set(Math.max(0, Math.round(((hours ?? 0) + by) * 4) / 4))
  }
  return (
    <TextInput
      {...framed({ id, label: labelWith(label, t('hours')), help, error, unit: t('hours'), isOptional })}
      classNames={{ root: classes.number }}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? (hours === null ? '' : String(hours))}
      disabled={isDisabled === true || isBusy}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        set(text.trim() === '' ? null : (hoursOf(text) ?? Number.NaN))
      }}
      onBlur={() => {
        // What was understood is written the one way.
        if (hours !== null) setTyped(null)
        onBlur()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        step(event.key === 'ArrowUp' ? 0.25 : -0.25)
      }}
    />
  )
}

type DurationFieldProps = FieldProps & { units?: readonly DurationUnit[] }

const unitNames: Record<DurationUnit, string> = { d: 'days', h: 'hours', min: 'minutes' }

/** Kept as whole minutes, typed as days, hours and minutes. */
export function DurationField({ name, label, help, units = ['d', 'h', 'min'], isDisabled }: DurationFieldProps) {
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (minutes) => (typeof minutes === 'number' ? durationText(minutes) : ''),
  })
  const parts = partsOf(typeof value === 'number' ? value : 0, units)
  return (
    <FieldFrame id={id} label={label} help={help} error={error} isOptional={isOptional} isGroup>
      <div className={classes.parts}>
        {units.map((unit) => (
          <div key={unit} className={classes.part}>
            <NumberInput
              classNames={{ root: classes.number }}
              aria-label={t(unitNames[unit])}
              hideControls
              min={0}
              decimalScale={0}
              allowNegative={false}
              inputMode="numeric"
              value={value === null || value === undefined ? '' : parts[unit]}
              error={error !== undefined}
              disabled={isDisabled === true || isBusy}
              onChange={(typed) => set(minutesIn({ ...parts, [unit]: Number(typed) || 0 }))}
              onBlur={onBlur}
            />
            <span aria-hidden>{t(unit)}</span>
          </div>
        ))}
      </div>
    </FieldFrame>
  )
}

const hoursText = (hours: number): string =>
  hours === 1 ? t('1 hour') : t('{{count}} hours', { count: number(hours) })
