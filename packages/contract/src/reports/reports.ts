import * as z from 'zod'
import { periodDaysAtMost } from '../calendar-days.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { LocationTag } from '../locations/location-values.ts'
import { requiredLine } from '../texts.ts'
import { ReportType, columnKinds } from './report-columns.ts'
import { Timeframe } from './timeframes.ts'

export const reportStatuses = ['pending', 'running', 'ready', 'failed', 'expired'] as const
export const ReportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof ReportStatus>

export const reportFormats = ['csv', 'xlsx'] as const
export const ReportFormat = z.enum(reportFormats, 'Format is required')
export type ReportFormat = z.infer<typeof ReportFormat>

/** Why a report failed; the console has the sentences. */
export const reportFailures = ['no_locations', 'cancelled', 'right_lost', 'storage', 'internal'] as const
export const ReportFailure = z.enum(reportFailures)
export type ReportFailure = z.infer<typeof ReportFailure>

const Day = z.iso.date()
const Count = z.number().int().nonnegative()

export const Report = z.object({
  id: Id,
  description: z.string(),
  type: ReportType,
  format: ReportFormat,
  status: ReportStatus,
  failure: ReportFailure.nullable(),
  timeframe: Timeframe,
  from_day: Day,
  to_day: Day,
  /** Of the last run: how many locations and rows; while it runs, how many rows are written. */
  locations: Count,
  rows_done: Count,
  bytes: Count.nullable(),
  /** The file names people, so it is given only to readers who may see people. */
  has_people: z.boolean(),
  repeats_monthly: z.boolean(),
  organization_name: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
  ended_at: Instant.nullable(),
  /** Until when the file can be downloaded. */
  expires_at: Instant.nullable(),
  version: z.number().int(),
})
export type Report = z.infer<typeof Report>

const dayMs = 86_400_000

/** Both days are included. */
const isSpan = (from: string, to: string): boolean =>
  from <= to && (Date.parse(to) - Date.parse(from)) / dayMs < periodDaysAtMost

const TimeframeDay = z.iso.date('Timeframe is required')

/** One of the three choices of locations; empty ones choose nothing. */
export const ReportBody = z
  .strictObject({
    description: requiredLine('Description', 5, 200),
    type: ReportType,
    format: ReportFormat,
    from_day: TimeframeDay,
    to_day: TimeframeDay,
    location_ids: z.array(Id).max(1_000).default([]),
    tags: z.array(LocationTag).max(20).default([]),
    of_organization_id: Id.nullable().default(null),
    repeats_monthly: z.boolean().default(false),
  })
  .superRefine((body, refine) => {
    const add = (path: string, message: string) => refine.addIssue({ code: 'custom', path: [path], message })
    if (!isSpan(body.from_day, body.to_day)) add('from_day', `At most ${periodDaysAtMost} days, and From not after To`)
    if (body.location_ids.length + body.tags.length === 0 && body.of_organization_id === null)
      add('location_ids', 'Choose locations, tags or an organization')
  })
export type ReportBody = z.output<typeof ReportBody>

const path = '/report/v1/reports'
const ReportRef = z.strictObject({ report_id: Id })
const onReport = { report: 'report_id' } as const

export const reports = list({
  says: { failed: 'Fetch reports failed' },
  path,
  summary: 'Reports that the caller may see',
  access: { report: ['GET_REPORTS'] },
  row: Report,
  filters: {
    /** Part of the description. */
    q: searchText,
    type: anyOf(ReportType),
    status: anyOf(ReportStatus),
    created_at: age,
  },
  sortBy: ['created_at', 'description', 'type', 'status', 'expires_at', 'id'],
  order: 'desc',
  exports: [
    'id',
    'description',
    'type',
    'from_day',
    'to_day',
    'status',
    'failure',
    'locations',
    'rows_done',
    'bytes',
    'format',
    'repeats_monthly',
    'organization_name',
    'created_by_name',
    'created_at',
    'ended_at',
    'expires_at',
  ],
})
export const listReports = reports.route
const changes = [listReports] as const

