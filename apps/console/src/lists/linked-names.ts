import { useQueries } from '@tanstack/react-query'
import type { TablerIcon } from '@tabler/icons-react'
import { useLinkedValues } from './linked-values.ts'
import type { ValueChip } from './list-filters.tsx'

interface LinkedNames {
  label: string
  icon: TablerIcon
  /** Asks what an id is called; null where the reader may not know. */
  nameOf: (id: string) => Promise<string | null>
  /** "this device": until the name is known, and without one. */
  unnamed: string
}

const minuteMs = 60_000

/** The same as `useLinkedValues` for ids, each under its name. */
export function useLinkedNames(
  { label, icon, nameOf, unnamed }: LinkedNames,
  ...asked: readonly (readonly string[] | undefined)[]
): ValueChip<string> | null {
  const chip = useLinkedValues({ label, icon }, ...asked)
  const ids = (chip?.choices ?? []).map(({ value }) => value)
  const names = useQueries({
    queries: ids.map((id) => ({ queryKey: ['linked-name', id], queryFn: () => nameOf(id), staleTime: minuteMs })),
  })
  const labels = distinct(names.map(({ data }) => data ?? unnamed))
  return chip && { ...chip, choices: ids.map((value, at) => ({ value, label: labels[at] ?? unnamed })) }
}

/** A label that several choices share gets a number in each of them: "this device (2)". */
export const distinct = (labels: readonly string[]): string[] =>
  labels.map((label, at) =>
    labels.indexOf(label) === labels.lastIndexOf(label)
      ? label
      : `${label} (${labels.slice(0, at + 1).filter((one) => one === label).length})`,
  )
