import { ExternalDeviceBody } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { SimStatus } from '@wheelhouse/contract/external-devices/sims.ts'
import type { Insertable } from 'kysely'
import type { ExternalDevicesTable, SimMessagesTable } from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import { person } from '../history.ts'
import type { RecordEvent } from '../history.ts'
import type { Place } from '../locations.ts'
import type { Staff } from '../people/people.ts'
import { daysBefore, hourMs, iso, minuteMs } from '../times.ts'

const router = [
  { name: 'Status', payload: 'ops 4417 status' },
  { name: 'Restart', payload: 'ops 4417 reboot' },
  { name: 'Restart mobile link', payload: 'ops 4417 mobileoff\nops 4417 mobileon' },
]
const barrier = [
  { name: 'Open', payload: '#OPEN 2001' },
  { name: 'Status', payload: '#STATUS' },
]
const meter = [{ name: 'Read meter', payload: 'READ INFO' }]

/** The simulated provider's status of a card, decided by the digit before the check digit (`sim-simulated.ts`). */
const simCards: Record<string, { digit: string; status: SimStatus }> = {
  active: { digit: '1', status: 'activated' },
  suspended: { digit: '6', status: 'suspended' },
  slow: { digit: '7', status: 'activated' },
  test: { digit: '8', status: 'test_ready' },
}

interface Kind {
  type: string
  commands: { name: string; payload: string }[]
  instructions: string
  link: { label: string; url: string } | null
}
const kinds: Record<string, Kind> = {
  router: {
    type: 'router',
    commands: router,
    instructions:
      'Behind the door of the controller cabinet, key 7.\nPower off for ten seconds, then wait for the third green lamp.',
    link: { label: 'Manual of the router', url: 'https://wiki.teltonika-networks.com/view/RUT240' },
  },
  camera: {
    type: 'camera',
    commands: [],
    instructions: 'On the pole, 3.4 m up: ladder and second person needed.\nClean the dome with a dry cloth only.',
    link: { label: 'Live picture', url: 'https://cameras.wheelhouse.example/live' },
  },
  meter: {
    type: 'charger',
    commands: meter,
    instructions: 'The meter of the charging lockers; sealed by the grid company, do not open.',
    link: null,
  },
  barrier: {
    type: 'barrier',
    commands: barrier,
    instructions: 'In a power cut the arm is lifted by hand: turn the key under the cap to the left.',
    link: { label: 'Service contract', url: 'https://docs.wheelhouse.example/barriers' },
  },
}

// code | kind | name | own id | status of the SIM, none or other | number | days since created | comment
const table = `
104217 | router  | Router in the cabinet      | RUT240-1104217118 | active    | +37253001122 | 340 | Antenna moved to the roof in May.
104217 | camera  | Camera, platform side      | AXIS-P3268-00408C | other     |              | 212 |
104217 | barrier | Barrier of the forecourt   | BFT-GIOTTO-0331   | slow      | +37253001123 | 120 | Belongs to the railway; ours to open.
104233 | router  | Router, level P1           | RUT240-1104233071 | suspended |              | 330 | Card was blocked over an unpaid bill; ask for it again.
104275 | meter   | Meter of the e-bike racks  | ABB-B23-112-540   | active    | +37253001125 | 173 |
104448 | router  | Router at the beach        | RUT240-1104448009 | active    |              | 214 | Only in summer.
203104 | router  | Ruter i skapet             | RUT955-2203104221 | active    | +4794012345  | 290 |
203104 | camera  | Kamera, inngang            | AXIS-P3265-00991A | none      |              | 290 | Wired; no SIM of its own.
203201 | meter   | Måler, ladeskap            | KAMSTRUP-680-7712 | test      | +4794012346  | 41  | Waits for the grid company.
301063 | router  | Router, ferry landing      | CRADLE-E100-77120 | active    | +14102345678 | 310 |
301117 | barrier | Bollard of the pagoda      | FAAC-J275-2210    | other     |              | 96  | Park service holds the card.`

interface ExternalDevices {
  devices: Insertable<ExternalDevicesTable>[]
  messages: Insertable<SimMessagesTable>[]
}

