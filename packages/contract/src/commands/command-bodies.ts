import * as z from 'zod'
import type { Needs } from '../access.ts'
import { HardwareIds } from '../hardware/hardware-ids.ts'
import { Id } from '../route.ts'
import { RequiredComment } from '../texts.ts'
import { bookingHold, CommandName, commandRule, FirmwareChannel } from './command-catalogue.ts'

export const stuckUserReasons = ['unknown', 'mechanical', 'firmware', 'rfid', 'app', 'user_error'] as const
export const otherReasons = ['locked_empty', 'maintenance', 'testing', 'other'] as const
export const reasonNeeded = 'Choose a reason'
export const CommandReason = z.enum([...stuckUserReasons, ...otherReasons], { error: reasonNeeded })
export type CommandReason = z.infer<typeof CommandReason>

const holdBounds = `Held for: ${bookingHold.min_minutes} to ${bookingHold.max_minutes} minutes`

const whatAndWhy = {
  name: CommandName,
  reason: CommandReason,
  comment: RequiredComment,
  args: z
    .strictObject({
      channel: FirmwareChannel.optional(),
      /** Of a booking, in seconds; without it the usual time. */
      hold_s: z
        .int(holdBounds)
        .min(bookingHold.min_minutes * 60, holdBounds)
        .max(bookingHold.max_minutes * 60, holdBounds)
        .optional(),
    })
    .default({}),
}
type What = {
  name: CommandName
  args: { channel?: FirmwareChannel | undefined; hold_s?: number | undefined }
}

const hasItsChannel = ({ name, args }: What): boolean =>
  (commandRule(name).has_channel === true) === (args.channel !== undefined)
const Which = z.looseObject({ name: whatAndWhy.name, args: whatAndWhy.args })
const channelIssue = {
  path: ['args', 'channel'],
  error: 'Choose a channel',
  // Said together with a missing reason, not after it.
  when: ({ value }: { value: unknown }) => Which.safeParse(value).success,
}

const hasNoOtherHold = ({ name, args }: What): boolean =>
  commandRule(name).has_hold === true || args.hold_s === undefined
const holdIssue = { path: ['args', 'hold_s'], error: 'Only a booking holds a dock' }

export const CommandBody = z
  .strictObject(whatAndWhy)
  .refine(hasItsChannel, channelIssue)
  .refine(hasNoOtherHold, holdIssue)

/** As many as a person may send in a minute (values: rate limits). More go out as a background job, wave after wave, which can be stopped. */
export const commandsAtOnce = 60
export const commandsAWave = 20
export const commandsInAll = 500
/** Above it a dangerous one is for operations and higher (screens: dangerous actions): who may force the status of a location. */
export const forOperationsAbove = 100
export const operationsHold = { location: ['FORCESTATUS'] } as const satisfies Needs
/** Above it the number of devices is typed, where the command is a dangerous one (screens: dangerous actions). */
export const countTypedAbove = 20

type Counted = What & { count?: number | undefined }

/** Above twenty devices a dangerous command asks for their number. */
const hasItsCount = ({ name, count }: Counted, ids: readonly string[]): boolean =>
  !commandRule(name).dangerous || ids.length <= countTypedAbove || count === new Set(ids).size
const countIssue = { path: ['count'], error: 'Type the number of devices' }

export const SeveralCommandsBody = z
  .strictObject({
    ...whatAndWhy,
    device_ids: z
      .array(Id)
      .min(1, 'No device is selected')
      .max(commandsInAll, `At most ${commandsInAll} devices at once`),
    count: z.int().optional(),
  })
  .refine(hasItsChannel, channelIssue)
  .refine(hasNoOtherHold, holdIssue)
  .refine((body) => hasItsCount(body, body.device_ids), countIssue)

export const HardwareCommandBody = z
  .strictObject({
    ...whatAndWhy,
    hardware_ids: HardwareIds,
    count: z.int().optional(),
  })
  .refine(hasItsChannel, channelIssue)
  .refine(hasNoOtherHold, holdIssue)
  .refine((body) => hasItsCount(body, body.hardware_ids), countIssue)
