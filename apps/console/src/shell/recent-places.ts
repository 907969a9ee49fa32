import * as v from 'valibot'

/** Where this person was last, for the landing view. Kept in this browser, one list a person. */
export interface RecentPlace {
  path: string
  title: string
}

const keptAtMost = 6
const keyOf = (sub: string): string => `wheelhouse.recent.${sub}`
const Kept = v.array(v.object({ path: v.pipe(v.string(), v.startsWith('/')), title: v.string() }))

export function recentPlaces(sub: string | null): RecentPlace[] {
  if (sub === null) return []
  try {
    return v.parse(Kept, JSON.parse(localStorage.getItem(keyOf(sub)) ?? '[]'))
  } catch {
    return []
  }
}

/** Details pages call it with what they show: `rememberPlace(subId, { path: '/locations/…', title: '104217 Balti jaam' })`. */
export function rememberPlace(sub: string | null, place: RecentPlace): void {
  if (sub === null) return
  const others = recentPlaces(sub).filter(({ path }) => path !== place.path)
  localStorage.setItem(keyOf(sub), JSON.stringify([place, ...others].slice(0, keptAtMost)))
}
