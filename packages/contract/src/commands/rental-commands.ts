import * as z from 'zod'
import { keysOf } from '../certain.ts'
import type { Needs } from '../access.ts'
import { list } from '../list.ts'
import { Id, route } from '../route.ts'
import { RequiredComment } from '../texts.ts'
import { Command, exportedCommandFields } from './commands.ts'
import { CommandReason, commandsInAll } from './command-bodies.ts'

interface RentalCommandRule {
  label: string
  /** The rights that the caller must hold on the vehicle (rights: which action guards what). */
  needs: Needs
  /** What cannot be undone by another click asks for a confirmation that says what will happen. */
  dangerous: boolean
  /** What happens, in one sentence, for the confirmation. */
  effect: string
}

/** Spec section 4: the actions on rental devices, by the name that travels to the vehicle. */
export const rentalCommandRules = {
  restart: {
    label: 'Restart',
    needs: { rental_device: ['SETSTATUS'] },
    dangerous: false,
    effect: 'The rental device restarts and does not respond for a few seconds. Its rental continues.',
  },
  activate: {
    label: 'Activate',
    needs: { rental_device: ['SETSTATUS'] },
    dangerous: false,
    effect: 'The rental device can be rented again.',
  },
  deactivate: {
    label: 'Deactivate',
    needs: { rental_device: ['SETSTATUS'] },
    dangerous: true,
    effect:
      'Nobody can rent the rental device until it is activated again. With the reason Maintenance, it is shown as being in maintenance.',
  },
  force_end_rent: {
    label: 'Force end rent',
    needs: { session: ['FORCE_END_SESSION'] },
    dangerous: true,
    effect: 'The rental ends now, and the rental device receives the command to lock.',
  },
} as const satisfies Record<string, RentalCommandRule>
export type RentalCommandName = keyof typeof rentalCommandRules
export const rentalCommandNames = keysOf(rentalCommandRules)
export const rentalCommandRule = (name: RentalCommandName): RentalCommandRule => rentalCommandRules[name]

export const RentalCommandBody = z.strictObject({
  reason: CommandReason,
  comment: RequiredComment,
})
export type RentalCommandBody = z.output<typeof RentalCommandBody>

const targetWords = `At least 1 and at most ${commandsInAll} ids at once; for more, freeze a selection and name its selection_id`

/** Vehicles that a command is sent to: above `commandsAtOnce` a background job does it in waves. */
export const RentalDevicesTarget = z.union(
  [
    z.strictObject({ ids: z.array(Id).min(1, targetWords).max(commandsInAll, targetWords) }),
    z.strictObject({ selection_id: Id }),
  ],
  targetWords,
)

/** Of a dangerous command to more than `countTypedAbove` vehicles: their number. */
export const TypedCount = z.int('Type the number of devices').optional()

export const RentalDeviceRef = z.strictObject({ rental_device_id: Id })

export const rentalDeviceCommands = list({
  says: { failed: 'Fetch commands failed' },
  staleOn: ['command'],
  path: '/rental/v1/rental-devices/:rental_device_id/commands',
  summary: 'Command history of a rental device, newest first',
  access: { rental_device: ['GETCMDSHISTORY'] },
  on: { rental_device: 'rental_device_id' },
  params: RentalDeviceRef,
  row: Command,
  filters: {},
  isOneOrder: true,
  exports: exportedCommandFields,
})
export const listRentalDeviceCommands = rentalDeviceCommands.route

export const getRentalCommand = route({
  method: 'GET',
  path: '/rental/v1/rental-devices/:rental_device_id/commands/:rental_command_id',
  summary: 'The progress of a command to a rental device',
  staleOn: ['command'],
  access: { rental_device: ['GETCMDSHISTORY'] },
  on: { rental_device: 'rental_device_id' },
  params: RentalDeviceRef.extend({ rental_command_id: Id }),
  reply: Command,
})
