import * as z from 'zod'
import { HardwareType } from '../devices/devices.ts'
import { ParameterChange } from '../hardware-config/hardware-config.ts'
import { HardwareId } from '../hardware/hardware-ids.ts'
import { anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant } from '../route.ts'

export const itemStates = ['waiting', 'skipped', 'sent', 'checking', 'done', 'failed', 'left_out'] as const
export const ItemState = z.enum(itemStates)
export type ItemState = z.infer<typeof ItemState>

export const rollbackStates = ['waiting', 'reading', 'sent', 'checking', 'done', 'failed', 'not_needed'] as const
export const RollbackState = z.enum(rollbackStates)
export type RollbackState = z.infer<typeof RollbackState>

/** What the server itself finds; the hardware's own reasons (`lock_jam`) are passed on as they are. */
export const itemFailureLabels: Readonly<Record<string, string>> = {
  unhandled: 'The hardware does not know the command',
  hardware_timeout: 'The hardware did not answer in time',
  differs: 'The values read back are different',
  no_contact: 'No heartbeat since the change',
  other_config: 'The hardware reports another configuration than the one that was read back',
  other_version: 'The hardware reports another firmware version',
  alarm_raised: 'The hardware raised an alarm after the change',
  command_lost: 'The command is no longer known',
}

/** One device of a change set: its plan, and in the end its receipt. */
export const ChangeSetDevice = z.object({
  id: Id,
  change_set_id: Id,
  change_set_name: z.string(),
  hardware_id: z.string(),
  device_type: HardwareType,
  device_id: Id.nullable(),
  device_number: z.number().int().nullable(),
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  /** The vehicle that it is built into, and the code printed on it. */
  rental_device_id: Id.nullable(),
  rental_code: z.string().nullable(),
  /** 0 is the canary; null where it is skipped. */
  wave: z.number().int().nullable(),
  state: ItemState,
  /** Why it is skipped or failed, in words or as the hardware reported it. */
  failure: z.string().nullable(),
  /** What it had and what it gets. */
  changes: z.array(ParameterChange),
  begun_at: Instant.nullable(),
  /** The hardware confirmed the change. */
  applied_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  rollback: RollbackState.nullable(),
  rollback_failure: z.string().nullable(),
  rollback_ended_at: Instant.nullable(),
})
export type ChangeSetDevice = z.infer<typeof ChangeSetDevice>

export const changeSetDevices = list({
  says: { failed: 'Fetch change set failed' },
  path: '/hardware/v1/change-set-devices',
  summary: 'Devices of change sets that the caller may see, each with its plan and its receipt',
  staleOn: ['change_set'],
  access: { hardware: ['GET_PARAMS'] },
  row: ChangeSetDevice,
  filters: {
    q: searchText,
    change_set_id: ownFilter(Id.optional()),
    hardware_id: ownFilter(HardwareId.optional()),
    state: anyOf(ItemState),
  },
  sortBy: ['position', 'location_label', 'state', 'ended_at'],
  exports: [
    'id',
    'change_set_name',
    'hardware_id',
    'device_type',
    'device_number',
    'location_code',
    'location_label',
    'rental_code',
    'wave',
    'state',
    'failure',
    'changes',
    'begun_at',
    'applied_at',
    'ended_at',
    'rollback',
    'rollback_failure',
    'rollback_ended_at',
  ],
})
export const listChangeSetDevices = changeSetDevices.route
