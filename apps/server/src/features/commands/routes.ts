import {
  commandsAtOnce,
  deviceCommands,
  getCommand,
  lastComments,
  locationCommands,
  sendCommand as sendCommandRoute,
  sendCommands as sendCommandsRoute,
} from '@wheelhouse/contract/commands/commands.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { sendCommand, sendCommands, sendInWaves } from './commands.ts'
import { commandOfDevice, commandsOfDevice, commandsOfLocation, lastCommentsOf } from './queries.ts'

export function commandRoutes(on: On): void {
  serve(on, sendCommandRoute, ({ params, body }, ctx) => sendCommand(ctx, params.device_id, body))
  serve(on, sendCommandsRoute, ({ body: { device_ids, count: _, ...body } }, ctx) =>
    device_ids.length > commandsAtOnce
      ? sendInWaves(ctx, device_ids, body)
      : bulk(ctx, sendCommands, { ids: device_ids }, body),
  )
  serve(on, getCommand, async ({ params }, ctx) => {
    const command = await commandOfDevice(ctx.db, params.device_id, params.command_id)
    if (!command) throw new AppError('not_found')
    return command
  })
  serveList(on, deviceCommands, commandsOfDevice)
  serveList(on, locationCommands, commandsOfLocation)
  serve(on, lastComments, (_input, ctx) => lastCommentsOf(ctx))
}
