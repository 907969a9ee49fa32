import * as z from 'zod'
import { HardwareType } from '../devices/devices.ts'
import { HardwareId } from '../hardware/hardware-ids.ts'
import { listHardware } from '../hardware/hardware-details.ts'
import { listUnassignedHardware } from '../hardware/hardware.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { lines, RequiredComment } from '../texts.ts'

/** `extended`: accepted, and its controller has named more hardware since, which waits for a person. */
export const intakeStates = ['waiting', 'extended', 'accepted', 'refused'] as const
export const IntakeState = z.enum(intakeStates)
export type IntakeState = z.infer<typeof IntakeState>

export type IntakeDecision = 'accepted' | 'refused'

const decisionsOn: Record<IntakeState, readonly IntakeDecision[]> = {
  waiting: ['accepted', 'refused'],
  refused: ['accepted'],
  accepted: [],
  extended: ['accepted', 'refused'],
}

/**
 * What a person may decide. Accepted hardware leaves by other ways. What was refused by mistake can still be accepted, also the
 * hardware that was added to an accepted mesh (`hasRefused`).
 */
export const intakeDecisions = (state: IntakeState, hasRefused: boolean): readonly IntakeDecision[] =>
  state === 'accepted' && hasRefused ? ['accepted'] : decisionsOn[state]

/**
 * Hardware that connected with the provisioning secret: a controller with its mesh, or a single piece. A known mesh gets an entry
 * when its controller names unknown hardware, which waits there for a person.
 */
export const Intake = z.object({
  id: Id,
  hardware_id: z.string(),
  state: IntakeState,
  type: HardwareType,
  mac_address: z.string(),
  mesh_id: z.string(),
  firmware_name: z.string(),
  firmware_version: z.string(),
  pcb_version: z.string(),
  protocol_version: z.string(),
  /**
   * What it speaks for; the type is null until that piece has started as well. `is_added`: it waits in an `extended` entry;
   * `is_refused`: it did, and was refused.
   */
  children: z.array(
    z.object({
      hardware_id: z.string(),
      type: HardwareType.nullable(),
      is_added: z.boolean(),
      is_refused: z.boolean(),
    }),
  ),
  /** How often it has started since it was first seen. */
  boots: z.number().int(),
  first_seen_at: Instant,
  last_seen_at: Instant,
  decided_by_name: z.string().nullable(),
  decided_at: Instant.nullable(),
  comment: z.string(),
  /** Accepted, and it has not confirmed its own secret yet. */
  is_secret_pending: z.boolean(),
})
export type Intake = z.infer<typeof Intake>

const path = '/hardware/v1/intakes'

/** It belongs to no organization yet, so it is seen as stock is. */
export const intakes = list({
  says: { failed: 'Fetch hardware failed' },
  path,
  summary: 'Hardware that connected for the first time',
  staleOn: ['intake'],
  access: { hardware: ['GETUNASSIGNED'] },
  row: Intake,
  filters: {
    /** Part of the id, the mesh id, the MAC address, the firmware name or the comment. */
    q: searchText,
    id: ownFilter(Id.optional()),
    state: anyOf(IntakeState),
    type: anyOf(HardwareType),
    last_seen_at: age,
  },
  sortBy: ['last_seen_at', 'first_seen_at', 'hardware_id', 'type', 'state', 'firmware_name'],
  order: 'desc',
  exports: [
    'id',
    'hardware_id',
    'state',
    'type',
    'mac_address',
    'mesh_id',
    'firmware_name',
    'firmware_version',
    'pcb_version',
    'protocol_version',
    'boots',
    'first_seen_at',
    'last_seen_at',
    'decided_by_name',
    'decided_at',
    'comment',
  ],
})
export const listIntakes = intakes.route

const IntakeRef = z.strictObject({ intake_id: Id })
const Comment = lines('Comment', 500)
/** A controller speaks for no more. */
const childrenAtMost = 512
const ShownIds = z.array(HardwareId).max(childrenAtMost, `At most ${childrenAtMost} hardware ids at once`)
const changes = [listIntakes, listUnassignedHardware, listHardware] as const

/**
 * It becomes hardware in stock with all that it speaks for, and is sent its own secret. Of an `extended` entry, what was added
 * does; of an `accepted` one, what was added and refused. `hardware_ids` are the children that the person was shown (of these two,
 * the ones that it is about, and they are required): if there are others by then, nothing is accepted.
 */
export const acceptIntake = route({
  method: 'POST',
  path: `${path}/:intake_id/acceptance`,
  summary: 'Accept hardware that connected for the first time',
  says: { failed: 'Accept hardware failed', done: 'Hardware accepted' },
  access: { hardware: ['GETUNASSIGNED', 'UPDATE'] },
  params: IntakeRef,
  body: z.strictObject({ comment: Comment.default(''), hardware_ids: ShownIds.optional() }),
  reply: Intake,
  changes,
})

/**
 * The broker no longer lets it in. Of an `extended` entry only what was added is refused: it stays out of stock for as long as the
 * controller names it, and what was accepted before stays. `hardware_ids` as for the acceptance.
 */
export const refuseIntake = route({
  method: 'POST',
  path: `${path}/:intake_id/refusal`,
  summary: 'Refuse hardware that connected for the first time',
  says: { failed: 'Refuse hardware failed', done: 'Hardware refused' },
  access: { hardware: ['GETUNASSIGNED', 'UPDATE'] },
  params: IntakeRef,
  body: z.strictObject({ comment: RequiredComment, hardware_ids: ShownIds.optional() }),
  reply: Intake,
  changes,
})
