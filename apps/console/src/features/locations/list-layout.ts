import * as z from 'zod'
import { create } from 'zustand'
import { useUser } from '../../lib/user-store.ts'
import type { Density } from '../../ui/filter-bar.tsx'

/** Which columns, how wide, how dense: kept in this browser, one choice a person. */
const Layout = z.object({
  visibility: z.record(z.string(), z.boolean()).default({}),
  sizes: z.record(z.string(), z.number().min(40).max(900)).default({}),
  density: z.enum(['compact', 'comfortable']).default('compact'),
})
export interface ListLayout {
  visibility: Record<string, boolean>
  sizes: Record<string, number>
  density: Density
}

const keyOf = (sub: string | null): string => `wheelhouse.locations.${sub ?? ''}`

function kept(sub: string | null): ListLayout {
  try {
    return Layout.parse(JSON.parse(localStorage.getItem(keyOf(sub)) ?? '{}'))
  } catch {
    return Layout.parse({})
  }
}

const useLayouts = create<Record<string, ListLayout>>()(() => ({}))

export function useListLayout(): [ListLayout, (changed: Partial<ListLayout>) => void] {
  const sub = useUser((state) => state.subId)
  const key = keyOf(sub)
  const layout = useLayouts((layouts) => layouts[key])
  const current = layout ?? first(sub)
  const change = (changed: Partial<ListLayout>): void => {
    const next = { ...current, ...changed }
    localStorage.setItem(key, JSON.stringify(next))
    useLayouts.setState({ [key]: next })
  }
  return [current, change]
}

const firsts = new Map<string, ListLayout>()
/** The same object until it is changed. */
function first(sub: string | null): ListLayout {
  const known = firsts.get(keyOf(sub)) ?? kept(sub)
  firsts.set(keyOf(sub), known)
  return known
}