export const getReport = route({
  method: 'GET',
  path: `${path}/:report_id`,
  summary: 'One report',
  says: { failed: 'Fetch reports failed' },
  access: { report: ['GET_REPORTS'] },
  on: onReport,
  params: ReportRef,
  reply: Report,
})

export const createReport = route({
  method: 'POST',
  path,
  summary: 'Create a report: a job makes its file',
  says: { failed: 'Create report failed', done: 'Report created' },
  access: { report: ['CREATE_REPORT'] },
  body: ReportBody,
  reply: Report,
  changes,
})

export const runReportAgain = route({
  method: 'POST',
  path: `${path}/:report_id/runs`,
  summary: 'Make the file of a report again, for the same days, with the permissions of the caller',
  says: { failed: 'Create report failed', done: 'Report started again' },
  access: { report: ['CREATE_REPORT'] },
  on: onReport,
  params: ReportRef,
  reply: Report,
  changes,
})

export const cancelReport = route({
  method: 'DELETE',
  path: `${path}/:report_id/runs`,
  summary: 'Stop a report that is pending or running',
  says: { failed: 'Cancel report failed', done: 'Report cancelled' },
  access: { report: ['CREATE_REPORT'] },
  on: onReport,
  params: ReportRef,
  reply: Report,
  changes,
})

export const setReportRepeat = route({
  method: 'PUT',
  path: `${path}/:report_id/repeat`,
  summary: 'Run this report every month for the previous month, or no longer',
  says: { failed: 'Update report failed', done: 'Report updated' },
  access: { report: ['CREATE_REPORT'] },
  on: onReport,
  params: ReportRef,
  body: z.strictObject({ repeats_monthly: z.boolean() }),
  reply: Report,
  needsVersion: true,
  changes,
})

const Cell = z.union([z.string(), z.number(), z.null()])
/** How much of its time in service a location was not offline as a whole, in per cent; null while it was not in service. */
const UptimePlace = z.object({
  location_code: z.string(),
  location_label: z.string(),
  uptime: z.number().nullable(),
  /** One a day of the timeframe. */
  days: z.array(z.number().nullable()),
  offline_minutes: z.array(z.number()),
  maintenance_minutes: z.array(z.number()),
})
export type UptimePlace = z.infer<typeof UptimePlace>

export const ReportPreview = z.object({
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  rows: z.array(z.array(Cell)),
  chart: z.object({
    categories: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
    /** The chart shows so many categories at most; more were left out. */
    is_whole: z.boolean(),
  }),
  /** Of an uptime report: how many locations it has, and those with the lowest uptime, the lowest first. Older reports have none. */
  uptime: z.object({ count: Count, places: z.array(UptimePlace) }).optional(),
})
export type ReportPreview = z.infer<typeof ReportPreview>

export const getReportPreview = route({
  method: 'GET',
  path: `${path}/:report_id/preview`,
  summary: 'The chart and the first rows of a report that is ready',
  says: { failed: 'Fetch reports failed' },
  access: { report: ['GET_REPORTS'] },
  on: onReport,
  params: ReportRef,
  reply: ReportPreview,
})

export const ReportLink = z.object({ url: z.string(), expires_at: Instant })
export type ReportLink = z.infer<typeof ReportLink>

export const createReportLink = route({
  method: 'POST',
  path: `${path}/:report_id/links`,
  summary: 'An address that gives the file to this person for as long as it is kept',
  says: { failed: 'Download report failed' },
  access: { report: ['GET_REPORTS'] },
  on: onReport,
  params: ReportRef,
  reply: ReportLink,
  isSecret: true,
})

export const downloadReport = route({
  method: 'GET',
  path: '/report/v1/report-downloads/:token',
  summary: 'The file behind a download link',
  access: {
    public: 'the address is the permission: signed, for one report and one person, whose permissions are checked again',
  },
  params: z.strictObject({ token: z.string().regex(/^[\w-]{20,160}$/) }),
  file: 'application/octet-stream',
})

export const listReportEvents = eventsOf(getReport, { report: ['GET_REPORTS'] })
