import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { eventsOf } from '../events/events.ts'
import { alarmReasons } from '../hardware/hardware-details.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { listLogEntries } from '../maintenance-log/maintenance-log.ts'
import { LogPriority, LogResource, logTypes, needsFirmware } from '../maintenance-log/entry-rules.ts'
import { reminderPeriods } from '../reminders/reminder-runs.ts'
import { Id, Instant, route } from '../route.ts'
import { withRules } from '../rules.ts'
import { requiredLine, requiredLines } from '../texts.ts'
import { wallTime } from '../wall-clock.ts'

/** What makes the entries of a plan: a person who picks the template, the calendar, or an outage or an alarm. */
export const workPlanKinds = ['template', 'recurring', 'rule'] as const
export const WorkPlanKind = z.enum(workPlanKinds, 'Kind is required')
export type WorkPlanKind = z.infer<typeof WorkPlanKind>

export const workPlanStatuses = ['active', 'disabled'] as const
export const WorkPlanStatus = z.enum(workPlanStatuses, 'Status is required')
export type WorkPlanStatus = z.infer<typeof WorkPlanStatus>

export const workPlanPeriods = reminderPeriods.filter((period) => period !== 'hourly')
export const WorkPlanPeriod = z.enum(workPlanPeriods, 'Period is required')
export type WorkPlanPeriod = z.infer<typeof WorkPlanPeriod>

/** A confirmed outage, or an alarm with this reason. */
export const workPlanTriggers = ['outage', ...alarmReasons] as const
export const WorkPlanTrigger = z.enum(workPlanTriggers)
export type WorkPlanTrigger = z.infer<typeof WorkPlanTrigger>

/** Firmware work names two versions, which nobody knows before the work. */
export const plannedTypes = logTypes.filter((type) => !needsFirmware(type))
const PlannedType = z.enum(plannedTypes, 'Type is required')

export const planLocationsAtMost = 1_000

const content = {
  name: requiredLine('Name', 3, 64),
  /** Shorter than that of an entry, to which a rule adds what happened. */
  description: requiredLines('Description', 10, 3500),
  type: PlannedType,
  priority: LogPriority,
  resource: LogResource,
} as const

const fields = {
  ...content,
  kind: WorkPlanKind,
  status: WorkPlanStatus,
  /** Of recurring jobs, in the time zone of the organization. */
  starts_at: wallTime('First entry at').nullable().default(null),
  period: WorkPlanPeriod.nullable().default(null),
  every: z.int('Every is required').min(1, 'Every: at least 1').max(12, 'Every: at most 12').default(1),
  /** Of rules. */
  triggers: z.array(WorkPlanTrigger).max(workPlanTriggers.length).default([]),
  /** None: all locations that the organization owns or operates, those to come included. */
  location_ids: z.array(Id).max(planLocationsAtMost, `Locations: at most ${planLocationsAtMost}`).default([]),
} as const

export const WorkPlanBody = withRules(z.strictObject(fields), (body, refuse) => {
  if (body.kind === 'recurring' && body.starts_at === null) refuse('starts_at', 'First entry at is required')
  if (body.kind === 'recurring' && body.period === null) refuse('period', 'Period is required')
  if (body.kind === 'rule' && body.triggers?.length === 0) refuse('triggers', 'Choose at least one event')
})
export type WorkPlanBody = z.output<typeof WorkPlanBody>
export const workPlanFields = keysOf(fields)

export const PlanLocation = z.object({ id: Id, code: z.string(), label: z.string() })

