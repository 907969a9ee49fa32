import type { ParameterKind, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { parameterLabels } from '@wheelhouse/contract/hardware-config/parameter-labels.ts'
import { t } from '../../i18n/i18n.ts'

/** A key that this build does not know is shown as the hardware reports it. */
export const parameterWord = (key: string): string => t(parameterLabels[key]?.label ?? key)
export const parameterHelp = (key: string): string | undefined => {
  const known = parameterLabels[key]
  return known && t(known.help)
}

export function valueWord(value: ParameterValue | null, unit?: string | null): string {
  if (value === null) return t('hidden')
  if (typeof value === 'boolean') return value ? t('On') : t('Off')
  if (value === '') return t('empty')
  return unit ? `${value} ${unit}` : String(value)
}

export function rangeWord({ type, min, max, choices, unit }: ParameterKind): string {
  if (type === 'choice') return (choices ?? []).join(', ')
  if (type === 'boolean') return t('on or off')
  if (type === 'text') return t('up to {{count}} characters', { count: max ?? 256 })
  if (min == null && max == null) return unit ?? ''
  return `${min ?? ''} – ${max ?? ''}${unit ? ` ${unit}` : ''}`
}
