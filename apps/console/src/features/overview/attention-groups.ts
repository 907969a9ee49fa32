import type { AttentionItem } from '@wheelhouse/contract/overview/overview.ts'

export type AttentionKind = AttentionItem['kind']

export interface AttentionGroup {
  kind: AttentionKind
  /** In the order of the reply: what concerns most is first. */
  items: AttentionItem[]
  /** Devices or payments of all of them. */
  concerns: number
}

/** One heading for what is done in one place. Payments come last, as in the reply; else what concerns most is first. */
export function groupsOf(items: readonly AttentionItem[]): AttentionGroup[] {
  const groups = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    items: own,
    concerns: own.reduce((sum, { concerns }) => sum + concerns, 0),
  }))
  return groups.toSorted(
    (one, other) =>
      Number(one.kind === 'payments') - Number(other.kind === 'payments') || other.concerns - one.concerns,
  )
}
