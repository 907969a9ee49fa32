import { createAllowlist, getAllowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const garage = { name: 'Garage', description: '', visibility: 'private', sync: 'app_and_keys' } as const

export const versioned = (version: number) => ({ 'if-match': `"${version}"` })

/** An organization with a location; its manager and its support, and the manager of another one. */
export async function makeAllowlistPlace(w: TestApp) {
  const ours = await w.make.organization()
  const theirs = await w.make.organization()
  const manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  const support = await w.person([{ group_id: ours.owner, needs: stockRights('First-line support') }], ours.id)
  const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], theirs.id)
  const location_id = await w.make.location(ours, { distributor_id: ours.id, operator_id: ours.id })
  return { ours, manager, support, stranger, location_id }
}

interface Place {
  manager: Caller
}

/** What tests do with allowlists. The place is asked for at each call, because every test has another one. */
export function allowlistActions(place: () => Place) {
  const made = async (body: object = {}, who = place().manager): Promise<{ id: string; version: number }> =>
    await who.ask(createAllowlist, { body: { ...garage, ...body } })
  const read = async (id: string, who = place().manager): Promise<Answer> =>
    who.call(getAllowlist, { params: { allowlist_id: id } })
  return { made, read }
}
