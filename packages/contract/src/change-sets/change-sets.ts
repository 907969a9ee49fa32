import * as z from 'zod'
import { FirmwareChannel } from '../commands/command-catalogue.ts'
import { HardwareId, HardwareIds } from '../hardware/hardware-ids.ts'
import { getHardwareConfig, listConfigChanges, ParameterValues } from '../hardware-config/hardware-config.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { RequiredComment, requiredLine } from '../texts.ts'

/** What more than one device gets: values, the values of a template, or the newest firmware of a channel. */
export const changeSetKinds = ['config', 'template', 'firmware'] as const
export const ChangeSetKind = z.enum(changeSetKinds)
export type ChangeSetKind = z.infer<typeof ChangeSetKind>

export const changeSetStatuses = [
  'planned',
  'running',
  'halted',
  'stopping',
  'stopped',
  'completed',
  'rolling_back',
  'rolled_back',
  'discarded',
] as const
export const ChangeSetStatus = z.enum(changeSetStatuses)
export type ChangeSetStatus = z.infer<typeof ChangeSetStatus>

/** Why a change set halted by itself. */
export const haltReasons = ['too_many_failed', 'not_healthy', 'rights_lost'] as const
export const HaltReason = z.enum(haltReasons)
export type HaltReason = z.infer<typeof HaltReason>

export const changeSetDecisions = ['start', 'discard', 'continue', 'stop', 'roll_back'] as const
export const ChangeSetDecision = z.enum(changeSetDecisions)
export type ChangeSetDecision = z.infer<typeof ChangeSetDecision>

/** What a person may decide in each status: used by buttons, server and tests. */
export const decisionsIn: Readonly<Record<ChangeSetStatus, readonly ChangeSetDecision[]>> = {
  planned: ['start', 'discard'],
  running: ['stop', 'roll_back'],
  halted: ['continue', 'stop', 'roll_back'],
  stopping: ['roll_back'],
  stopped: ['roll_back'],
  completed: ['roll_back'],
  rolling_back: [],
  // Once more, for the devices that did not go back the first time.
  rolled_back: ['roll_back'],
  discarded: [],
}

/** The server still works on it: its devices belong to it until then. */
export const isChangeSetActive = (status: ChangeSetStatus): boolean =>
  status === 'running' || status === 'halted' || status === 'stopping' || status === 'rolling_back'

/** Bounds of what a planner chooses, and what is offered first. */
export const planBounds = {
  canary: { max: 20 },
  wave_size: { min: 1, max: 20, usual: 10 },
  pause_s: { min: 0, max: 86_400, usual: 60 },
  max_failed_percent: { min: 0, max: 100, usual: 5 },
  healthy_within_s: { min: 30, max: 86_400, usual: 300 },
} as const

const bounded = ({ min, max }: { min: number; max: number }, label: string) =>
  z.int(`${label}: a whole number`).min(min, `${label}: ${min} to ${max}`).max(max, `${label}: ${min} to ${max}`)

const WaveSettings = {
  /** Devices that may be in work at the same time. */
  wave_size: bounded(planBounds.wave_size, 'Devices per wave'),
  /** Time between the end of a wave and the start of the next. */
  pause_s: bounded(planBounds.pause_s, 'Pause'),
  /** The change set halts when more of the devices that began have failed. */
  max_failed_percent: bounded(planBounds.max_failed_percent, 'Failed devices'),
  /** Time in which a device must report again after its change. */
  healthy_within_s: bounded(planBounds.healthy_within_s, 'Healthy within'),
}

