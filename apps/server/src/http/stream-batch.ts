import type { ChangeMessage } from '../platform/bus.ts'
import type { Reader, Readers } from './stream-readers.ts'
import type { SeersOf } from './stream-rights.ts'

/** Readers that are sent the same changes, so that these are written once. */
export interface Share {
  changes: ChangeMessage[]
  readers: Reader[]
}

/** Gives each reader the changes that it may see. The work grows with the readers who are sent something, not with all of them. */
export function shareOut(batch: readonly ChangeMessage[], seersOf: SeersOf, readers: Readers): Share[] {
  const audiences = audiencesOf(batch, seersOf)
  const shares = new Map<string, Share>()
  for (const [personId, heard] of heardBy(new Set(audiences.values())))
    for (const reader of readers.of(personId)) {
      // What is for one person alone is not for those who see the console as that person would.
      const own = reader.view_id === null ? heard : heard.filter((audience) => !audience.isPersonal)
      if (own.length === 0) continue
      const key = own.map(({ place }) => place).join()
      const share = shares.get(key) ?? { changes: changesFor(batch, audiences, new Set(own)), readers: [] }
      shares.set(key, share)
      share.readers.push(reader)
    }
  return [...shares.values()]
}

/** The people who see some changes of a batch. */
interface Audience {
  place: number
  seers: ReadonlySet<string>
  isPersonal: boolean
}
type Audiences = ReadonlyMap<ChangeMessage, Audience>

/** Changes that the same set of people sees have one audience. */
function audiencesOf(batch: readonly ChangeMessage[], seersOf: SeersOf): Audiences {
  const known = new Map<ReadonlySet<string>, Audience>()
  return new Map(
    batch.map((change) => {
      const seers = seersOf(change)
      const audience = known.get(seers) ?? { place: known.size, seers, isPersonal: Boolean(change.person_id) }
      known.set(seers, audience)
      return [change, audience]
    }),
  )
}

function heardBy(audiences: Iterable<Audience>): Map<string, Audience[]> {
  const heard = new Map<string, Audience[]>()
  for (const audience of audiences)
    for (const person of audience.seers) {
      const own = heard.get(person)
      if (own) own.push(audience)
      else heard.set(person, [audience])
    }
  return heard
}

/** In the order of the batch. */
const changesFor = (batch: readonly ChangeMessage[], audiences: Audiences, own: ReadonlySet<Audience>) =>
  batch.filter((change) => {
    const audience = audiences.get(change)
    return audience !== undefined && own.has(audience)
  })
