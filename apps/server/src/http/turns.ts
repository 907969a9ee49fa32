import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { stream } from '@wheelhouse/contract/events/live-changes.ts'
import { bearerOf } from './admission.ts'

export interface Turns {
  /** Waits until the person has a free place; it is given back when the reply has ended, however it ends. */
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

interface Places {
  taken: number
  waiting: (() => void)[]
}

const waitingAtMost = 100
const retryAfterS = 1

/**
 * Limits the requests of one person that are under way at once. The others wait in line, so that the connections to the
 * database are shared by people and not by requests. A live stream needs no place, because it lasts and costs nothing.
 */
export function openTurns(atOnce: number): Turns {
  const people = new Map<string, Places>()
  return {
    async enter(request, reply) {
      const person = bearerOf(request)?.sub
      if (person === undefined || request.routeOptions.url === stream.path) return
      const places = people.get(person) ?? { taken: 0, waiting: [] }
      people.set(person, places)
      if (places.taken < atOnce) places.taken++
      else await waitFor(places)
      onceEnded(reply, () => passOn(people, person, places))
    },
  }
}

async function waitFor(places: Places): Promise<void> {
  if (places.waiting.length >= waitingAtMost) throw new AppError('too_many_requests', { retry_after_s: retryAfterS })
  // The ending request passes its place on directly, so that no other request can take it in between.
  await new Promise<void>((next) => places.waiting.push(next))
}

function passOn(people: Map<string, Places>, person: string, places: Places): void {
  const next = places.waiting.shift()
  if (next) return next()
  places.taken--
  if (places.taken === 0) people.delete(person)
}

function onceEnded({ raw }: FastifyReply, end: () => void): void {
  let isEnded = false
  const once = (): void => {
    if (!isEnded) end()
    isEnded = true
  }
  // A caller who left while waiting will not end the reply any more.
  if (raw.destroyed) return once()
  for (const event of ['finish', 'close', 'error']) raw.once(event, once)
}
