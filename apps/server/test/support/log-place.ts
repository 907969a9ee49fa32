import type { Needs } from '@wheelhouse/contract/access.ts'
import { reasonOfStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { LogStatus } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import {
  createLogEntry,
  getLogEntry,
  listLogEntries,
  listLogEntryEvents,
  moveLogEntry,
  updateLogEntry,
} from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import type { LogEntryDetails } from '@wheelhouse/contract/maintenance-log/log-entry.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

const work: Needs = { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES', 'GET_EVENTS'] }

export const repair = {
  description: 'Lock bar does not retract.',
  type: 'repair',
  priority: 'high',
  resource: 'on_site_technician',
} as const

export const paramsOf = ({ id, location_id }: { id: string; location_id: string }) => ({
  location_id,
  log_entry_id: id,
})

export const versioned = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })

/** A location with a device; two who work on its log, one who reads it, one who does not, and one who works elsewhere. */
export async function makeLogPlace(w: TestApp) {
  const ours = await w.make.organization()
  const theirs = await w.make.organization()
  const location = await w.make.location(ours)
  const device = await w.make.device(location)
  const worker = await w.person([{ group_id: ours.owner, needs: work }])
  const other = await w.person([{ group_id: ours.owner, needs: work }])
  const reader = await w.person([
    { group_id: ours.owner, needs: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] } as Needs },
  ])
  const visitor = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_EVENTS'] } }])
  const stranger = await w.person([{ group_id: theirs.owner, needs: work }])
  return { ours, location, device, worker, other, reader, visitor, stranger }
}

interface Place {
  w: TestApp
  location: string
  worker: Caller
  other: Caller
}

/** What tests do with the maintenance log. The place is asked for at each call, because every test has another one. */
export function logActions(place: () => Place) {
  const inHours = (hours: number): string => new Date(place().w.clock.now().getTime() + hours * 3_600_000).toISOString()
  const create = (body: object = {}, who = place().worker, at = place().location): Promise<Answer> =>
    who.send(createLogEntry, { params: { location_id: at }, body: { ...repair, ...body } })
  const made = async (body: object = {}): Promise<LogEntryDetails> => (await create(body)).body
  const update = (entry: LogEntryDetails, body: object, who = place().worker): Promise<Answer> =>
    who.send(updateLogEntry, {
      params: paramsOf(entry),
      headers: versioned(entry),
      body: { ...repair, ...body },
    })
  const move = (
    entry: LogEntryDetails,
    status: LogStatus,
    more: object = {},
    who = place().worker,
  ): Promise<Answer> => {
    const field = reasonOfStatus[status]
    const reason = field === null ? {} : { [field]: 'Because of the spring' }
    const body = { status, ...reason, ...more } as never
    return who.call(moveLogEntry, { params: paramsOf(entry), headers: versioned(entry), body })
  }
  const fresh = async (entry: LogEntryDetails, who = place().worker): Promise<LogEntryDetails> =>
    await who.ask(getLogEntry, { params: paramsOf(entry) })
  const listed = async (query: object = {}, who = place().worker): Promise<string[]> =>
    (await who.send(listLogEntries, { query: { location_id: [place().location], ...query } })).body.items.map(
      ({ id }: { id: string }) => id,
    )
  const verbs = async (entry: LogEntryDetails): Promise<string[]> =>
    (await place().worker.ask(listLogEntryEvents, { params: paramsOf(entry), query: {} })).items.map(
      ({ verb }: { verb: string }) => verb,
    )
  /** An entry brought to a status by the moves that lead there. */
  async function inStatus(status: LogStatus): Promise<LogEntryDetails> {
    const entry = await made()
    if (status === 'new') return entry
    if (status !== 'verified') return (await move(entry, status)).body
    const resolved: LogEntryDetails = (await move(entry, 'resolved', {}, place().other)).body
    return (await move(resolved, 'verified')).body
  }
  return { inHours, create, made, update, move, fresh, listed, verbs, inStatus }
}
