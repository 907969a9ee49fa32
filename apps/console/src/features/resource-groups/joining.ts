/** How many of some resources would join a group and leave it. */
export interface Joining {
  joining: number
  leaving: number
}
export type JoiningOf = (groupId: string) => Joining

/**
 * By the groups of each resource; undefined where those of one are not known, because they may not be seen or do not come. Nobody
 * leaves the groups that all of them have `through` what they follow, such as a device those of its location.
 */
export function joiningAmong(
  ids: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
  through: readonly string[] = [],
): JoiningOf | undefined {
  if (ids.length === 0 || !ids.every((id) => known.has(id))) return undefined
  return (groupId) => {
    const members = ids.filter((id) => known.get(id)?.includes(groupId)).length
    return { joining: ids.length - members, leaving: through.includes(groupId) ? 0 : members }
  }
}

/** Groups with as many changes as each other share a sentence; those without any have none. */
export function countedGroups(groups: readonly { name: string; count: number }[]): { count: number; names: string }[] {
  const byCount = Map.groupBy(
    groups.filter(({ count }) => count > 0),
    ({ count }) => count,
  )
  return [...byCount].map(([count, some]) => ({ count, names: some.map(({ name }) => name).join(', ') }))
}
