import type { Insertable } from 'kysely'
import { lastRunNumber, ReminderPeriod, runAt } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import { ReminderStatus } from '@wheelhouse/contract/reminders/reminders.ts'
import type {
  ReminderConfigLocationsTable,
  ReminderConfigsTable,
  ReminderGroupsTable,
  ReminderNoticesTable,
  ResourceGroupMembersTable,
} from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Place } from './locations.ts'
import type { OrganizationName, Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import type { Session } from './sessions.ts'
import { daysBefore, hourMs, iso } from './times.ts'

interface GroupLines {
  name: string
  description: string
  owner: OrganizationName
  maker: string
  /** First digits of the codes of the locations. */
  codes: string
  days: number
  /** status | activation | period | hours | notification | subject | message */
  configs: string
}

const groups: readonly GroupLines[] = [
  {
    name: 'Tallinn, long stays',
    description: 'Riders who leave a bicycle for days at a station of the city are asked to collect it.',
    owner: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    codes: '104',
    days: 180,
    configs: `
active   | 09:00 | daily   | 24  | yes | Your bicycle is still parked | It has been parked for a day. Please collect it, so that others find a free dock.
active   | 18:00 | weekly  | 168 | yes | Parked for more than a week  | Your bicycle has been here for over a week. After 14 days it may be removed.
disabled | 10:00 | monthly | 720 | no  | Forgotten bicycles           | Listed for the crew that removes forgotten bicycles at the end of the month.`,
  },
  {
    name: 'Oslo, hverdager',
    description: 'Short stays at the stations of the railway: docks are needed by commuters.',
    owner: 'Oslo Sykkelparkering AS',
    maker: 'maarja.tuisk@wheelhouse.test',
    codes: '203',
    days: 95,
    configs: `
active   | 20:00 | daily   | 14  | yes | Sykkelen står fortsatt parkert | Your bicycle has been parked since this morning. Free parking ends after 24 hours.
disabled | 07:30 | weekly  | 72  | yes | Before the weekend             | Please collect your bicycle before the weekend, the racks are cleaned on Saturday.`,
  },
  {
    name: 'Baltimore, overnight',
    description: 'Overnight stays in the racks of Baltimore, checked every hour.',
    owner: 'Bay Bike Parking Inc',
    maker: 'dana.whitfield@baybike.test',
    codes: '301',
    days: 40,
    configs: `
active   | 06:00 | hourly  | 72  | no  | Parked for three days | Reported to the crew, the rider is not notified.`,
  },
]

interface Reminders {
  groups: Insertable<ReminderGroupsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  configs: Insertable<ReminderConfigsTable>[]
  locations: Insertable<ReminderConfigLocationsTable>[]
  notices: Insertable<ReminderNoticesTable>[]
}

interface Given {
  places: readonly Place[]
  organizations: Organizations
  staff: Staff
  sessions: readonly Session[]
}

/** Reminders of each city, and what the daily ones sent at their last run. */
export function makeReminders(recordEvent: RecordEvent, now: number, given: Given): Reminders {
  const chance = chanceOf('reminders')
  const result: Reminders = { groups: [], members: [], configs: [], locations: [], notices: [] }
  for (const lines of groups) addGroup(recordEvent, now, { chance, result, lines, ...given })
  return result
}

interface Adding extends Given {
  chance: Chance
  result: Reminders
  lines: GroupLines
}

function addGroup(recordEvent: RecordEvent, now: number, adding: Adding): void {
  const { chance, result, lines, organizations, staff, places } = adding
  const at = daysBefore(now, lines.days)
  const id = chance.id(at)
  const times = { created_at: iso(at), updated_at: iso(at), version: 1 }
  const { name, description } = lines
  result.groups.push({ id, organization_id: organizations.idOf(lines.owner), name, description, ...times })
  result.members.push({
    resource_type: 'reminders',
    resource_id: id,
    group_id: organizations.groupOf(lines.owner, 'owner'),
  })
  const about = { feature: 'reminders', resource_type: 'reminders', resource_id: id, resource_name: name } as const
  const actor = person(staff.named(lines.maker))
  recordEvent(at, { ...about, verb: 'group_created', visible_through_id: null, actor, after: { name, description } })
  const affected = places.filter(({ site, launchedAt }) => site.code.startsWith(lines.codes) && launchedAt !== null)
  for (const line of lines.configs.trim().split('\n')) {
    const config = configOf(line, { id: chance.id(at), group_id: id, at, times })
    result.configs.push(config)
    result.locations.push(...affected.map((place) => ({ config_id: config.id, location_id: place.id })))
    recordEvent(at, {
      ...about,
      verb: 'created',
      visible_through_id: null,
      actor,
      after: {
        subject: config.subject,
        period: config.period,
        min_hours: config.min_hours,
        locations: affected.length,
      },
    })
    if (config.status === 'active' && config.period === 'daily') addNotices(now, adding, config, affected)
  }
}

interface Made {
  id: string
  group_id: string
  at: number
  times: { created_at: string; updated_at: string; version: number }
}

function configOf(line: string, { at, times, ...ids }: Made) {
  const [status, clock = '', period, hours, notification, subject = '', message = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  return {
    ...ids,
    status: ReminderStatus.parse(status),
    activation_at: `${iso(at).slice(0, 10)}T${clock}`,
    period: ReminderPeriod.parse(period),
    min_hours: Number(hours),
    subject,
    message,
    generate_notification: notification === 'yes',
    schedule: 1,
    runs_after: iso(at),
    ...times,
  }
}

/** Of the last run: the sessions that are parked still. */
function addNotices(
  now: number,
  { chance, result, sessions }: Adding,
  config: ReturnType<typeof configOf>,
  affected: readonly Place[],
): void {
  const zone = affected[0]?.city.time_zone ?? 'UTC'
  const number = lastRunNumber(config, now, zone)
  if (number === null) return
  const at = runAt(config, number, zone)
  const ids = new Set(affected.map(({ id }) => id))
  for (const { id, device, rider, start, status } of sessions)
    if (status === 'active' && ids.has(device.place.id) && start < at - config.min_hours * hourMs)
      result.notices.push({
        id: chance.id(at),
        group_id: config.group_id,
        config_id: config.id,
        schedule: 1,
        period_number: number,
        session_id: id,
        location_id: device.place.id,
        device_id: device.id,
        user_id: rider.id,
        subject: config.subject,
        run_at: iso(at),
        created_at: iso(at),
        push_status: 'skipped',
        message_id: null,
      })
}
