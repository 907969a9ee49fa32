import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { ParameterKind, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import {
  lowVoltageFault,
  parameterHelp,
  parameterWord,
  rangeWord,
  readIn,
  unitOf,
  valueWord,
} from './parameter-words.ts'
import classes from './hardware-config.module.css'

export { parameterWord, unitOf, valueWord }

/** Why the hardware would refuse it; it asks the same (device protocol). */
export function faultOf({ key, type, min, max, unit: given }: ParameterKind, value: ParameterValue): string | null {
  if (type !== 'integer') return null
  const { unit, per } = readIn(given)
  if (typeof value !== 'number' || !Number.isInteger(value)) return per === 1 ? t('A whole number') : t('A number')
  if (value < (min ?? -Infinity) || value > (max ?? Infinity)) {
    const bounds = { min: min == null ? '–' : min / per, max: max == null ? '–' : max / per }
    return unit === null ? t('{{min}} to {{max}}', bounds) : t('{{min}} to {{max}} {{unit}}', { ...bounds, unit })
  }
  return key === 'low_voltage_mv' ? (lowVoltageFault(value) ?? null) : null
}

interface ParameterFieldProps {
  parameter: ParameterKind & { value: ParameterValue | null }
  edit: ParameterValue | undefined
  onEdit: (value: ParameterValue) => void
}

/** The control that the type asks for; the range is beside it, because a technician does not know it by heart. */
export function ParameterField({ parameter, edit, onEdit }: ParameterFieldProps) {
  const { key, type, value, choices, is_secret } = parameter
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
  if (type === 'integer') {
    const { unit, per } = readIn(parameter.unit)
    return (
      <NumberInput
        {...shared}
        hideControls
        clampBehavior="none"
        decimalScale={per === 1 ? 0 : 3}
        rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
        value={typeof now === 'number' ? now / per : ''}
        error={edit === undefined ? undefined : faultOf(parameter, edit)}
        onChange={(typed) => onEdit(typed === '' ? '' : Math.round(Number(typed) * per))}
      />
    )
  }
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
