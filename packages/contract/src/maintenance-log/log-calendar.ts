import * as z from 'zod'
import { Instant, route } from '../route.ts'

export const logCalendarScopes = ['assigned', 'visible'] as const
export const LogCalendarScope = z.enum(logCalendarScopes, 'Choose which entries')
export type LogCalendarScope = z.infer<typeof LogCalendarScope>

export const LogCalendar = z.object({
  /** Null: there is no address. */
  created_at: Instant.nullable(),
  scope: LogCalendarScope.nullable(),
  /** When a calendar program last read it. */
  read_at: Instant.nullable(),
})
export type LogCalendar = z.infer<typeof LogCalendar>

const path = '/maintenance/v1/log-calendar'
const access = { location: ['GET_MAINTENANCE_LOG_ENTRIES'] } as const

export const getLogCalendar = route({
  method: 'GET',
  path,
  summary: "Whether the caller's own calendar address exists, and when it was last read",
  says: { failed: 'Fetch calendar address failed' },
  isOwn: true,
  access,
  staleOn: [],
  reply: LogCalendar,
})

/** The address is shown once; a new one ends the old one. */
export const createLogCalendar = route({
  method: 'POST',
  path,
  summary: "Create the caller's secret calendar address; an earlier one stops working",
  says: { failed: 'Create calendar address failed' },
  access,
  body: z.strictObject({ scope: LogCalendarScope }),
  reply: z.object({ url: z.string() }),
  isSecret: true,
  changes: [getLogCalendar],
})

export const deleteLogCalendar = route({
  method: 'DELETE',
  path,
  summary: "Revoke the caller's calendar address",
  says: { failed: 'Revoke calendar address failed', done: 'Calendar address revoked' },
  access,
  changes: [getLogCalendar],
})

export const readLogCalendar = route({
  method: 'GET',
  path: '/maintenance/v1/log-calendars/:secret',
  summary: 'The open maintenance log entries of a person as an iCalendar feed',
  access: {
    public: 'calendar programs send no token: the secret address is the permission, and its person can revoke it',
  },
  params: z.strictObject({ secret: z.string().regex(/^[\w-]{43}\.ics$/) }),
  file: 'text/calendar',
})
