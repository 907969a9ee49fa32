import { watchedStatuses } from '@wheelhouse/contract/outages/outages.ts'
import type { Insertable } from 'kysely'
import type { OutagesTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Installed } from './hardware/devices.ts'
import { deviceName, ofDevice, ofLocation } from './history.ts'
import type { Note, RecordEvent } from './history.ts'
import { dayMs, hourMs, iso, minuteMs } from './times.ts'

type OutageRow = Insertable<OutagesTable>
const confirmedAfterMs = 2 * hourMs
const system: Note['actor'] = { kind: 'system', id: null, name: null }

interface Trouble {
  /** Null: the location as a whole. */
  device: Installed | null
  place: Installed['place']
  beganAt: number
}

/**
 * The outages that are not over, with the events of their time: without them the first sweep would raise and confirm all
 * of them at the moment of the first start.
 */
export function makeOutages(recordEvent: RecordEvent, now: number, installed: readonly Installed[]): OutageRow[] {
  const chance = chanceOf('outages')
  const places = Map.groupBy(
    installed.filter(({ place, hardware_id }) => hardware_id !== null && isWatched(place)),
    ({ place }) => place,
  )
  return [...places.values()]
    .flatMap((devices) => troublesOf(now, devices))
    .map((trouble) => outageOf(now, trouble, chance.id(trouble.beganAt), recordEvent))
}

const isWatched = ({ status, site }: Installed['place']): boolean =>
  watchedStatuses.includes(status) && site.hardware === undefined

/** Of the location if all of it is silent, else of its controller, else of each silent device. */
function troublesOf(now: number, devices: readonly Installed[]): Trouble[] {
  const silent = devices.flatMap((device) => {
    const beganAt = (device.silentSince ?? now) + Math.max(10 * device.place.heartbeat_s * 1_000, 10 * minuteMs)
    return beganAt < now ? [{ device, place: device.place, beganAt }] : []
  })
  const [first] = silent
  if (first && silent.length === devices.length)
    return [{ device: null, place: first.place, beganAt: Math.max(...silent.map(({ beganAt }) => beganAt)) }]
  const controller = silent.find(({ device }) => device.type === 'controller')
  return controller ? [controller] : silent
}

function outageOf(now: number, trouble: Trouble, id: string, recordEvent: RecordEvent): OutageRow {
  const { device, place, beganAt } = trouble
  const confirmedAt = beganAt + confirmedAfterMs
  const repeats = Math.max(0, Math.floor((now - confirmedAt) / dayMs))
  const subject = device ? { ...ofDevice(device), resource_name: deviceName(device) } : ofLocation(place)
  const record = (at: number, verb: 'raised' | 'confirmed' | 'repeated') =>
    recordEvent(at, {
      ...subject,
      actor: system,
      feature: 'outages',
      verb,
      before: null,
      after: { offline_since: iso(beganAt) },
    })
  record(beganAt, 'raised')
  if (confirmedAt <= now) record(confirmedAt, 'confirmed')
  for (let nth = 1; nth <= repeats; nth++) record(confirmedAt + nth * dayMs, 'repeated')
  return {
    id,
    location_id: place.id,
    device_id: device?.id ?? null,
    hardware_id: device?.hardware_id ?? null,
    began_at: iso(beganAt),
    raised_at: iso(beganAt),
    confirmed_at: confirmedAt <= now ? iso(confirmedAt) : null,
    repeated_at: repeats > 0 ? iso(confirmedAt + repeats * dayMs) : null,
    repeats,
  }
}
