import type { ReactNode } from 'react'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { KeyValue } from '../ui/details/key-values.tsx'
import { useFormat } from './format.ts'
import { t } from './i18n.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The value of a plain field as text, where there is no room for more: yes or no, several words, or as it is. */
export function fieldText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.join(', ')
  return isEmpty(value) ? null : String(value)
}

/** The same in a panel or a table: numbers as the person writes them. */
export function FieldValue({ value }: { value: unknown }): ReactNode {
  const { number } = useFormat()
  return typeof value === 'number' ? number(value, 2) : fieldText(value)
}

/** The fields of a record with their labels, but for those that the screen draws in another way. */
export const fieldItems = <Name extends string>(
  thing: NoInfer<Readonly<Record<Name, unknown>>>,
  labels: Readonly<Record<Name, string>>,
  drawn: readonly Name[] = [],
): KeyValue[] =>
  keysOf(labels)
    .filter((name) => !drawn.includes(name))
    .map((name) => ({
      label: t(labels[name]),
      value: fieldText(thing[name]) && <FieldValue value={thing[name]} />,
    }))
