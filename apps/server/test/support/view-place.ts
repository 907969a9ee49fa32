import type { Needs } from '@wheelhouse/contract/access.ts'
import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import { beginView, viewAsHeader } from '@wheelhouse/contract/view-as/view-as.ts'
import type { NewPermissionView, PermissionView } from '@wheelhouse/contract/view-as/view-as.ts'
import type { Caller, TestApp } from './test-app.ts'

export const rights: Needs = {
  location: ['GET', 'UPDATE', 'GET_EVENTS'],
  device: ['GET', 'SETSTATUS'],
  user: ['GET', 'GET_PRIVILEGED'],
  console_user: ['GET', 'MODIFYROLES', 'DISABLE'],
  resource_group: ['GET', 'GETBELONGS'],
  permission: ['GET', 'DELETE'],
}

export const headersOf = (view: { id: string }) => ({ [viewAsHeader]: view.id })

export const shownTo = async (who: Caller): Promise<string[]> => {
  const { status, body } = await who.call(listLocations, { query: { limit: 500 } })
  return status === 200 ? body.items.map((row: { id: string }) => row.id).toSorted() : []
}

export const codeOf = ({ status, body }: { status: number; body: { error_code?: string } | null }) => [
  status,
  body?.error_code,
]

/** A group, who may view as others, and whom they view as. */
export async function makeViewPlace(w: TestApp, everything: string) {
  const group = await w.make.group()
  const admin = await w.person([{ group_id: everything, needs: rights }])
  const viewer = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
  return { group, admin, viewer }
}

interface Place {
  w: TestApp
  admin: Caller
}

/** What tests do with views as someone else. The place is asked for at each call, because every test has another one. */
export function viewActions(place: () => Place) {
  const begin = (subject: NewPermissionView, who = place().admin) => who.call(beginView, { body: subject })
  const began = async (subject: NewPermissionView): Promise<PermissionView> => (await begin(subject)).body
  /** Calls as a guest: under the token of the viewer, with the view named. */
  const guest = (view: { id: string }, who = place().admin): Caller => place().w.as(who.id, who.token, headersOf(view))
  const placeIn = async (...groups: string[]): Promise<string> => {
    const id = await place().w.make.location(null)
    await place().w.make.members('location', id, groups)
    return id
  }
  const eventsOf = async (verb: string) =>
    (
      await place().w.pool.query(
        `select actor_id, resource_id, resource_type, after from events where feature = 'view-as' and verb = $1`,
        [verb],
      )
    ).rows
  return { begin, began, guest, placeIn, eventsOf }
}
