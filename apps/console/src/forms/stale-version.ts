import type { FormValues } from '../ui/form/form-state.ts'
import { isSame } from './contract-form-values.ts'

export type Side = 'yours' | 'theirs'

/** One field of an edit that met another one: what was read, what this person wrote, what stands there now. */
export interface Difference {
  name: string
  before: unknown
  yours: unknown
  theirs: unknown
  /** Both changed it, and not to the same. */
  isConflict: boolean
  /** Whose is taken unless the person says otherwise: whoever changed it alone, and one's own where both did. */
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

/** Their state, with one's own where that was chosen. */
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
