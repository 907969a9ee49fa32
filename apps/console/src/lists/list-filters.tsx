import { IconClock, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { entriesOf } from '@wheelhouse/contract/certain.ts'
import type { Age, AnyOf, ListFilter, SearchText } from '@wheelhouse/contract/list.ts'
import { t } from '../i18n/i18n.ts'
import { lazyComponent } from '../ui/base/lazy.tsx'
import type { Choice, ChoiceSearch } from '../ui/list-parts/choice-list.tsx'
import type { Filter } from '../ui/list-parts/filter-chip.tsx'
import { chosenOf, hasNoValue, operatorLabels, operatorsOf, withChosen } from './filter-operators.ts'
import type { Chosen, FilterOperator } from './filter-operators.ts'
import type { AnyList, OnSearch } from './list-address.ts'

const AgeForm = lazyComponent(() => import('./age-form.tsx').then((module) => module.AgeForm))

/** How a filter by values looks: `chip(t('Type'), IconCategory, typeLabels)`. */
export interface ValueChip<Value extends string> {
  label: string
  icon: TablerIcon
  choices: readonly (Choice & { value: Value })[]
  /** The server searches for the choices. */
  search?: ChoiceSearch
  /** False: it waits behind "Filter" until someone uses it. */
  isOffered?: boolean
  /** Never called: a chip that does not know every value of its filter does not compile. */
  covers?: (value: Value) => void
}

export interface AgeChip {
  label: string
  isAge: true
}

type ValueOf<Item> = Item extends z.ZodType ? `${z.output<Item> & (string | number)}` : never
type ChipOf<F> =
  | (F extends AnyOf<infer Item> ? ValueChip<ValueOf<Item>> : F extends Age ? AgeChip : never)
  /** A chip that is drawn in another way. */
  | Filter
  /** No chip. */
  | null

/** A chip for each filter of a list; a forgotten one does not compile, and `null` says that a filter has none. */
export type Chips<L extends AnyList> = {
  [Name in keyof L['filters'] as L['filters'][Name] extends SearchText ? never : Name]: ChipOf<L['filters'][Name]>
}

type Words = string | { word: string }

interface ChipOptions<Value> {
  /** A value that finds nothing for this reader. */
  without?: Value | undefined
  isOffered?: boolean
  glyph?: (value: Value) => ReactNode
}

/** A chip that offers each of the values by its label; `labels` are keys of `t`. */
export const chip = <Value extends string>(
  label: string,
  icon: TablerIcon,
  labels: Readonly<Record<Value, Words>>,
  { isOffered = true, without, glyph }: ChipOptions<NoInfer<Value>> = {},
): ValueChip<Value> => ({
  label,
  icon,
  isOffered,
  choices: entriesOf(labels)
    .filter(([value]) => value !== without)
    .map(([value, words]) => ({
      value,
      label: t(typeof words === 'string' ? words : words.word),
      ...(glyph ? { glyph: glyph(value) } : {}),
    })),
})

/** A chip for what is so or is not (`YesNo` of the contract). */
export const yesNoChip = (label: string, icon: TablerIcon): ValueChip<'yes' | 'no'> =>
  chip(label, icon, { yes: 'Yes', no: 'No' })

/** How long ago something was; it waits behind "Filter". */
export const ageChip = (label: string): AgeChip => ({ label, isAge: true })

const usualDays = [7, 30, 90, 365]

function ageChoices(days: readonly string[]): Choice[] {
  const all = [...new Set([...usualDays, ...days.map(Number)])].toSorted((a, b) => a - b)
  return all.map((count) => ({
    value: String(count),
    label: count === 1 ? t('1 day') : t('{{count}} days', { count }),
  }))
}

interface Making {
  search: Readonly<Record<string, unknown>>
  onSearch: (search: Record<string, unknown>) => void
}

const operatorChoices = (operators: readonly FilterOperator[]) => {
  const labels = operatorLabels()
  return operators.map((value) => ({ value, label: labels[value], hasNoValue: hasNoValue(value) }))
}

// `Chips` demands for each filter a chip of its kind; by names that are known at run time only, the compiler cannot tell which.

/** The chips of one filter. There are two only where the address names two operators of it. */
function chipsOf(name: string, filter: ListFilter, given: object, making: Making): Filter[] {
  if ('onChange' in given) return [given as Filter]
  if (filter.kind === 'search' || filter.kind === 'own') return []
  const operators = operatorsOf(filter)
  const chosen = chosenOf(name, filter, making.search)
  const shown: Chosen[] = chosen.length > 0 ? chosen : [{ operator: operators[0] ?? 'is', selected: [] }]
  return shown.map(({ operator, selected }, at): Filter => {
    const change = (after: Chosen) => making.onSearch(withChosen(making.search, name, filter, operator, after))
    const common = {
      id: at === 0 ? name : `${name}_${operator}`,
      operators: operatorChoices(operators),
      operator,
      selected,
      // Its operators are those of `operatorChoices`.
      onChange: (after: { operator: string; selected: string[] }) => change(after as Chosen),
    }
    if ('isAge' in given) return { ...common, ...ageParts(given as AgeChip, selected, change) }
    return { ...(given as ValueChip<string>), ...common }
  })
}

type AgeParts = Pick<Filter, 'label' | 'icon' | 'choices' | 'isSingle' | 'ask'>

const ageParts = ({ label }: AgeChip, selected: string[], change: (after: Chosen) => void): AgeParts => ({
  label,
  icon: IconClock,
  choices: ageChoices(selected),
  isSingle: true,
  ask: {
    label: t('Other…'),
    form: ({ operator, onDone }) => (
      <AgeForm
        days={Number(selected[0]) || undefined}
        // As above: the chip was made with the operators of the filter.
        onChoose={(days) => (onDone(), change({ operator: operator as FilterOperator, selected: [String(days)] }))}
      />
    ),
  },
})

/** The chips of a list's filters. */
export function filtersOf<L extends AnyList, Search extends object>(
  list: L,
  search: Search,
  onSearch: OnSearch<Search>,
  chips: Chips<L>,
): Filter[] {
  // The search is read and written by the names of the list's own filters.
  const making: Making = {
    search: search as Record<string, unknown>,
    onSearch: (next) => onSearch(next as Search),
  }
  return Object.entries(chips as Record<string, object | null>).flatMap(([name, given]) => {
    const filter = list.filters[name]
    return given === null || filter === undefined ? [] : chipsOf(name, filter, given, making)
  })
}
