import { isLowVoltage } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ParameterKind, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { parameterLabels } from '@wheelhouse/contract/hardware-config/parameter-labels.ts'
import { t } from '../../i18n/i18n.ts'

/** A key that this build does not know is shown as the hardware reports it. */
export const parameterWord = (key: string): string => t(parameterLabels[key]?.label ?? key)
export const parameterHelp = (key: string): string | undefined => {
  const known = parameterLabels[key]
  return known && t(known.help)
}

/** Hardware counts in thousandths of what people read. */
const readUnits = new Map([
  ['mV', 'V'],
  ['ms', 's'],
])

/** The unit in which a parameter is read and typed, and how many of the hardware's make one of it. */
export function readIn(unit: string | null | undefined): { unit: string | null; per: number } {
  const read = readUnits.get(unit ?? '')
  return read === undefined ? { unit: unit ?? null, per: 1 } : { unit: read, per: 1_000 }
}

const unitEndings = new Map([
  ['mv', 'mV'],
  ['ms', 'ms'],
  ['s', 's'],
])

/** What was recorded without its unit: the key of a quantity ends with it. */
export const unitOf = (key: string): string | null => unitEndings.get(key.split('_').at(-1) ?? '') ?? null

/** In the unit of the field, where the contract says mV as the call does. */
export const lowVoltageFault = (mv: unknown): string | undefined =>
  isLowVoltage(mv) ? undefined : t('Low voltage threshold: 0, or 3 to 60 V')

export function valueWord(value: ParameterValue | null, given?: string | null): string {
  if (value === null) return t('hidden')
  if (typeof value === 'boolean') return value ? t('On') : t('Off')
  if (value === '') return t('empty')
  const { unit, per } = readIn(given)
  const read = typeof value === 'number' ? value / per : value
  return unit ? `${read} ${unit}` : String(read)
}

export function rangeWord({ type, min, max, choices, unit: given }: ParameterKind): string {
  if (type === 'choice') return (choices ?? []).join(', ')
  if (type === 'boolean') return t('on or off')
  if (type === 'text') return t('up to {{count}} characters', { count: max ?? 256 })
  const { unit, per } = readIn(given)
  if (min == null && max == null) return unit ?? ''
  return `${boundWord(min, per)} – ${boundWord(max, per)}${unit ? ` ${unit}` : ''}`
}

const boundWord = (bound: number | null | undefined, per: number): string => (bound == null ? '' : String(bound / per))