export function makeExternalDevices(
  recordEvent: RecordEvent,
  now: number,
  places: readonly Place[],
  staff: Staff,
): ExternalDevices {
  const chance = chanceOf('external devices')
  const actor = person(staff.named('technician@demo.test'))
  const result: ExternalDevices = { devices: [], messages: [] }
  for (const line of table.trim().split('\n')) {
    const { body, code, days, status } = deviceOf(line, chance)
    const place = places.find(({ site }) => site.code === code)
    if (!place) throw new Error(`An external device is at ${code}, which is not a location`)
    const at = daysBefore(now, days)
    const id = chance.id(at)
    const of = {
      feature: 'external-devices',
      resource_type: 'external_device',
      resource_id: id,
      resource_name: body.name,
    } as const
    const createdFields = { name: body.name, type: body.type, external_id: body.external_id }
    recordEvent(at, { ...of, visible_through_id: place.id, actor, verb: 'created', after: createdFields })
    const simStatus = status === null ? neverRequested : statusAt(now - chance.int(2, 60) * hourMs, status)
    result.devices.push({ id, location_id: place.id, ...body, ...simStatus, created_at: iso(at), updated_at: iso(at) })
    const [command] = body.sms_commands
    if (body.iccid !== null && command && status === 'activated') {
      const sentAt = now - chance.int(30, 400) * hourMs
      result.messages.push(
        messageOf({ id, iccid: body.iccid, msisdn: body.msisdn }, command, chance.id(sentAt), sentAt, actor.id),
      )
      recordEvent(sentAt, {
        ...of,
        visible_through_id: place.id,
        actor,
        verb: 'sms_sent',
        after: { sms_command: command.name },
      })
    }
  }
  return result
}

function deviceOf(line: string, chance: Chance) {
  const [code, kindName = '', name, external_id, sim = '', msisdn = '', days, comment = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  const kind = kinds[kindName]
  if (!kind) throw new Error(`There is no kind ${kindName}`)
  const card = simCards[sim]
  const body = ExternalDeviceBody.parse({
    name,
    type: kind.type,
    external_id,
    comment,
    instructions: kind.instructions,
    iccid: card ? iccidWith(card.digit, chance) : null,
    msisdn: msisdn || null,
    sim_provider: card ? 'm2m' : 'other',
    sms_commands: card ? kind.commands : [],
    links: kind.link ? [kind.link] : [],
  })
  return { body, code, days: Number(days), status: card?.status ?? null }
}

/** 19 digits with a check digit (Luhn); the one before it is given. */
function iccidWith(digit: string, chance: Chance): string {
  const body = `89372${Array.from({ length: 12 }, () => chance.int(0, 9)).join('')}${digit}`
  const sum = [...body].toReversed().reduce((total, one, index) => {
    if (index % 2 === 1) return total + Number(one)
    const doubled = Number(one) * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

const neverRequested = {
  sim_status: 'unknown',
  sim_status_at: null,
  sim_status_word: null,
  sim_status_source: null,
  sim_update: 'none',
  sim_update_id: null,
  sim_update_at: null,
  sim_update_failure: null,
}

const statusAt = (at: number, sim_status: SimStatus) => ({
  ...neverRequested,
  sim_status,
  sim_status_at: iso(at),
  sim_status_source: 'simulated',
  sim_update: 'done',
  sim_update_at: iso(at),
})

interface Card {
  id: string
  iccid: string
  msisdn: string | null
}

const messageOf = (
  { id: external_device_id, iccid, msisdn }: Card,
  { name, payload }: { name: string; payload: string },
  id: string,
  at: number,
  requested_by: string | null,
): Insertable<SimMessagesTable> => ({
  id,
  external_device_id,
  command_name: name,
  payload,
  iccid,
  msisdn,
  requested_by,
  status: 'delivered',
  failure: null,
  answer: 'OK',
  source: 'simulated',
  provider_message_id: null,
  created_at: iso(at),
  sent_at: iso(at + 1400),
  ended_at: iso(at + minuteMs / 4),
})
