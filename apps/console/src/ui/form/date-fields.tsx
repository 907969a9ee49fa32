import '@mantine/dates/styles.layer.css'
import './dates.css'
import { DateInput, DatePicker, DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { daysIn, presetNames, presetOf, presetRange, presetLabels, todayIn, type DateRange } from './date-ranges.ts'
import { FieldFrame, framed, type FieldProps } from './field-frame.tsx'
import { useField, useForm, type FormManner } from './form-state.ts'
import classes from './form.module.css'
import { number, t } from '../base/translate.ts'

type DateFieldProps = FieldProps & {
  /** `2026-11-21`. */
  min?: string
  max?: string
}

const dayText = (value: unknown, language: string): string =>
  typeof value === 'string' && value !== ''
    ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(value))
    : ''

/** What every calendar takes from the person who reads it. */
export const calendar = (manner: FormManner) => ({
  ...openCalendar(manner),
  popoverProps: { shadow: 'none', withinPortal: true },
})

const openCalendar = ({ firstDayOfWeek, timeZone }: FormManner) => ({
  firstDayOfWeek,
  highlightToday: true,
  getDayProps: (date: string) => (date === todayIn(timeZone) ? { 'data-today': true } : {}),
})

/** One day, typed (`21 Nov 2026`, `2026-11-21`) or picked; the value is `2026-11-21`. */
export function DateField({ name, label, help, placeholder, min, max, isDisabled }: DateFieldProps) {
  const { manner } = useForm()
  const { id, value, error, isBusy, isOptional, set, onBlur } = useField<unknown>({
    name,
    label,
    show: (date) => dayText(date, manner.language),
  })
  return (
    <DateInput
      {...framed({ id, label, help, error, isOptional })}
      {...calendar(manner)}
      placeholder={placeholder ?? t('Day')}
      valueFormat={manner.dayFormat}
      leftSection={<IconCalendar size={15} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      minDate={min}
      maxDate={max}
      value={typeof value === 'string' && value !== '' ? value : null}
      disabled={isDisabled === true || isBusy}
      onChange={set}
      onBlur={onBlur}
    />
  )
}

type DateRangeFieldProps = Omit<DateFieldProps, 'name'> & {
  names: readonly [from: string, to: string]
  /** Shows the presets of spec section 5 next to the calendar. */
  hasPresets?: boolean
  /** The calendar is open below the presets. */
  isOpen?: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const pairOf = ({ from, to }: DateRange): [string | null, string | null] => [from || null, to || null]

/** The first and the last day of a period. The presets use the person's time zone. */
export function DateRangeField({
  names,
  label,
  help,
  hasPresets = true,
  isOpen = false,
  ...props
}: DateRangeFieldProps) {
  const { min, max, isDisabled } = props
  const [fromName, toName] = names
  const form = useForm()
  const { manner } = form
  const show = (date: unknown) => dayText(date, manner.language)
  const from = useField<unknown>({ name: fromName, label, show })
  const to = useField<unknown>({ name: toName, label: t('Until'), show })
  const range = { from: text(from.value), to: text(to.value) }
  const isOff = isDisabled === true || from.isBusy
  const set = (chosen: DateRange) => form.set({ [fromName]: chosen.from, [toName]: chosen.to })
  const picked = {
    type: 'range' as const,
    'aria-label': t('{{label}}: first and last day', { label }),
    allowSingleDateInRange: true,
    minDate: min,
    maxDate: max,
    value: pairOf(range),
    onChange: ([first, last]: [string | null, string | null]) => set({ from: first ?? '', to: last ?? '' }),
  }
  return (
    <FieldFrame
      id={`${from.id}-range`}
      label={label}
      help={help}
      error={from.error ?? to.error}
      isOptional={form.isOptional?.(fromName, toName)}
      isGroup
    >
      {hasPresets && <Presets range={range} today={todayIn(manner.timeZone)} isOff={isOff} onChoose={set} />}
      {isOpen ? (
        <DatePicker {...picked} {...openCalendar(manner)} mt={8} defaultDate={range.from || undefined} />
      ) : (
        <DatePickerInput
          id={from.id}
          {...picked}
          {...calendar(manner)}
          placeholder={t('First and last day')}
          valueFormat={manner.dayFormat}
          leftSection={<IconCalendar size={15} aria-hidden />}
          error={(from.error ?? to.error) !== undefined}
          disabled={isOff}
          onBlur={() => form.leave(fromName, toName)}
        />
      )}
    </FieldFrame>
  )
}

type PresetsProps = { range: DateRange; today: string; isOff: boolean; onChoose: (range: DateRange) => void }

function Presets({ range, today, isOff, onChoose }: PresetsProps) {
  const chosen = presetOf(range, today)
  return (
    <div className={classes.presets}>
      {presetNames.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.preset}
          aria-pressed={chosen === name}
          disabled={isOff}
          onClick={() => onChoose(presetRange(name, today))}
        >
          {t(presetLabels[name])}
        </button>
      ))}
      {range.from !== '' && range.to !== '' && (
        <span className={classes.part}>
          {daysIn(range) === 1 ? t('1 day') : t('{{count}} days', { count: number(daysIn(range)) })}
        </span>
      )}
    </div>
  )
}
