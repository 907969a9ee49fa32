import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../packages/db/src/thrown.ts'
import { callAs, waitForResult } from './api.ts'
import { claimsFolder } from './product.ts'

/** Locations that stories name by their codes. `claimLocation` passes over them. */
export const namedLocations = {
  /** Read by many stories, changed by none of them in a way that another one sees. */
  first: '104217',
  /** The only one under maintenance, which a story retires. */
  underMaintenance: '104288',
  /** Its docks get other configurations and what they had before. */
  configured: '104275',
  /** Its docks get other firmware, but for one that is switched off. */
  updated: '203236',
  /** A card of its maintenance log is carried over the board, and no other entry is made there. */
  onBoard: '104413',
  /** Two launched ones and the one in house, which a search for 1045 shows on one screen. */
  changedTogether: ['104502', '104531', '104515'],
} as const
const passedOver = new Set<string>([
  namedLocations.first,
  namedLocations.underMaintenance,
  namedLocations.configured,
  namedLocations.updated,
  namedLocations.onBoard,
  ...namedLocations.changedTogether,
])

export interface ClaimedLocation {
  id: string
  code: string
  label: string
}

/** Reserves a thing of the shared product for one story; false when another story, in any worker, has it. */
export function claim(id: string): boolean {
  try {
    // The flag makes the file system decide between two workers that ask at the same time.
    writeFileSync(join(claimsFolder(), id), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A location that no other story changes: the first of the filter that suits. Waits until the hardware has reported. */
export const claimLocation = (
  filter: string,
  suits: (location: ClaimedLocation) => Promise<boolean> = async () => true,
): Promise<ClaimedLocation> =>
  waitForResult(async () => {
    const path = `/location/v1/locations?${filter}&limit=500`
    const { items } = await callAs<{ items: ClaimedLocation[] }>('superadmin', path)
    for (const location of items)
      if (!passedOver.has(location.code) && (await suits(location)) && claim(location.id)) return location
    return undefined
  })

/** Docks on the test bench that answer and that no other story builds in. */
export async function claimSpareDocks(count: number): Promise<string[]> {
  const claimed: string[] = []
  const path = '/hardware/v1/unassigned-hardware?type=dock&health=healthy&limit=100'
  return waitForResult(async () => {
    const { items } = await callAs<{ items: { id: string }[] }>('superadmin', path)
    for (const { id } of items) if (claimed.length < count && claim(id)) claimed.push(id)
    return claimed.length === count ? claimed : undefined
  })
}
