import type { Age, AnyOf } from '@wheelhouse/contract/list.ts'
import { readAs } from '../http/read-as.ts'
import type { ReadSchema } from '../http/read-as.ts'
import { t } from '../i18n/i18n.ts'

/**
 * Each filter of a list has operators, and each operator has its own key in the address: `type`, `type_not`, `location_id_empty`,
 * `created_at_older_than`. A chip shows one operator and its values.
 */
export type FilterOperator = 'is' | 'not' | 'empty' | 'not_empty' | 'older' | 'newer'

export interface Chosen {
  operator: FilterOperator
  selected: string[]
}

/** The schema of its values is zod's in the source and valibot's in the build. */
type OperatedFilter = Age | (Omit<AnyOf, 'item'> & { item: ReadSchema })
type Search = Readonly<Record<string, unknown>>

export const operatorLabels = (): Record<FilterOperator, string> => ({
  is: t('is'),
  not: t('is not'),
  empty: t('is empty'),
  not_empty: t('is not empty'),
  older: t('older than'),
  newer: t('newer than'),
})

/** The first is what a chip begins with. */
export function operatorsOf(filter: OperatedFilter): readonly FilterOperator[] {
  if (filter.kind === 'age') return ['older', 'newer']
  return filter.canBeEmpty ? ['is', 'not', 'empty', 'not_empty'] : ['is', 'not']
}

export const hasNoValue = (operator: FilterOperator): boolean => operator === 'empty' || operator === 'not_empty'

function keyOf(name: string, operator: FilterOperator): string {
  switch (operator) {
    case 'is':
      return name
    case 'not':
      return `${name}_not`
    case 'empty':
    case 'not_empty':
      return `${name}_empty`
    case 'older':
    case 'newer':
      return `${name}_${operator}_than`
  }
}

function selectedBy(operator: FilterOperator, value: unknown): string[] {
  if (value === undefined) return []
  if (hasNoValue(operator)) return value === (operator === 'empty' ? 'yes' : 'no') ? [String(value)] : []
  return [value].flat().map(String)
}

/** What an address says of one filter; more than one only where someone wrote the address by hand. */
export const chosenOf = (name: string, filter: OperatedFilter, search: Search): Chosen[] =>
  operatorsOf(filter)
    .map((operator) => ({ operator, selected: selectedBy(operator, search[keyOf(name, operator)]) }))
    .filter(({ selected }) => selected.length > 0)

function valueOf(filter: OperatedFilter, { operator, selected }: Chosen): unknown {
  if (selected.length === 0) return undefined
  if (hasNoValue(operator)) return operator === 'empty' ? 'yes' : 'no'
  // One age at a time: the newest choice replaces the one before.
  if (filter.kind === 'age') return Number(selected.at(-1)) || undefined
  const values = selected.map((one) => readAs(filter.item, one)).filter((one) => one !== undefined)
  return values.length > 0 ? values : undefined
}

/** The address after a change: `before` is the operator that the chip had. */
export function withChosen<Values extends object>(
  search: Values,
  name: string,
  filter: OperatedFilter,
  before: FilterOperator,
  after: Chosen,
): Values {
  return { ...search, [keyOf(name, before)]: undefined, [keyOf(name, after.operator)]: valueOf(filter, after) }
}

/** Of one filter, the values of each operator: there is a chip for each. */
export type ValueLists = readonly (readonly string[])[]

/** A chip counts what it does not name (ui/list-parts/filter-chip.tsx), so the names of more can wait until they are shown. */
const mostNamed = 3

/** The values whose names are shown: all while the choices are open, otherwise those of chips that name them. */
export const namedValues = (lists: ValueLists, isOpen: boolean): string[] => [
  ...new Set(lists.filter((values) => isOpen || values.length <= mostNamed).flat()),
]
