import type { TestApp } from './test-app.ts'

/** A person who may read and write some things everywhere, and calls that are sent with the token of that person. */
export async function makeHttpPlace(w: TestApp) {
  const everything = await w.make.group({ covers_everything: true })
  const caller = await w.person([
    {
      group_id: everything,
      needs: { location: ['GET'], session: ['GET'], resource_group: ['CREATE'], device: ['GET'] },
    },
  ])
  const auth: Record<string, string> = { authorization: `Bearer ${caller.token}` }
  const get = (url: string, headers: Record<string, string> = auth) => w.app.inject({ method: 'GET', url, headers })
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    w.app.inject({ method: 'POST', url, payload, headers: { ...auth, 'content-type': 'application/json', ...headers } })
  return { caller, auth, get, post }
}
export type HttpPlace = Awaited<ReturnType<typeof makeHttpPlace>>
