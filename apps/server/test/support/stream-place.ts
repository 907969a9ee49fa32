import { announce } from '../../src/platform/bus.ts'
import type { StreamReader } from './reader.ts'
import type { TestApp } from './test-app.ts'

/** Listens on a free port; returns the address of the stream. */
export const streamAddress = async ({ app }: TestApp): Promise<string> =>
  `${await app.listen({ port: 0, host: '127.0.0.1' })}/event/v1/stream`

/** A location, a person who may see it, and the group through which that person sees it. */
export async function makeStreamPlace(w: TestApp) {
  const organization = await w.make.organization()
  const location = await w.make.location(organization)
  const person = await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }])
  return { location, person, group: organization.owner }
}

export const announceDevice = (w: TestApp, location_id: string, id: string): Promise<void> =>
  announce(w.db, { kind: 'changes', changes: [{ type: 'device', id, location_id }] })

export const idsOf = (message: Awaited<ReturnType<StreamReader['next']>>) =>
  message?.data.changes?.map((change) => change.id)
