import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { LowVoltage } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ParameterKind, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { parameterHelp, parameterWord, rangeWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

export { parameterWord }

/** Why the hardware would refuse it; it asks the same (device protocol). */
export function faultOf({ key, type, min, max }: ParameterKind, value: ParameterValue): string | null {
  if (type !== 'integer') return null
  if (typeof value !== 'number' || !Number.isInteger(value)) return t('A whole number')
  if (value < (min ?? -Infinity) || value > (max ?? Infinity))
    return t('{{min}} to {{max}}', { min: min ?? '–', max: max ?? '–' })
  const threshold = key === 'low_voltage_mv' ? LowVoltage.safeParse(value) : null
  return threshold?.error ? t(threshold.error.issues[0]?.message ?? '') : null
}

interface ParameterFieldProps {
  parameter: ParameterKind & { value: ParameterValue | null }
  edit: ParameterValue | undefined
  onEdit: (value: ParameterValue) => void
}

/** The control that the type asks for; the range is beside it, because a technician does not know it by heart. */
export function ParameterField({ parameter, edit, onEdit }: ParameterFieldProps) {
  const { key, type, value, unit, choices, is_secret } = parameter
  const now = edit ?? value
  const shared = {
    label: parameterWord(key),
    description: [parameterHelp(key), rangeWord(parameter)].filter(Boolean).join(' '),
    'data-changed': (edit !== undefined && edit !== value) || undefined,
  }
  if (type === 'boolean')
    return <Switch {...shared} checked={now === true} onChange={(event) => onEdit(event.currentTarget.checked)} />
  if (type === 'choice')
    return (
      <Select
        {...shared}
        data={[...(choices ?? [])]}
        value={String(now ?? '')}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && onEdit(chosen)}
      />
    )
  if (type === 'integer')
    return (
      <NumberInput
        {...shared}
        hideControls
        clampBehavior="none"
        decimalScale={0}
        rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
        value={typeof now === 'number' ? now : ''}
        error={edit === undefined ? undefined : faultOf(parameter, edit)}
        onChange={(typed) => onEdit(typed === '' ? '' : Number(typed))}
      />
    )
  return (
    <TextInput
      {...shared}
      type={is_secret ? 'password' : 'text'}
      autoComplete="off"
      placeholder={is_secret ? t('Leave empty to keep the current value') : undefined}
      maxLength={parameter.max ?? 256}
      value={typeof now === 'string' ? now : ''}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  )
}
