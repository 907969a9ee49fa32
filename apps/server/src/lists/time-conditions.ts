import type { RawBuilder } from 'kysely'
import { allOf } from './list-filters.ts'
import type { RareWalk } from './list-visible.ts'

/** A condition of a query along time, and the partial index of those of its values that are rare. */
export interface TimeCondition {
  condition: RawBuilder<unknown>
  rare?: RawBuilder<unknown> | undefined
  /** Each entry of the partial index meets the condition. */
  isWholeIndex?: true
}

/** What is checked entry by entry; null when nothing is filtered. */
export const filterOf = (conditions: readonly TimeCondition[]): RawBuilder<boolean> | null =>
  conditions.length > 0 ? allOf(conditions.map((one) => one.condition)) : null

/** The first condition with a rare value is walked, the others are checked along it. */
export function rareWalkOf(base: RawBuilder<boolean>, conditions: readonly TimeCondition[]): RareWalk | null {
  const rarest = conditions.find((one) => one.rare)
  if (!rarest?.rare) return null
  const left = conditions.filter((one) => one !== rarest || !one.isWholeIndex)
  const filter = allOf(left.map((one) => one.condition))
  return { base: allOf([base, rarest.rare]), filter, isCovered: conditions.length === 1 }
}
