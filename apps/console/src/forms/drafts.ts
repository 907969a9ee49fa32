import * as z from 'zod'
import type { FormValues } from '../ui/form/form-state.ts'

const Draft = z.object({
  /** Only what differs from `base`. */
  values: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()),
  version: z.number().nullable(),
  kept_at: z.string(),
})
export type Draft = z.infer<typeof Draft>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A draft belongs to one person, one call and one thing (`method` and filled address). */
export const draftKey = (person: string, method: string, address: string): string =>
  `wheelhouse.draft ${person} ${method} ${address}`

/** Input kept in the tab, so that neither an expired sign-in nor a reload loses it (screens: forms). Never secrets, never files. */
export const createDrafts = (store: Store) => ({
  keep(key: string, draft: Draft, secrets: readonly string[] = []): void {
    const values = keepable(draft.values, secrets)
    if (Object.keys(values).length === 0) return store.removeItem(key)
    try {
      store.setItem(key, JSON.stringify({ ...draft, values, base: keepable(draft.base, secrets) }))
    } catch {
      // The tab's store is full: the form itself is not in danger.
    }
  },
  find(key: string): Draft | null {
    const kept = store.getItem(key)
    if (kept === null) return null
    try {
      return Draft.parse(JSON.parse(kept))
    } catch {
      store.removeItem(key)
      return null
    }
  },
  forget: (key: string): void => store.removeItem(key),
})

const keepable = (values: FormValues, secrets: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !secrets.includes(name) && isPlain(value)))

/** A cleared field is kept as null: JSON has no undefined, so it is dropped and the field falls back to what was read. */
const isPlain = (value: unknown): boolean => {
  if (value === undefined) return false
  if (value instanceof Blob) return false
  return Array.isArray(value) ? value.every(isPlain) : true
}
