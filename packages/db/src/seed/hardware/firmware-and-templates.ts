import type { Insertable } from 'kysely'
import { certain, entriesOf } from '@wheelhouse/contract/certain.ts'
import type {
  ConfigTemplatesTable,
  ConfigTemplateVersionsTable,
  FirmwareReleasesTable,
  HardwareAssignmentsTable,
} from '../../tables.gen.ts'
import { chanceOf } from '../chance.ts'
import type { Chance } from '../chance.ts'
import type { Staff } from '../people/people.ts'
import { dayMs, hourMs, iso } from '../times.ts'
import type { Installed } from './devices.ts'

type Channel = 'stable' | 'testing' | 'development' | 'fallback'

/** What the channels offer, by family: the newest of `stable` is what most of the seeded hardware runs. */
const releases: Readonly<Record<string, Readonly<Record<Channel, string>>>> = {
  'gateway-g3': { stable: '4.2.1', testing: '4.3.0-rc.2', development: '4.4.0-dev.9', fallback: '4.1.7' },
  'gateway-g2': { stable: '2.9.4', testing: '2.9.5-rc.1', development: '2.10.0-dev.2', fallback: '2.8.1' },
  'dock-g3': { stable: '2.14.3', testing: '2.15.0-rc.1', development: '2.16.0-dev.4', fallback: '2.13.0' },
  'dock-g2': { stable: '1.9.9', testing: '1.10.0-rc.1', development: '1.10.0-dev.3', fallback: '1.9.8' },
  'locker-g3': { stable: '2.14.3', testing: '2.15.0-rc.1', development: '2.16.0-dev.4', fallback: '2.13.0' },
  'door-g3': { stable: '2.14.3', testing: '2.15.0-rc.1', development: '2.16.0-dev.4', fallback: '2.13.0' },
  'guard-g3': { stable: '2.14.3', testing: '2.15.0-rc.1', development: '2.16.0-dev.4', fallback: '2.13.0' },
  'rental-dock-g3': { stable: '2.14.3', testing: '2.15.0-rc.1', development: '2.16.0-dev.4', fallback: '2.13.0' },
}

const releasedDaysAgo: Record<Channel, number> = { stable: 41, testing: 9, development: 2, fallback: 180 }

interface TemplateStory {
  name: string
  description: string
  firmware_name: string
  device_type: string
  values: Record<string, string | number | boolean>
  /** Of the version before, where there was one. */
  before?: Record<string, string | number | boolean>
  comment: string
}

const templates: readonly TemplateStory[] = [
  {
    name: 'Quiet docks near homes',
    description: 'Low buzzer and dim light for docks in residential streets.',
    firmware_name: 'dock-g3',
    device_type: 'dock',
    values: { buzzer_level: 1, led_brightness: 30 },
    before: { buzzer_level: 2, led_brightness: 30 },
    comment: 'Neighbours could still hear it at night',
  },
  {
    name: 'Low-voltage alarm of docks',
    description: 'Raises an alarm before a dock loses its supply.',
    firmware_name: 'dock-g3',
    device_type: 'dock',
    values: { low_voltage_mv: 4_500, tamper_sensitivity: 6 },
    comment: '',
  },
  {
    name: 'Controller on site Wi-Fi',
    description: 'For sites where the mobile network is weak.',
    firmware_name: 'gateway-g3',
    device_type: 'controller',
    values: { wifi_enabled: true, heartbeat_s: 60 },
    comment: '',
  },
]

export interface FirmwareAndTemplates {
  releases: Insertable<FirmwareReleasesTable>[]
  templates: Insertable<ConfigTemplatesTable>[]
  versions: Insertable<ConfigTemplateVersionsTable>[]
  assignments: Insertable<HardwareAssignmentsTable>[]
}

export function makeFirmwareAndTemplates(
  now: number,
  staff: Staff,
  installed: readonly Installed[],
): FirmwareAndTemplates {
  const chance = chanceOf('firmware-and-templates')
  const made: FirmwareAndTemplates = { releases: [], templates: [], versions: [], assignments: [] }
  for (const [firmware_name, channels] of Object.entries(releases))
    for (const [channel, version] of entriesOf(channels)) {
      const at = now - releasedDaysAgo[channel] * dayMs
      made.releases.push({ id: chance.id(at), firmware_name, channel, version, notes: '', released_at: iso(at) })
    }
  const person = staff.named('technician@demo.test').id
  for (const [n, story] of templates.entries())
    addTemplate(made, chance, { story, at: now - (30 - n * 9) * dayMs, person })
  made.assignments = installed.filter(({ hardware_id }) => hardware_id !== null).map((one) => assignmentOf(one, chance))
  return made
}

interface Planned {
  story: TemplateStory
  at: number
  person: string
}

function addTemplate(made: FirmwareAndTemplates, chance: Chance, { story, at, person }: Planned): void {
  const { values, before, comment, ...named } = story
  const params = (of: TemplateStory['values']) => Object.entries(of).map(([key, value]) => ({ key, value }))
  const id = chance.id(at)
  const versions = before ? [before, values] : [values]
  const updated = at + (versions.length - 1) * dayMs
  made.templates.push({
    ...named,
    id,
    organization_id: null,
    params: params(values),
    version: versions.length,
    created_by: person,
    updated_by: person,
    created_at: iso(at),
    updated_at: iso(updated),
  })
  for (const [n, of] of versions.entries()) {
    const since = at + n * dayMs
    const said = n === versions.length - 1 ? comment : ''
    const kept = { template_id: id, version: n + 1, params: params(of), comment: said, created_by: person }
    made.versions.push({ ...kept, id: chance.id(since), created_at: iso(since) })
  }
}

/** Built in when its location was made, and there since then. */
function assignmentOf({ id, hardware_id, place }: Installed, chance: Chance): Insertable<HardwareAssignmentsTable> {
  const at = place.createdAt + hourMs
  return {
    id: chance.id(at),
    hardware_id: certain(hardware_id),
    device_id: id,
    location_id: place.id,
    assigned_at: iso(at),
    assigned_by: null,
  }
}
