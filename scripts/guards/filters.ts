import { dirname } from 'node:path/posix'
import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const folder = 'apps/console/src'

/** Filters of a list that an address can set and another control of the screen shows, which is named here. */
export const shownByControls: Readonly<Record<string, string>> = {
  'features/locations/locations-screen.tsx tag_mode': 'the operator of the chip of tags',
  'features/locations/locations-screen.tsx private_tag_mode': 'the operator of the chip of private tags',
  'features/maintenance-log/maintenance-log-screen.tsx state': 'the tabs',
  'features/overstays/overstays-screen.tsx scope': 'the tabs',
  'features/resource-groups/group-members-panel.tsx type': 'the kinds beside the table',
}

const hasFilters = /\bChips<|\bfilters=\{|\bfiltersOf\(/
const withoutChip = /^\s+([a-z_]+): null,$/gm
/** The last argument of an address: the filters that the screen asks in another way. */
const omission = /(?<!\()\[((?:\s*'[a-z_]+',?)+)\s*\],?\s*\)/g

const omittedIn = (files: ProjectFiles, room: string): ReadonlySet<string> =>
  new Set(
    pathsOf(files, new RegExp(`^${room}/[^/]+\\.tsx?$`))
      .map((path) => files.get(path) ?? '')
      .filter((text) => /\b(?:list|panel)Address\(/.test(text))
      .flatMap((text) => [...text.matchAll(omission)])
      .flatMap(([, names = '']) => [...names.matchAll(/[a-z_]+/g)].map(([name]) => name)),
  )

/**
 * What narrows a list is seen and can be removed: a filter without a chip is one that no address of the screen sets, or another control
 * shows it. That every filter is named in its screen is checked by the compiler (`Chips`).
 */
export function filterFaults(files: ProjectFiles, shown = shownByControls): string[] {
  const without = pathsOf(files, new RegExp(`^${folder}/(?:features|pages)/.+\\.tsx?$`)).flatMap((path) => {
    const text = files.get(path) ?? ''
    if (!hasFilters.test(text)) return []
    const omitted = omittedIn(files, dirname(path))
    return [...text.matchAll(withoutChip)]
      .map(([, name = '']) => name)
      .filter((name) => !omitted.has(name))
      .map((name) => `${path.slice(folder.length + 1)} ${name}`)
  })
  return [
    ...without.filter((filter) => shown[filter] === undefined).map((filter) => `${filter} narrows the list unseen`),
    ...Object.keys(shown)
      .filter((filter) => !without.includes(filter))
      .map((filter) => `${filter} does not need its place in shownByControls`),
  ]
}
