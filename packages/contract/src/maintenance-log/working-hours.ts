import * as z from 'zod'
import { TimeZone } from '../locations/location-values.ts'
import { Id, route } from '../route.ts'
import { momentOf, shownAt } from '../wall-clock.ts'
import type { LogPriority } from './entry-rules.ts'

/** Monday is 1, as ISO 8601 counts. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const Weekday = z.int().min(1).max(7)

const clockTime = (label: string) =>
  z.string(`${label} is required`).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, `${label}: a time such as 08:00`)

const fields = {
  time_zone: TimeZone,
  /** None: work is done round the clock. */
  days: z.array(Weekday).max(7),
  opens: clockTime('From'),
  closes: clockTime('To'),
} as const

/** When the people of an organization work: the time allowed for an entry runs in these hours alone. */
export const WorkingHours = z.object({ ...fields, organization_id: Id, version: z.number().int() })
export type WorkingHours = z.infer<typeof WorkingHours>

export const WorkingHoursBody = z
  .strictObject(fields)
  .refine(({ opens, closes }) => opens < closes, { error: 'To: later than From', path: ['closes'] })
export type WorkingHoursBody = z.output<typeof WorkingHoursBody>
export const workingHoursFields = ['time_zone', 'days', 'opens', 'closes'] as const

const path = '/maintenance/v1/organizations/:organization_id/working-hours'
const on = { organization: 'organization_id' } as const
const params = z.strictObject({ organization_id: Id })

export const getWorkingHours = route({
  method: 'GET',
  path,
  summary: 'When the people of an organization do maintenance; round the clock unless set otherwise',
  says: { failed: 'Fetch working hours failed' },
  access: { organization: ['GET_MAINTENANCE_LOG_ENTRIES'] },
  staleOn: ['organization'],
  on,
  params,
  reply: WorkingHours,
})

export const updateWorkingHours = route({
  method: 'PUT',
  path,
  summary: 'Set when the people of an organization do maintenance; entries that exist keep their due times',
  says: { failed: 'Update working hours failed', done: 'Working hours updated' },
  access: { organization: ['UPDATE_MAINTENANCE_LOG_ENTRIES'] },
  on,
  params,
  body: WorkingHoursBody,
  needsVersion: true,
  reply: WorkingHours,
  changes: [getWorkingHours],
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000

type Hours = WorkingHoursBody

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const isWorkingDay = ({ days }: Hours, wall: number): boolean => days.includes(new Date(wall).getUTCDay() || 7)
const startOfDay = (wall: number): number => wall - (wall % dayMs)

/** The next working day after this one, at the same time of day. */
function nextWorkingDay(hours: Hours, wall: number): number {
  let day = wall + dayMs
  while (!isWorkingDay(hours, day)) day += dayMs
  return day
}

/** This time where it is a working one, else the beginning of the next working day. */
function workingTimeFrom(hours: Hours, wall: number): number {
  const opens = startOfDay(wall) + minutesOf(hours.opens) * minuteMs
  if (isWorkingDay(hours, wall) && wall < startOfDay(wall) + minutesOf(hours.closes) * minuteMs)
    return Math.max(wall, opens)
  return nextWorkingDay(hours, opens)
}

/**
 * When work must be done that begins to count at a moment. A whole day of the time allowed is a working day, and what is left
 * runs in working hours: 72 h are three working days. What is critical counts every hour, since an open door does not wait for
 * Monday.
 */
export function dueAfter(hours: Hours | null, from: number, allowedHours: number, priority: LogPriority): number {
  if (hours === null || hours.days.length === 0 || priority === 'critical') return from + allowedHours * hourMs
  let wall = workingTimeFrom(hours, shownAt(from, hours.time_zone))
  for (let days = Math.floor(allowedHours / 24); days > 0; days--) wall = nextWorkingDay(hours, wall)
  let left = (allowedHours % 24) * hourMs
  for (;;) {
    const closes = startOfDay(wall) + minutesOf(hours.closes) * minuteMs
    if (wall + left <= closes) return momentOf(wall + left, hours.time_zone)
    left -= closes - wall
    wall = nextWorkingDay(hours, startOfDay(wall) + minutesOf(hours.opens) * minuteMs)
  }
}
