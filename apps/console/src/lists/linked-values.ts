import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import type { ValueChip } from './list-filters.tsx'

interface LinkedValues {
  label: string
  icon: TablerIcon
  /** How a value is called; without it by itself. */
  textOf?: (value: string) => string
}

/**
 * Offers what links have asked for since the page was opened, because no list of all values exists: what is unticked stays among
 * the choices, to be ticked again. Null where nothing was asked for.
 */
export function useLinkedValues(
  { label, icon, textOf = (value) => value }: LinkedValues,
  ...asked: readonly (readonly string[] | undefined)[]
): ValueChip<string> | null {
  const [known, setKnown] = useState<readonly string[]>([])
  const fresh = asked.flatMap((values) => values ?? []).filter((value) => !known.includes(value))
  if (fresh.length > 0) setKnown([...new Set([...known, ...fresh])])
  const choices = known.map((value) => ({ value, label: textOf(value) }))
  return choices.length === 0 ? null : { label, icon, choices }
}
