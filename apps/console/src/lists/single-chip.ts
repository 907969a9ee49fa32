import { entriesOf } from '@wheelhouse/contract/certain.ts'
import { t } from '../i18n/i18n.ts'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'

/** The operators of a chip that has one. */
export const is = () => [{ value: 'is', label: t('is') }]

/** Chips choose many; where one is taken, the newest choice replaces the one before. */
export const newest = (selected: readonly string[]): string | undefined => selected.at(-1)

interface SingleChip<Value extends string> extends Pick<Filter, 'id' | 'label' | 'icon'> {
  words: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One of a few values. */
export const singleChip = <Value extends string>({ words, value, onChange, ...chip }: SingleChip<Value>): Filter => {
  const choices = entriesOf(words).map(([one, label]) => ({ value: one, label }))
  return {
    ...chip,
    operators: is(),
    operator: 'is',
    isSingle: true,
    choices,
    selected: value === undefined ? [] : [value],
    onChange: ({ selected }) => onChange(choices.find((choice) => choice.value === newest(selected))?.value),
  }
}