export const ChangeSet = z.object({
  id: Id,
  name: z.string(),
  kind: ChangeSetKind,
  status: ChangeSetStatus,
  halt: HaltReason.nullable(),
  comment: z.string(),
  template_id: Id.nullable(),
  template_name: z.string().nullable(),
  template_version: z.number().int().nullable(),
  channel: FirmwareChannel.nullable(),
  ...WaveSettings,
  /** The wave that began last, 0 is the canary; null before the start. */
  wave: z.number().int().nullable(),
  /** How many waves follow the canary. */
  waves: z.number().int(),
  /** The pause ends then. */
  next_wave_at: Instant.nullable(),
  devices: z.number().int(),
  skipped: z.number().int(),
  waiting: z.number().int(),
  under_way: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  rolled_back: z.number().int(),
  rollback_failed: z.number().int(),
  planned_by_name: z.string().nullable(),
  planned_at: Instant,
  started_by_name: z.string().nullable(),
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
})
export type ChangeSet = z.infer<typeof ChangeSet>

const staleOn = ['change_set'] as const
const path = '/hardware/v1/change-sets'

export const changeSets = list({
  says: { failed: 'Fetch change sets failed' },
  path,
  summary: 'Change sets with at least one device that the caller may see, newest first',
  staleOn,
  access: { hardware: ['GET_PARAMS'] },
  row: ChangeSet,
  filters: {
    /** Part of the name or the comment. */
    q: searchText,
    id: ownFilter(Id.optional()),
    status: anyOf(ChangeSetStatus),
    kind: anyOf(ChangeSetKind),
    planned_at: age,
  },
  sortBy: ['planned_at', 'name', 'status', 'devices', 'failed'],
  order: 'desc',
  exports: [
    'id',
    'name',
    'kind',
    'status',
    'halt',
    'comment',
    'template_name',
    'template_version',
    'channel',
    'devices',
    'skipped',
    'done',
    'failed',
    'rolled_back',
    'rollback_failed',
    'planned_by_name',
    'planned_at',
    'started_by_name',
    'started_at',
    'ended_at',
  ],
})
export const listChangeSets = changeSets.route

const ChangeSetRef = z.strictObject({ change_set_id: Id })

/**
 * The devices are taken in waves, the canary first. What cannot take the change is part of the plan with its reason.
 * Nothing is sent before `start`.
 */
export const planChangeSet = route({
  method: 'POST',
  path,
  summary: 'Plan a change of several devices',
  says: { failed: 'Plan change set failed', done: 'Change set planned' },
  access: { hardware: ['GET_PARAMS'] },
  body: z
    .strictObject({
      name: requiredLine('Name', 3, 64),
      comment: RequiredComment,
      change: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('config'), values: ParameterValues }),
        z.strictObject({ kind: z.literal('template'), template_id: Id }),
        z.strictObject({ kind: z.literal('firmware'), channel: FirmwareChannel }),
      ]),
      hardware_ids: HardwareIds,
      canary_ids: z
        .array(HardwareId)
        .min(1, 'Choose at least one device as canary')
        .max(planBounds.canary.max, `At most ${planBounds.canary.max} devices as canary`),
      wave_size: WaveSettings.wave_size.default(planBounds.wave_size.usual),
      pause_s: WaveSettings.pause_s.default(planBounds.pause_s.usual),
      max_failed_percent: WaveSettings.max_failed_percent.default(planBounds.max_failed_percent.usual),
      healthy_within_s: WaveSettings.healthy_within_s.default(planBounds.healthy_within_s.usual),
    })
    .refine(({ hardware_ids, canary_ids }) => canary_ids.every((id) => hardware_ids.includes(id)), {
      path: ['canary_ids'],
      error: 'A canary is one of the devices',
    }),
  reply: ChangeSet,
  changes: [listChangeSets],
})

export const decideChangeSet = route({
  method: 'POST',
  path: `${path}/:change_set_id/decisions`,
  summary: 'Start, continue, stop, roll back or discard a change set',
  says: { failed: 'Update change set failed' },
  access: { hardware: ['GET_PARAMS'] },
  params: ChangeSetRef,
  body: z.strictObject({ decision: ChangeSetDecision }),
  reply: ChangeSet,
  changes: [listChangeSets, listConfigChanges, getHardwareConfig],
})
