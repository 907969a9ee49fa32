import {
  cancelCommand as cancelCommandRoute,
  commands,
  deviceCommands,
  getCommand,
  hardwareCommands,
  lastComments,
  locationCommands,
  sendCommand as sendCommandRoute,
  sendCommands as sendCommandsRoute,
  sendHardwareCommands as sendHardwareCommandsRoute,
} from '@wheelhouse/contract/commands/commands.ts'
import { commandsAtOnce } from '@wheelhouse/contract/commands/command-bodies.ts'
import { getRentalCommand, rentalDeviceCommands } from '@wheelhouse/contract/commands/rental-commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { cancelCommand } from './cancellation.ts'
import { assertNoChangeSet, sendCommand, sendCommands, sendHardwareCommands, sendInWaves } from './commands.ts'
import {
  commandList,
  commandOfDevice,
  commandOfVehicle,
  commandsOfDevice,
  commandsOfHardware,
  commandsOfLocation,
  commandsOfVehicle,
  lastCommentsOf,
} from './queries.ts'

export function commandRoutes(on: On): void {
  serve(on, sendCommandRoute, ({ params, body }, ctx) => sendCommand(ctx, params.device_id, body))
  serve(on, sendCommandsRoute, async ({ body: { device_ids, count: _, ...body } }, ctx) => {
    assertNoChangeSet(body, device_ids.length)
    return device_ids.length > commandsAtOnce
      ? sendInWaves(ctx, device_ids, body)
      : bulk(ctx, sendCommands, { ids: device_ids }, body)
  })
  serve(on, getCommand, async ({ params }, ctx) => {
    const command = await commandOfDevice(ctx, params.device_id, params.command_id)
    if (!command) throw new AppError('not_found')
    return command
  })
  serve(on, sendHardwareCommandsRoute, async ({ body: { hardware_ids, count: _, ...body } }, ctx) => ({
    results: await sendHardwareCommands(ctx, hardware_ids, body),
  }))
  serve(on, cancelCommandRoute, ({ body }, ctx) => cancelCommand(ctx, body.command_id))
  serveList(on, commands, commandList)
  serveList(on, hardwareCommands, commandsOfHardware)
  serve(on, getRentalCommand, async ({ params }, ctx) => {
    const command = await commandOfVehicle(ctx, params.rental_device_id, params.rental_command_id)
    if (!command) throw new AppError('not_found')
    return command
  })
  serveList(on, deviceCommands, commandsOfDevice)
  serveList(on, rentalDeviceCommands, commandsOfVehicle)
  serveList(on, locationCommands, commandsOfLocation)
  serve(on, lastComments, (_input, ctx) => lastCommentsOf(ctx))
}
