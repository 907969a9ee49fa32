/** Roles that are to be given and taken in a group, whatever is held there by now. */
export interface RoleChoice {
  add: readonly string[]
  remove: readonly string[]
}

export const noRoleChoice: RoleChoice = { add: [], remove: [] }

export const isRoleChosen = ({ add, remove }: RoleChoice, held: readonly string[], id: string): boolean =>
  add.includes(id) || (held.includes(id) && !remove.includes(id))

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id)

export const toggledRole = (choice: RoleChoice, held: readonly string[], id: string): RoleChoice => {
  const rest = { add: without(choice.add, id), remove: without(choice.remove, id) }
  const isHeld = held.includes(id)
  if (isRoleChosen(choice, held, id)) return isHeld ? { ...rest, remove: [...rest.remove, id] } : rest
  return isHeld ? rest : { ...rest, add: [...rest.add, id] }
}

/** What is left to be saved: what someone else gave or took since is not asked for again. */
export const roleChanges = ({ add, remove }: RoleChoice, held: readonly string[]): RoleChoice => ({
  add: add.filter((id) => !held.includes(id)),
  remove: remove.filter((id) => held.includes(id)),
})

const idsIn = (kept: unknown): string[] => (Array.isArray(kept) ? kept.map(String) : [])

/** As a draft has kept it. */
export const roleChoiceIn = ({ add, remove }: Readonly<Record<string, unknown>>): RoleChoice => ({
  add: idsIn(add),
  remove: idsIn(remove),
})