export const WorkPlan = z.object({
  id: Id,
  kind: WorkPlanKind,
  status: WorkPlanStatus,
  name: z.string(),
  description: z.string(),
  type: PlannedType,
  priority: LogPriority,
  resource: LogResource,
  organization_id: Id,
  organization_name: z.string(),
  /** Of the organization: its working hours name it, else most of its locations. */
  time_zone: z.string(),
  starts_at: z.string().nullable(),
  period: WorkPlanPeriod.nullable(),
  every: z.number().int(),
  triggers: z.array(WorkPlanTrigger),
  covers_all: z.boolean(),
  /** Those that the reader may see, by code; none where it covers all. */
  locations: z.array(PlanLocation),
  /** How many it made, as long as they are kept. */
  entries: z.number().int(),
  last_entry_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type WorkPlan = z.infer<typeof WorkPlan>

/** With the next five runs of a recurring job that is switched on. */
export const WorkPlanDetails = WorkPlan.extend({ next_runs: z.array(Instant) })
export type WorkPlanDetails = z.infer<typeof WorkPlanDetails>
export const previewedPlanRuns = 5

const see = { organization: ['GET_MAINTENANCE_LOG_ENTRIES'] } as const
const edit = { organization: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const
const on = { organization: 'organization_id' } as const
const staleOn = ['work_plan'] as const
const placePath = '/maintenance/v1/organizations/:organization_id/work-plans'
const onePath = `${placePath}/:work_plan_id`
const OrganizationRef = z.strictObject({ organization_id: Id })
const Ref = z.strictObject({ organization_id: Id, work_plan_id: Id })

export const workPlans = list({
  says: { failed: 'Fetch planned work failed' },
  path: '/maintenance/v1/work-plans',
  summary: 'Templates, recurring jobs and rules of the organizations whose planned work the caller may see',
  access: { organization: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
  staleOn,
  row: WorkPlan,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    kind: anyOf(WorkPlanKind),
    status: anyOf(WorkPlanStatus),
    priority: anyOf(LogPriority),
    organization_id: anyOf(Id),
    created_at: age,
  },
  sortBy: ['name', 'organization_name', 'status', 'priority', 'type', 'created_at', 'updated_at', 'id'],
  exports: [
    ...(['id', 'kind', 'name', 'status', 'description', 'type', 'priority', 'resource'] as const),
    ...(['organization_name', 'time_zone', 'starts_at', 'every', 'period', 'triggers'] as const),
    ...(['location_codes', 'entries', 'last_entry_at', 'created_at', 'updated_at'] as const),
  ],
})
export const listWorkPlans = workPlans.route
export const exportWorkPlans = workPlans.csv
const changes = [listWorkPlans] as const

export const getWorkPlan = route({
  method: 'GET',
  path: onePath,
  summary: 'One template, recurring job or rule',
  says: { failed: 'Fetch planned work failed' },
  access: see,
  staleOn,
  on,
  params: Ref,
  reply: WorkPlanDetails,
})

/** What makes entries by itself needs the right to write the log at every location that it covers. */
export const createWorkPlan = route({
  method: 'POST',
  path: placePath,
  summary: 'Create a template, a recurring job or a rule of an organization',
  says: { failed: 'Create planned work failed', done: 'Planned work created' },
  access: edit,
  on,
  params: OrganizationRef,
  body: WorkPlanBody,
  reply: WorkPlanDetails,
  changes,
})

export const updateWorkPlan = route({
  method: 'PUT',
  path: onePath,
  summary: 'Update a template, a recurring job or a rule; entries that it made stay as they are',
  says: { failed: 'Update planned work failed', done: 'Planned work updated' },
  access: edit,
  on,
  params: Ref,
  body: WorkPlanBody,
  needsVersion: true,
  reply: WorkPlanDetails,
  changes: [listWorkPlans, getWorkPlan],
})

export const switchWorkPlan = route({
  method: 'PUT',
  path: `${onePath}/status`,
  summary: 'Switch a template, a recurring job or a rule on or off',
  says: { failed: 'Update planned work failed' },
  access: edit,
  on,
  params: Ref,
  body: z.strictObject({ status: WorkPlanStatus }),
  needsVersion: true,
  reply: WorkPlanDetails,
  changes: [listWorkPlans, getWorkPlan],
})

export const deleteWorkPlan = route({
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a template, a recurring job or a rule; entries that it made stay',
  says: { failed: 'Delete planned work failed', done: 'Planned work deleted' },
  access: edit,
  on,
  params: Ref,
  needsVersion: true,
  changes: [listWorkPlans, listLogEntries],
})

export const listWorkPlanEvents = eventsOf(getWorkPlan, edit)

export const LogTemplate = z.object({ id: Id, ...content, name: z.string(), description: z.string() })
export type LogTemplate = z.infer<typeof LogTemplate>

export const listLogTemplates = route({
  method: 'GET',
  path: '/maintenance/v1/locations/:location_id/log-templates',
  summary: 'Templates for new entries at a location, of its owner and its operator, by name; the first 100',
  says: { failed: 'Fetch templates failed' },
  access: { location: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] },
  staleOn: [],
  on: { location: 'location_id' },
  params: z.strictObject({ location_id: Id }),
  reply: z.array(LogTemplate),
})
