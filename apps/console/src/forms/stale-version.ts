import type { FormValues } from '../ui/form/form-state.ts'
import { isSame } from './contract-form-values.ts'

export type Side = 'yours' | 'theirs'

/** A field of two conflicting edits: the value that was read, the one that this person wrote, and the saved one. */
export interface Difference {
  name: string
  before: unknown
  yours: unknown
  theirs: unknown
  /** Both changed it, and not to the same. */
  isConflict: boolean
  /** The default choice: the side that alone changed the field, or this person's side where both did. */
  side: Side
}

/** The fields that either of two people changed; what both changed to the same needs no word. */
export function differencesOf(
  names: readonly string[],
  before: FormValues,
  yours: FormValues,
  theirs: FormValues,
): Difference[] {
  return names.flatMap((name) => {
    const isMine = !isSame(before[name], yours[name])
    const isTheirs = !isSame(before[name], theirs[name])
    if ((!isMine && !isTheirs) || isSame(yours[name], theirs[name])) return []
    return [
      {
        name,
        before: before[name],
        yours: yours[name],
        theirs: theirs[name],
        isConflict: isMine && isTheirs,
        side: isMine ? ('yours' as const) : ('theirs' as const),
      },
    ]
  })
}

/** The saved values, replaced by this person's where the person chose those. */
export const mergedOf = (
  theirs: FormValues,
  differences: readonly Difference[],
  sides: Readonly<Record<string, Side>>,
): FormValues => ({
  ...theirs,
  ...Object.fromEntries(
    differences.filter(({ name, side }) => (sides[name] ?? side) === 'yours').map(({ name, yours }) => [name, yours]),
  ),
})
