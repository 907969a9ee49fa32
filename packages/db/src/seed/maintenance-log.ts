import type { Insertable } from 'kysely'
import {
  isOpenStatus,
  logEntryName,
  LogPriority,
  LogResource,
  LogStatus,
  LogType,
} from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import type { EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import type {
  MaintenanceLogCommentsTable,
  MaintenanceLogEntriesTable,
  MaintenanceLogTargetsTable,
} from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import { deviceName, person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Installed } from './hardware/devices.ts'
import type { Staff } from './people/people.ts'
import { hourMs, iso } from './times.ts'

// location | hours since creation, since the status | type | priority | resource | status | created by, assignee | minutes
// | cost in minor units | targets | description | reason or resolution | comment
const table = `
104217 | 26 3     | repair       | high     | on_site_technician | in_progress | k r | 35  |       | dock 15       | Lock bar of dock 15 does not retract. Grease it, check the spring and replace it if it is worn. | | Spring is bent, a new one is in the van.
104217 | 41 41    | inspection   | medium   | remote             | new         | m - | 0   |       | dock 21       | Dock 21 has been silent since yesterday. Check the cable to the row controller. | |
104217 | 6 6      | cleaning     | low      | partner            | new         | l - | 0   |       |               | Leaves and litter between the racks on the platform side, riders complain about wet bikes. | |
104260 | 48 46    | repair       | critical | vendor             | blocked     | m r | 90  |       |               | The whole site is offline since the power work in the street. Restore supply and check every controller. | The network operator reconnects the street cabinet on Thursday. | Bikes inside are safe, support was informed.
104288 | 120 30   | replacement  | high     | on_site_technician | in_progress | m r | 240 | 18600 | locker 1,2,3  | New hinges for lockers 1 to 5. Two are done; the hinge of locker 1 was forced open. | | Lockers 4 and 5 are done.
104288 | 128 100  | vandalism    | high     | on_site_technician | resolved    | k r | 55  | 4200  | locker 1      | Locker 1 was forced open during the night, the door is bent. Secure it and take photos for the police. | Door secured with a plate, photos sent to the police. |
104434 | 30 30    | repair       | medium   | on_site_technician | assigned    | k r | 0   |       | dock 4        | Dock 4 reports a lock jam several times a day. The bike can only be taken out with force unlock. | |
104275 | 75 2     | inspection   | medium   | on_site_technician | assigned    | m p | 0   |       | dock 5        | Dock 5 refuses about every third lock. Check the latch sensor. | |
104301 | 20 18    | firmware     | medium   | remote             | in_progress | m r | 15  |       |               | Update the library rows after the duplicate events of last week. | |
104333 | 200 90   | installation | medium   | on_site_technician | blocked     | m r | 310 |       |               | Connect the guard and bring all eight docks online before the launch at the airport. | The airport has not approved the power outlet yet. |
104358 | 96 50    | cleaning     | low      | partner            | verified    | p p | 80  | 9000  |               | Remove stickers and graffiti from the terminal and the front docks. | Cleaned with solvent, front docks repainted. |
104233 | 210 190  | replacement  | medium   | on_site_technician | verified    | k r | 45  | 3150  | dock 3        | Status light of dock 3 is dark, riders cannot see that it is free. | Light replaced and tested. |
104349 | 340 300  | software     | low      | remote             | cancelled   | m - | 0   |       |               | Screen shows the old price list. | Duplicate of the work on the price list, nothing to do on site. |
104392 | 15 15    | vandalism    | high     | none               | new         | k - | 0   |       | dock 9        | Dock 9 at the D-terminal has a cut cable, reported by a rider with a photo. | |
104406 | 400 350  | repair       | high     | on_site_technician | verified    | k r | 70  | 5400  | dock 6,7      | Docks 6 and 7 open only at the second try. | Both latches adjusted, spring of dock 7 replaced. |
104413 | 9 9      | inspection   | medium   | on_site_technician | assigned    | m r | 0   |       | door 1        | Yearly inspection of the hangar door and its closer. | |
104455 | 500 470  | repair       | critical | on_site_technician | verified    | k r | 130 | 22000 | door 1        | Door does not close by itself, the house is open to everyone. | Door closer replaced, tested twenty times. | The old closer leaked oil.
104469 | 150 140  | cleaning     | low      | partner            | resolved    | m p | 60  | 7500  |               | Snow and gravel in the rails of the front row. | Rails cleared and greased. |
104502 | 60 60    | inspection   | low      | remote             | new         | m - | 0   |       |               | Check the free hours on the sign against the ones in the system. | |
104316 | 700 640  | relocation   | medium   | vendor             | verified    | m r | 420 | 64000 |               | Move the rack three metres so that the tram stop can be widened. | Moved and levelled, coordinates updated. |
203104 | 33 33    | repair       | high     | on_site_technician | assigned    | m r | 0   |       | dock 11       | Dock 11 locks, but the app shows it as free. | |
203118 | 85 20    | replacement  | medium   | partner            | resolved    | m r | 50  | 89000 | dock 2        | Cracked cover of dock 2, water gets in. | Cover replaced. |
203156 | 12 12    | inspection   | low      | none               | new         | k - | 0   |       |               | Check the scooter docks at Aker Brygge after the storm. | |
203195 | 160 130  | repair       | medium   | on_site_technician | verified    | k r | 40  | 52500 | dock 5        | Reader of dock 5 does not recognise cards. | Reader replaced, tested with three cards. |
203243 | 22 22    | software     | medium   | remote             | assigned    | m m | 0   |       |               | Lockers at Økern report the wrong battery level after the restart. | |
203277 | 320 280  | cleaning     | low      | partner            | cancelled   | m - | 0   |       |               | Clean the hangar roof. | The building owner cleans it with the facade. |
301012 | 28 28    | repair       | high     | partner            | assigned    | k d | 0   |       | dock 8        | Riders report that dock 8 on the plaza side eats their key cards. | |
301044 | 130 110  | vandalism    | high     | partner            | resolved    | d d | 95  | 21500 | dock 1,2      | Two docks were pried open during the weekend. | Both docks replaced from stock, old ones sent in. |
301076 | 50 50    | inspection   | medium   | partner            | new         | d - | 0   |       | guard 1       | Camera of the guard is out of focus. | |
301104 | 240 200  | cleaning     | low      | partner            | verified    | d d | 65  | 8000  |               | Sand in all locks at Fort McHenry, as every autumn. | Blown out and greased. |
301153 | 18 5     | repair       | medium   | partner            | in_progress | d d | 20  |       | locker 4      | Locker 4 does not open with the app, only with a card. | |`

const dueHours: Record<LogPriority, number> = { critical: 4, high: 24, medium: 72, low: 168 }
const firstNumber = 2261
const currencyOf: Record<string, string> = { NO: 'NOK', US: 'USD' }

/** Who wrote an entry or works on it, by the letter of the table. */
const people: Readonly<Record<string, string>> = {
  k: 'support@demo.test',
  r: 'technician@demo.test',
  l: 'owner@demo.test',
  m: 'maarja.tuisk@wheelhouse.test',
  p: 'priit.salu@balticpark.test',
  d: 'dana.whitfield@baybike.test',
}

interface MaintenanceLog {
  entries: Insertable<MaintenanceLogEntriesTable>[]
  targets: Insertable<MaintenanceLogTargetsTable>[]
  comments: Insertable<MaintenanceLogCommentsTable>[]
}

/** Work of the last weeks that fits the faults of the demonstration, in every status. */
export function makeMaintenanceLog(
  recordEvent: RecordEvent,
  now: number,
  installed: readonly Installed[],
  staff: Staff,
): MaintenanceLog {
  const chance = chanceOf('maintenance-log')
  const result: MaintenanceLog = { entries: [], targets: [], comments: [] }
  const lines = table
    .trim()
    .split('\n')
    .map(cellsOf)
    .toSorted((a, b) => b.created_h - a.created_h)
  for (const [at, cells] of lines.entries()) {
    const devices = targetsOf(cells, installed)
    const { location_id, country } = placeOf(cells, installed)
    const made = { id: chance.id(now - cells.created_h * hourMs), number: firstNumber + at, location_id }
    const entry = entryOf(cells, now, staff, { ...made, currency: currencyOf[country] ?? 'EUR' })
    result.entries.push(entry)
    result.targets.push(...devices.map(({ id }) => ({ entry_id: entry.id, device_id: id })))
    if (cells.comment !== '')
      result.comments.push({
        id: chance.id(now - cells.status_h * hourMs),
        entry_id: entry.id,
        text: cells.comment,
        created_by: entry.assignee_id ?? entry.created_by,
        created_at: iso(now - (cells.status_h * hourMs) / 2),
      })
    recordEntry(recordEvent, entry, { cells, devices, staff, now })
  }
  return result
}

type Cells = ReturnType<typeof cellsOf>

function cellsOf(line: string) {
  const [code = '', hours = '', type, priority, resource, status, who = '', minutes, cost, targets = '', ...texts] =
    line.split('|').map((cell) => cell.trim())
  const [created_h = 0, status_h = 0] = hours.split(' ').map(Number)
  const [creator = '', assignee = ''] = who.split(' ')
  const [description = '', reason = '', comment = ''] = texts
  return {
    code,
    created_h,
    status_h,
    type: LogType.parse(type),
    priority: LogPriority.parse(priority),
    resource: LogResource.parse(resource),
    status: LogStatus.parse(status),
    creator,
    assignee: assignee === '-' ? null : assignee,
    minutes: Number(minutes),
    cost: cost === '' ? null : Number(cost),
    targets,
    description,
    reason,
    comment,
  }
}

function placeOf({ code }: Cells, installed: readonly Installed[]): { location_id: string; country: string } {
  const place = installed.find((device) => device.place.site.code === code)?.place
  if (!place) throw new Error(`A log entry is at ${code}, which has no devices`)
  return { location_id: place.id, country: place.city.country }
}

function targetsOf({ code, targets }: Cells, installed: readonly Installed[]): Installed[] {
  if (targets === '') return []
  const [type, numbers = ''] = targets.split(' ')
  return numbers.split(',').map((number) => {
    const device = installed.find(
      (one) => one.place.site.code === code && one.type === type && one.number === Number(number),
    )
    if (!device) throw new Error(`A log entry names ${targets} of ${code}, which does not exist`)
    return device
  })
}

interface Made {
  id: string
  number: number
  location_id: string
  currency: string
}

type Entry = Insertable<MaintenanceLogEntriesTable> & Pick<MaintenanceLogEntriesTable, 'id' | 'location_id'>

function entryOf(cells: Cells, now: number, staff: Staff, { currency, ...made }: Made): Entry {
  const { priority, status, type } = cells
  const created = now - cells.created_h * hourMs
  const since = iso(now - cells.status_h * hourMs)
  const idOf = (letter: string | null): string | null => (letter === null ? null : staffOf(staff, letter).id)
  const isDone = status === 'resolved' || status === 'verified'
  const isFirmware = type === 'firmware'
  const due = created + dueHours[priority] * hourMs
  return {
    ...made,
    description: cells.description,
    type,
    priority,
    resource: cells.resource,
    status,
    status_at: since,
    reason: status === 'blocked' ? cells.reason : '',
    resolution: isOpenStatus(status) ? '' : cells.reason,
    old_firmware_version: isFirmware ? '2.14.2' : '',
    new_firmware_version: isFirmware ? '2.14.3' : '',
    time_spent_minutes: cells.minutes,
    cost: cells.cost,
    currency: cells.cost === null ? null : currency,
    due_at: iso(due),
    is_due_chosen: false,
    // What was overdue before the start was reported then.
    overdue_told_at: isOpenStatus(status) && due < now ? iso(due) : null,
    assignee_id: idOf(cells.assignee),
    created_by: idOf(cells.creator),
    resolved_by: isDone ? idOf(cells.assignee) : null,
    resolved_at: isDone ? since : null,
    verified_by: status === 'verified' ? staff.named('maarja.tuisk@wheelhouse.test').id : null,
    created_at: iso(created),
    updated_at: since,
    version: 1,
  }
}

const staffOf = (staff: Staff, letter: string) => staff.named(people[letter] ?? letter)

const verbOf: Partial<Record<LogStatus, EventVerb<'maintenance-log'>>> = {
  in_progress: 'started',
  blocked: 'blocked',
  resolved: 'resolved',
  verified: 'verified',
  cancelled: 'cancelled',
}

interface Told {
  cells: Cells
  devices: Installed[]
  staff: Staff
  now: number
}

function recordEntry(recordEvent: RecordEvent, entry: Entry, { cells, devices, staff, now }: Told): void {
  const [only] = devices
  const about = {
    feature: 'maintenance-log' as const,
    resource_type: 'log_entry',
    resource_id: entry.id,
    resource_name: logEntryName(Number(entry.number)),
    visible_through_id: entry.location_id,
    ...(devices.length === 1 && only ? { device_id: only.id } : {}),
  }
  recordEvent(now - cells.created_h * hourMs, {
    ...about,
    actor: person(staffOf(staff, cells.creator)),
    verb: 'created',
    after: {
      description: cells.description,
      type: cells.type,
      priority: cells.priority,
      targets: devices.length === 0 ? 'Whole location' : devices.map(deviceName).join(', '),
    },
  })
  const verb = verbOf[cells.status]
  if (verb === undefined) return
  const mover = cells.status === 'verified' ? 'm' : (cells.assignee ?? cells.creator)
  recordEvent(now - cells.status_h * hourMs, {
    ...about,
    actor: person(staffOf(staff, mover)),
    verb,
    after: { status: cells.status },
    reason: cells.reason === '' ? null : cells.reason,
  })
}
